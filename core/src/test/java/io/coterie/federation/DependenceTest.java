package io.coterie.federation;

import static io.coterie.federation.Studies.SEED;
import static io.coterie.federation.Studies.accuracy;
import static io.coterie.federation.Studies.deal;
import static io.coterie.federation.Studies.gather;
import static io.coterie.federation.Studies.moons;
import static io.coterie.federation.Studies.run;
import static io.coterie.federation.Studies.sites;
import static org.assertj.core.api.Assertions.assertThat;

import io.coterie.math.IntVector;
import io.coterie.math.Matrix;
import io.coterie.math.Seed;
import io.coterie.plan.InputKind;
import io.coterie.plan.PrivacyPlan;
import io.coterie.plan.StudyPlan;
import io.coterie.plan.StudyPlan.InputPlan;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tables with columns that have nothing to do with the groups, and with holes. */
class DependenceTest {
  private static final int RECORDS = 1050;
  private static final int FEW_RECORDS = 600;

  private static StudyPlan plan(int... levels) {
    return StudyPlan.of(
            "anchor-graph",
            2,
            InputPlan.automatic(InputKind.table(), levels.length).withLevels(IntVector.of(levels)))
        .with(PrivacyPlan.totals(10));
  }

  /** Levels would tear the graph of the moons apart; seldom one of noise is kept by chance. */
  @Test
  void levelsOfNoiseDoNotHideTheMoons() {
    double mean = 0;
    for (int seed = 0; seed < 6; seed++) {
      SplittableRandom random = new Seed(seed).child("noise").random();
      Matrix moons = moons(RECORDS, 0.05, new Seed(seed));
      Matrix records =
          Matrix.zeros(RECORDS, 4)
              .map((i, j, zero) -> j < 2 ? moons.at(i, j) : random.nextInt(j == 2 ? 3 : 4));
      int[] truth = IntStream.range(0, RECORDS).map(i -> i % 2).toArray();
      Map<String, int[]> hands = deal(RECORDS, 5);
      int[] found = gather(run(plan(0, 0, 3, 4), sites(records, hands)), hands);
      mean += accuracy(found, truth, 2) / 6;
    }
    assertThat(mean).isGreaterThan(0.95);
  }

  /** Two groups in three numbers and levels that follow them, a sixth of the values missing. */
  @Test
  void tablesWithLevelsAndHolesHaveOneAnswerHoweverTheyAreDealt() {
    SplittableRandom random = SEED.child("table").random();
    Matrix records = Matrix.zeros(RECORDS, 5);
    int[] truth = new int[RECORDS];
    for (int i = 0; i < RECORDS; i++) {
      truth[i] = i % 3 == 0 ? 1 : 0;
      for (int j = 0; j < 5; j++) {
        boolean follows = random.nextInt(10) < 8;
        double value =
            j < 3
                ? (j == 1 ? -2.5 : 2.5) * truth[i] + random.nextGaussian()
                : follows ? truth[i] : random.nextInt(3);
        records.set(i, j, random.nextInt(6) == 0 ? Double.NaN : value);
      }
    }
    StudyPlan plan = plan(0, 0, 0, 3, 3);
    Map<String, int[]> one = Map.of("all", IntStream.range(0, RECORDS).toArray());
    int[] together = gather(run(plan, sites(records, one)), one);
    assertThat(accuracy(together, truth, 2)).isGreaterThan(0.95);

    Map<String, int[]> hands = deal(RECORDS, 7);
    int[] apart = gather(run(plan, sites(records, hands)), hands);
    assertThat(Arrays.equals(apart, together)).isTrue();
  }

  /** Steps end before a component has fewer than K records, whatever its mixture started from. */
  @ParameterizedTest
  @CsvSource({"4, 10", "6, 10", "6, 30", "8, 20", "8, 40"})
  void mixturesWithMoreComponentsThanThereAreGroupsEndWell(int clusters, int smallest) {
    SplittableRandom random = SEED.child("few").random();
    Matrix records =
        Matrix.zeros(400, 6)
            .map((i, j, zero) -> (i % 2) * (j % 3) * 2.0 + random.nextGaussian() * (1 + i % 3));
    StudyPlan plan =
        StudyPlan.of("anchor-graph", clusters, InputPlan.automatic(InputKind.table(), 6))
            .with(PrivacyPlan.totals(smallest));
    Map<String, int[]> hands = deal(400, 3);
    int[] found = gather(run(plan, sites(records, hands)), hands);
    assertThat(Arrays.stream(found).max().orElseThrow()).isLessThan(clusters);
  }

