package io.coterie.federation;

import static io.coterie.federation.Studies.SEED;
import static io.coterie.federation.Studies.deal;
import static io.coterie.federation.Studies.run;
import static io.coterie.federation.Studies.sites;
import static org.assertj.core.api.Assertions.assertThat;

import io.coterie.math.IntVector;
import io.coterie.math.Matrix;
import io.coterie.model.ColumnInformation;
import io.coterie.plan.InputKind;
import io.coterie.plan.PrivacyPlan;
import io.coterie.plan.StudyPlan;
import io.coterie.plan.StudyPlan.InputPlan;
import java.util.List;
import java.util.OptionalDouble;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** What columns show of the groups, where it is known which of them do. */
class PlantedColumnsTest {
  private static final int RECORDS = 900;

  private static final int[] LEVELS = {0, 0, 0, 3, 3, 0, 0, 0};

  /** Three numbers and two columns of levels, from much to little; noise that hangs together. */
  private static Matrix records(SplittableRandom random) {
    Matrix records = Matrix.zeros(RECORDS, LEVELS.length);
    for (int i = 0; i < RECORDS; i++) {
      int group = i % 3;
      double noise = random.nextGaussian();
      double[] record = {
        5 * group + random.nextGaussian(),
        2.5 * group + random.nextGaussian(),
        group + random.nextGaussian(),
        random.nextInt(10) < 9 ? group : random.nextInt(3),
        random.nextInt(10) < 5 ? group : random.nextInt(3),
        noise + random.nextGaussian(),
        noise + random.nextGaussian(),
        random.nextGaussian()
      };
      System.arraycopy(record, 0, records.array(), i * record.length, record.length);
    }
    return records;
  }

  private static List<OptionalDouble> shares(Matrix records, int... levels) {
    StudyPlan plan =
        StudyPlan.of(
                "anchor-graph",
                3,
                InputPlan.automatic(InputKind.table(), levels.length)
                    .withLevels(IntVector.of(levels)))
            .with(PrivacyPlan.totals(10));
    RunResult result = run(plan, sites(records, deal(RECORDS, 4)));
    return ColumnInformation.of(result.model()).orElseThrow().shares();
  }

  @Test
  void columnsComeInTheOrderInWhichTheyWerePlanted() {
    List<OptionalDouble> shares = shares(records(SEED.child("planted").random()), LEVELS);

    assertThat(shares.get(0).orElseThrow()).isGreaterThan(0.9);
    assertThat(shares.get(0).orElseThrow()).isGreaterThan(shares.get(1).orElseThrow() + 0.1);
    assertThat(shares.get(1).orElseThrow()).isGreaterThan(shares.get(2).orElseThrow() + 0.1);
    assertThat(shares.get(3).orElseThrow()).isGreaterThan(shares.get(4).orElseThrow() + 0.1);
    assertThat(shares.get(2).orElseThrow()).isGreaterThan(0.1);
    assertThat(shares.get(4).orElseThrow()).isGreaterThan(0.1);
    assertThat(shares.get(5).orElseThrow()).isLessThan(0.02);
    assertThat(shares.get(6).orElseThrow()).isLessThan(0.02);
    assertThat(shares.get(7)).isEmpty();
  }

  /** Tables of nothing but numbers have a mixture of numbers only. */
  @Test
  void columnsOfNumbersComeInOrderToo() {
    Matrix all = records(SEED.child("numbers").random());
    Matrix numbers = Matrix.zeros(RECORDS, 5).map((i, j, x) -> all.at(i, j < 3 ? j : j + 2));
    List<OptionalDouble> shares = shares(numbers, 0, 0, 0, 0, 0);

    assertThat(shares.get(0).orElseThrow()).isGreaterThan(shares.get(1).orElseThrow() + 0.1);
    assertThat(shares.get(1).orElseThrow()).isGreaterThan(shares.get(2).orElseThrow() + 0.1);
    assertThat(shares.get(3).orElseThrow()).isLessThan(0.02);
    assertThat(shares.get(4).orElseThrow()).isLessThan(0.02);
  }
}
