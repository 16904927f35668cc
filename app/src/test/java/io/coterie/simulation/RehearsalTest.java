package io.coterie.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import io.coterie.math.Seed;
import io.coterie.study.Study;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class RehearsalTest {
  private static final List<String> SITES = List.of("a", "b", "c");

  private static Study study(double epsilon, long records) {
    return Study.parse(
        """
        study: dots
        clusters: 2
        schema:
          columns:
            - {name: x, lower: -10, upper: 20}
            - {name: y, lower: -10, upper: 20}
            - {name: z, lower: -10, upper: 20}
        privacy: {level: dp, epsilon: %s, public-records: %d}
        participation: {sites: [a, b, c]}
        """
            .formatted(epsilon, records),
        "test");
  }

  /** Two groups that lie apart. */
  private static Matrix records() {
    SplittableRandom random = new Seed(3).random();
    Matrix records = Matrix.zeros(80, 3);
    for (int i = 0; i < 80; i++) {
      for (int j = 0; j < 3; j++) {
        records.set(i, j, (i % 2 == 0 ? 0 : 8) + random.nextGaussian());
      }
    }
    return records;
  }

  private static Rehearsal.Expected tried(double epsilon, long publicRecords, int trials) {
    Study study = study(epsilon, publicRecords);
    try (Parallel parallel = Parallel.of(2)) {
      return new Rehearsal(study.plan(), SITES, new Seed(study.seed()))
          .of(records(), trials, parallel)
          .orElseThrow();
    }
  }

  @Test
  void littleNoiseChangesNothingAndMuchNoiseDoes() {
    Rehearsal.Expected little = tried(8, 600, 3);
    Rehearsal.Expected much = tried(0.05, 100, 3);
    assertThat(little.records()).isEqualTo(600);
    assertThat(little.agreements()).hasSize(3);
    assertThat(little.mean()).isGreaterThan(0.97);
    assertThat(much.mean()).isLessThan(little.mean() - 0.05);
  }

  @Test
  void theSameTrialsGiveTheSame() {
    assertThat(tried(1, 200, 2)).isEqualTo(tried(1, 200, 2));
  }

  @Test
  void wordsHaveTheMeanAndTheSpread() {
    Rehearsal.Expected expected = new Rehearsal.Expected(300, List.of(0.7, 0.8, 0.9));
    assertThat(expected.mean()).isEqualTo(0.8, org.assertj.core.api.Assertions.within(1e-9));
    assertThat(expected.spread()).isEqualTo(0.1, org.assertj.core.api.Assertions.within(1e-9));
    assertThat(expected.words()).startsWith("80 % ± 10 of the records in the same cluster");
  }
}