  /** Three numbers and two columns of levels with four groups, and eight columns of noise. */
  @ParameterizedTest
  @ValueSource(strings = {"normal", "skewed", "uniform", "binary", "levels", "mixed"})
  void eightColumnsOfNoiseCostLittle(String kind) {
    SplittableRandom random = SEED.child(kind).random();
    int[] truth = new int[FEW_RECORDS];
    Matrix records = Matrix.zeros(FEW_RECORDS, 13);
    for (int i = 0; i < FEW_RECORDS; i++) {
      truth[i] = random.nextInt(4);
      for (int j = 0; j < 13; j++) {
        records.set(i, j, j < 5 ? grouped(truth[i], j, random) : noise(kind(kind, j), random));
      }
    }
    Matrix five = Matrix.zeros(FEW_RECORDS, 5).map((i, j, zero) -> records.at(i, j));
    int[] levels = {0, 0, 0, 3, 4};
    int[] all = Arrays.copyOf(levels, 13);
    for (int j = 5; j < 13; j++) {
      all[j] = kind(kind, j).equals("levels") ? 4 : kind(kind, j).equals("binary") ? 2 : 0;
    }
    double without = scored(five, levels, truth);
    assertThat(without).isGreaterThan(0.85);
    assertThat(scored(records, all, truth)).isGreaterThan(without - 0.03);
  }

  /** Copies of a column that has nothing to do with the groups would cut the records by it. */
  @ParameterizedTest
  @ValueSource(ints = {0, 10})
  void copiesOfAColumnOfNoiseDoNotWin(int errors) {
    SplittableRandom random = SEED.child("copies").random();
    int[] truth = new int[FEW_RECORDS];
    Matrix records = Matrix.zeros(FEW_RECORDS, 10);
    for (int i = 0; i < FEW_RECORDS; i++) {
      truth[i] = random.nextInt(4);
      int noise = random.nextInt(4);
      for (int j = 0; j < 10; j++) {
        boolean isRight = random.nextInt(100) >= errors;
        records.set(
            i, j, j < 5 ? grouped(truth[i], j, random) : isRight ? noise : random.nextInt(4));
      }
    }
    assertThat(scored(records, new int[] {0, 0, 0, 3, 4, 4, 4, 4, 4, 4}, truth))
        .isGreaterThan(0.85);
  }

  private static double scored(Matrix records, int[] levels, int[] truth) {
    Map<String, int[]> hands = deal(FEW_RECORDS, 3);
    StudyPlan plan =
        StudyPlan.of(
                "anchor-graph",
                4,
                InputPlan.automatic(InputKind.table(), levels.length)
                    .withLevels(IntVector.of(levels)))
            .with(PrivacyPlan.totals(10));
    return accuracy(gather(run(plan, sites(records, hands)), hands), truth, 4);
  }

  private static double grouped(int group, int column, SplittableRandom random) {
    return switch (column) {
      case 0 -> 3 * (group % 2) + random.nextGaussian();
      case 1 -> (group < 2 ? 0 : 3) + random.nextGaussian();
      case 2 -> (group == 3 ? 2 : 0) + random.nextGaussian();
      case 3 -> random.nextInt(4) == 0 ? random.nextInt(3) : group % 3;
      default -> random.nextInt(4) == 0 ? random.nextInt(4) : group;
    };
  }

  private static String kind(String all, int column) {
    return all.equals("mixed")
        ? List.of("normal", "levels", "binary", "skewed").get(column % 4)
        : all;
  }

  private static double noise(String kind, SplittableRandom random) {
    return switch (kind) {
      case "normal" -> random.nextGaussian();
      case "skewed" -> Math.exp(random.nextGaussian());
      case "uniform" -> random.nextDouble();
      case "binary" -> random.nextInt(2);
      default -> random.nextInt(4);
    };
  }
}
