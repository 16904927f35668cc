package io.coterie.features;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import io.coterie.features.internal.CosineBasis;
import io.coterie.features.internal.HogMap;
import io.coterie.features.internal.NormalizeRows;
import io.coterie.features.internal.Project;
import io.coterie.features.internal.SignedLog;
import io.coterie.features.internal.Standardize;
import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import io.coterie.math.Seed;
import io.coterie.math.Vector;
import io.coterie.message.Fields;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class RecordMapTest {
  private static final Parallel ONE = Parallel.sequential();

  @Test
  void missingValuesBecomeTheMeans() {
    Matrix records = Matrix.ofRows(row(Double.NaN, 2), row(3, Double.NaN), row(0, -0.5));

    Matrix filled = new FillMissing(Vector.of(10, 20)).apply(records, ONE);

    assertThat(filled.array()).containsExactly(10, 2, 3, 20, 0, -0.5);
    assertThat(records.at(0, 0)).isNaN();
  }

  @Test
  void standardizeShiftsThenScales() {
    Matrix records = Matrix.ofRows(row(1, 10), row(5, 0));

    assertThat(new Standardize(Vector.of(1, 4), Vector.of(2, 3)).apply(records, ONE).array())
        .containsExactly(0, 2, 2, -4 / 3.0);
    assertThat(records.array()).containsExactly(1, 10, 5, 0);
  }

  @Test
  void rowsGetNormOneInEitherNorm() {
    Matrix records = Matrix.ofRows(row(3, -4), row(0, 0));

    assertThat(new NormalizeRows(1).apply(records, ONE).array())
        .containsExactly(new double[] {3 / 7.0, -4 / 7.0, 0, 0}, within(1e-15));
    assertThat(new NormalizeRows(2).apply(records, ONE).array())
        .containsExactly(new double[] {0.6, -0.8, 0, 0}, within(1e-15));
  }

  @Test
  void signedLogDrawsInBothTails() {
    Matrix records = Matrix.ofRows(row(Math.E - 1, 1 - Math.E, 0, 1e-9));

    assertThat(new SignedLog().apply(records, ONE).array())
        .containsExactly(new double[] {1, -1, 0, 1e-9}, within(1e-15));
  }

  @Test
  void projectTakesTheMeanOffAndKeepsTheAxes() {
    Project project =
        new Project(Vector.of(1, 1, 1), Matrix.ofRows(row(1, 0), row(0, 2), row(0, 0.5)));
    Matrix many = Matrix.zeros(2500, 3); // more than one block
    for (int i = 0; i < 2500; i++) {
      many.set(i, 0, i);
      many.set(i, 1, -i);
      many.set(i, 2, 3);
    }

    Matrix projected = project.apply(many, ONE);

    assertThat(project.outputDimension(3)).isEqualTo(2);
    assertThat(projected.columns()).isEqualTo(2);
    for (int i = 0; i < 2500; i++) {
      assertThat(projected.at(i, 0)).isEqualTo(i - 1.0);
      assertThat(projected.at(i, 1)).isEqualTo(2.0 * (-i - 1) + 1);
    }
  }

  @Test
  void hogHasItsOwnDimension() {
    assertThat(new HogMap(12, 12).outputDimension(144)).isEqualTo(7 * 7 * 8);
    assertThat(new HogMap(8, 8).outputDimension(64)).isEqualTo(4 * 4 * 8);
  }

  @Test
  void theCosineBasisIsOrthonormalAndKeepsWhatIsSmooth() {
    CosineBasis all = new CosineBasis(4, 128);
    Matrix images = random(5, 128);
    Matrix mapped = all.apply(images, ONE);
    Matrix back = all.back(mapped).orElseThrow();
    for (int i = 0; i < images.array().length; i++) {
      assertThat(back.array()[i]).isCloseTo(images.array()[i], within(1e-12));
    }
    // The smoothest function is a constant, so an image of equal values is told by it.
    Matrix equal = images.map((i, j, value) -> 2);
    Matrix one = new CosineBasis(4, 3).apply(equal, ONE);
    assertThat(one.at(0, 0)).isCloseTo(2 * Math.sqrt(128), within(1e-12));
    assertThat(one.at(0, 1)).isCloseTo(0, within(1e-12));
    assertThatIllegalArgumentException().isThrownBy(() -> new CosineBasis(4, 129));
    assertThatIllegalArgumentException().isThrownBy(() -> new CosineBasis(0, 1));
    assertThatIllegalArgumentException().isThrownBy(() -> new CosineBasis(1 << 16, 1));
  }

  @Test
  void theCosineBasisComesBackFromItsFields() {
    CosineBasis basis = new CosineBasis(7, 128);
    assertThat(RecordMap.of(basis.kind(), new Fields(basis.kind(), basis.fields())))
        .isEqualTo(basis);
  }

  static Stream<RecordMap> steps() {
    return Stream.of(
        new FillMissing(Vector.of(1, 2, 3, 4, 5, 6, 7, 8, 9)),
        new Standardize(Vector.of(1, 2, 3, 4, 5, 6, 7, 8, 9), Vector.of(1, 2, 1, 2, 1, 2, 1, 2, 1)),
        new SignedLog(),
        new NormalizeRows(1),
        new NormalizeRows(2),
        new HogMap(3, 3),
        new Project(Vector.of(1, 2, 3, 4, 5, 6, 7, 8, 9), random(9, 4)));
  }

  @ParameterizedTest
  @MethodSource("steps")
  void aStepComesBackFromItsFields(RecordMap step) {
    Matrix records = random(20, 9);

    RecordMap again = RecordMap.of(step.kind(), new Fields(step.kind(), step.fields()));

    assertThat(again).hasSameClassAs(step);
    Matrix mapped = step.apply(records, ONE);
    assertThat(again.apply(records, ONE).array()).isEqualTo(mapped.array());
    assertThat(again.outputDimension(9)).isEqualTo(mapped.columns());
    assertThat(mapped.rows()).isEqualTo(20);
  }

  @ParameterizedTest
  @MethodSource("steps")
  void threadsDoNotChangeABit(RecordMap step) {
    Matrix records = random(3000, 9);
    try (Parallel two = Parallel.of(2)) {
      assertThat(step.apply(records, two).array()).isEqualTo(step.apply(records, ONE).array());
    }
  }

  @Test
  void stepsThatCannotBeAreRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> RecordMap.of("whiten", new Fields("whiten", List.of())))
        .withMessageContaining("whiten");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> RecordMap.of("project", new Fields("project", List.of())));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Standardize(Vector.of(0), Vector.of(0)));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Standardize(Vector.of(0), Vector.of(Double.NaN)));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Standardize(Vector.of(0, 1), Vector.of(1)));
    assertThatIllegalArgumentException().isThrownBy(() -> new NormalizeRows(3));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Project(Vector.of(1), Matrix.zeros(2, 1)));
  }

  @Test
  void aRepresentationTakesItsStepsInOrder() {
    Representation representation =
        Representation.identity()
            .then(List.of(new FillMissing(Vector.of(4))))
            .then(List.of(new Standardize(Vector.of(3), Vector.of(0.5)), new SignedLog()));
    Matrix records = Matrix.ofRows(row(Double.NaN), row(2));

    assertThat(representation.apply(records, ONE).array())
        .containsExactly(new double[] {Math.log(3), -Math.log(3)}, within(1e-15));
    assertThat(representation.describe()).isEqualTo("fill-missing, standardize, signed-log");
    assertThat(Representation.identity().describe()).isEqualTo("as they are");
    assertThat(Representation.identity().apply(records, ONE)).isSameAs(records);
  }

  private static Matrix random(int rows, int columns) {
    SplittableRandom random = new Seed(5).random();
    Matrix matrix = Matrix.zeros(rows, columns);
    for (int i = 0; i < matrix.array().length; i++) {
      matrix.array()[i] = random.nextDouble();
    }
    return matrix;
  }

  private static double[] row(double... values) {
    return values;
  }
}
