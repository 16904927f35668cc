package io.coterie.method.dp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.coterie.CoterieException;
import io.coterie.features.Representation;
import io.coterie.math.IntVector;
import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import io.coterie.math.Seed;
import io.coterie.method.Methods;
import io.coterie.plan.PublicBounds;
import io.coterie.plan.Scaling;
import io.coterie.plan.StudyPlan;
import java.util.Arrays;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Whatever a record of a table with levels holds, it is a point of the unit ball. */
class ColumnBlocksTest {
  private static final StudyPlan PLAN = Columns.plan(1, 1000);

  private static double[] mapped(double... record) {
    return new Representation(DpInput.of(PLAN).steps())
        .apply(Matrix.ofRows(record), Parallel.sequential())
        .row(0);
  }

  private static double length(double... point) {
    return Math.sqrt(Arrays.stream(point).map(x -> x * x).sum());
  }

  private static double distance(double[] one, double[] other) {
    double squared = 0;
    for (int j = 0; j < one.length; j++) {
      squared += (one[j] - other[j]) * (one[j] - other[j]);
    }
    return Math.sqrt(squared);
  }

  @Test
  void noRecordIsLongerThanOne() {
    Matrix records = Columns.hostile(new Seed(3).random(), 20_000);
    Matrix points =
        new Representation(DpInput.of(PLAN).steps()).apply(records, Parallel.sequential());
    assertThat(points.columns()).isEqualTo(Columns.DIMENSION);
    double longest = 0;
    for (int i = 0; i < points.rows(); i++) {
      double length = length(points.row(i));
      assertThat(length).isNotNaN();
      longest = Math.max(longest, length);
    }
    assertThat(longest).isLessThanOrEqualTo(1 + 1e-12).isGreaterThan(0.99);
  }

  @Test
  void aRecordOfNothingIsTheOrigin() {
    double none = Double.NaN;
    assertThat(mapped(none, none, none, none)).containsOnly(0);
  }

  /** A missing value costs no length, and it is as near to one level as to another. */
  @Test
  void aMissingLevelIsInTheMiddleOfItsBlock() {
    double[] missing = mapped(54, 2.5, 0, Double.NaN);
    double[] first = mapped(54, 2.5, 0, 0);
    assertThat(length(missing)).isLessThan(length(first));
    for (int level = 1; level < 4; level++) {
      double[] other = mapped(54, 2.5, 0, level);
      assertThat(distance(missing, other)).isCloseTo(distance(missing, first), within(1e-12));
    }
    double[] unsaid = mapped(54, 2.5, Double.NaN, 1);
    assertThat(distance(unsaid, mapped(54, 2.5, 0, 1)))
        .isCloseTo(distance(unsaid, mapped(54, 2.5, 1, 1)), within(1e-12));
  }

  @ParameterizedTest
  @CsvSource({"4", "-1", "1e300", "-1e300", "Infinity", "-Infinity"})
  void whatIsNoLevelIsMissing(double value) {
    assertThat(mapped(40, 0, 1, value)).containsExactly(mapped(40, 0, 1, Double.NaN));
  }

  @ParameterizedTest
  @CsvSource({"91, 90", "1e300, 90", "Infinity, 90", "17, 18", "-1e300, 18", "-Infinity, 18"})
  void whatIsOutsideOfItsBoundsIsPutOnThem(double value, double bound) {
    assertThat(mapped(value, 0, 1, 2)).containsExactly(mapped(bound, 0, 1, 2));
  }

  @Test
  void levelsOfTwoAndOfManyLieApartAlike() {
    double binary = distance(mapped(54, 2.5, 0, 1), mapped(54, 2.5, 1, 1));
    double category = distance(mapped(54, 2.5, 0, 1), mapped(54, 2.5, 0, 2));
    assertThat(binary).isCloseTo(category, within(1e-12));
  }

  /** How much a level is apart from another follows from the schema, not from how many have it. */
  @Test
  void theScaleOfLevelsIsThatOfTheNumberOfColumns() {
    IntVector more = IntVector.of(0, 0, 2, 9);
    PublicBounds bounds = PLAN.privacy().terms().orElseThrow().bounds().orElseThrow();
    assertThat(DpInput.of(Columns.plan(bounds, more, 1, 1000, 1)).dimension()).isEqualTo(12);
  }

  @Test
  void numbersWithoutBoundsAreRefused() {
    StudyPlan open = Columns.plan(Optional.empty(), Columns.LEVELS, Scaling.AUTO, 1, 1000, 1);
    assertThatThrownBy(() -> Methods.of(open))
        .isInstanceOf(CoterieException.class)
        .hasMessageContaining("needs the public bounds of every number");
  }

  @ParameterizedTest
  @EnumSource(
      value = Scaling.class,
      names = {"AUTO"},
      mode = EnumSource.Mode.EXCLUDE)
  void otherScalesThanThatOfTheBoundsAreRefused(Scaling scaling) {
    PublicBounds bounds = PLAN.privacy().terms().orElseThrow().bounds().orElseThrow();
    StudyPlan plan = Columns.plan(Optional.of(bounds), Columns.LEVELS, scaling, 1, 1000, 1);
    assertThatThrownBy(() -> Methods.of(plan))
        .isInstanceOf(CoterieException.class)
        .hasMessageContaining("at level dp with --scale auto");
  }
}
