package io.coterie.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.coterie.features.FeatureLayout;
import io.coterie.features.Representation;
import io.coterie.features.internal.LevelIndicators;
import io.coterie.features.internal.Standardize;
import io.coterie.features.internal.YeoJohnson;
import io.coterie.math.IntVector;
import io.coterie.math.Matrix;
import io.coterie.math.Seed;
import io.coterie.math.Vector;
import io.coterie.math.internal.cluster.LevelMixture;
import io.coterie.math.internal.cluster.LevelMixture.Mode;
import io.coterie.model.TypicalValues.Entry;
import io.coterie.model.TypicalValues.Kind;
import io.coterie.model.internal.LevelMixtureModel;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A plain number, one that is left out, a bent one, levels of which two are rare, two numbers. */
class TypicalValuesTest {
  private static final double[][] SHARES = {{0.75, 0.25, 0.9, 0.1}, {0.25, 0.75, 0.3, 0.7}};

  private static FittedModel model() {
    LevelMixture mixture =
        new LevelMixture(
            Mode.TIED,
            new double[] {0.5, 0.5},
            Matrix.ofRows(new double[] {0.5, 1}, new double[] {-0.5, -1}),
            List.of(Matrix.ofRows(new double[] {0.5, 0}, new double[] {0.3, 0.4})),
            Matrix.ofRows(SHARES).map((k, l, share) -> Math.log(share)));
    FeatureLayout layout =
        new FeatureLayout(
            IntVector.of(0, 0, 2, 1),
            Vector.of(0, 0, 0.5, 0.5, 0),
            Vector.of(1, 1, 0.7, 0.7, 1),
            Vector.of(new double[5]),
            Vector.of(1, 1, 1, 1),
            false);
    LevelIndicators indicators =
        new LevelIndicators(IntVector.of(0, -1, 0, 3, 0), IntVector.of(1, 0, 1));
    List<Double> centers = List.of(100.0, 10.0, 0.5, 0.5, 3.0);
    List<Double> scales = List.of(20.0, 4.0, 0.7, 0.7, 1.0);
    Standardize standardize = new Standardize(vector(centers), vector(scales));
    YeoJohnson bend = new YeoJohnson(IntVector.of(2, 0, 2, 2, 2));
    return new FittedModel(
        5,
        new Representation(List.of(indicators, standardize, bend)),
        new LevelMixtureModel(mixture, layout));
  }

  private static TypicalValues values() {
    return TypicalValues.of(model()).orElseThrow();
  }

  private static Vector vector(List<Double> values) {
    return Vector.of(values.stream().mapToDouble(Double::doubleValue).toArray());
  }

  @Test
  void numbersAreInTheirUnits() {
    Entry plain = values().entries().get(0);

    assertThat(plain.kind()).isEqualTo(Kind.MEAN);
    assertThat(plain.values().toArray()).containsExactly(110, 90);
    assertThat(plain.overall()).isEqualTo(100);
    double effect = 0.5 / Math.sqrt(0.25 + 0.25);
    assertThat(plain.effects().at(0)).isCloseTo(effect, within(1e-12));
  }

  @Test
  void bentNumbersAreTakenBackAsMedians() {
    Entry bent = values().entries().get(1);

    assertThat(bent.column()).isEqualTo(2);
    assertThat(bent.kind()).isEqualTo(Kind.MEDIAN);
    assertThat(bent.values().at(0)).isCloseTo(10 + 4 * (Math.E - 1), within(1e-12));
    assertThat(bent.overall()).isCloseTo(10, within(1e-12));
    double effect = 1 / Math.sqrt(1 + 0.09 + 0.16);
    assertThat(bent.effects().at(0)).isCloseTo(effect, within(1e-12));
  }

  @Test
  void levelsAreShares() {
    List<Entry> levels = values().entries().subList(2, 4);

    assertThat(levels).extracting(Entry::kind).containsOnly(Kind.SHARE);
    assertThat(levels.get(0).levels()).containsExactly(1);
    assertThat(levels.get(1).levels()).containsExactly(0, 2);
    assertThat(levels.get(0).values().at(0)).isCloseTo(0.75, within(1e-12));
    assertThat(levels.get(1).values().at(1)).isCloseTo(0.75, within(1e-12));
    assertThat(levels.get(0).overall()).isCloseTo(0.5, within(1e-12));
    assertThat(levels.get(0).effects().at(0)).isCloseTo(0.5, within(1e-12));
  }

  @Test
  void ofTwoNumbersTheShareOfTheHigherOneIsKnown() {
    Entry two = values().entries().get(4);

    assertThat(two.column()).isEqualTo(4);
    assertThat(two.kind()).isEqualTo(Kind.HIGHER_SHARE);
    assertThat(two.values().at(1)).isCloseTo(0.7, within(1e-12));
  }

  @Test
  void aDeviationAroundMeansIsTakenBack() {
    TypicalValues.Within plain = values().entries().get(0).within();
    assertThat(plain.deviations().at(0)).isEqualTo(0.5);
    assertThat(plain.lows().at(0)).isEqualTo(100);
    assertThat(plain.highs().at(0)).isEqualTo(120);

    TypicalValues.Within bent = values().entries().get(1).within();
    assertThat(bent.deviations().at(1)).isCloseTo(0.5, within(1e-12));
    assertThat(bent.lows().at(0)).isCloseTo(10 + 4 * Math.expm1(0.5), within(1e-12));
    assertThat(bent.highs().at(0)).isCloseTo(10 + 4 * Math.expm1(1.5), within(1e-12));
  }

  @Test
  void drawnRecordsAreAsTheMixtureHasThem() {
    int count = 40_000;
    Matrix drawn = DrawnRecords.of(model(), count, new Seed(1)).orElseThrow();

    double plain = 0;
    double low = 0;
    int[] levels = new int[3];
    for (int i = 0; i < count; i++) {
      plain += drawn.at(i, 0) / count;
      low += drawn.at(i, 2) < 10 ? 1.0 / count : 0;
      levels[(int) drawn.at(i, 3)]++;
      assertThat(drawn.at(i, 1)).as("left out").isNaN();
      assertThat(drawn.at(i, 4)).as("two numbers have no way back").isNaN();
    }
    // Five standard errors: the numbers have deviations of 14 and .5.
    assertThat(plain).isCloseTo(100, within(0.36));
    assertThat(low).isCloseTo(0.5, within(0.0125));
    assertThat((double) levels[1] / count).isCloseTo(0.5, within(0.0125));
    assertThat((double) levels[0] / count).as("half of the rare").isCloseTo(0.25, within(0.011));
    assertThat(DrawnRecords.of(model(), count, new Seed(1)).orElseThrow().array())
        .isEqualTo(drawn.array());
  }
}
