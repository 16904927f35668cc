package io.coterie.method.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import io.coterie.federation.Federation;
import io.coterie.federation.RunListener;
import io.coterie.federation.RunResult;
import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import io.coterie.math.Seed;
import io.coterie.method.Methods;
import io.coterie.plan.ClusterCount;
import io.coterie.plan.InputKind;
import io.coterie.plan.StudyPlan;
import io.coterie.plan.StudyPlan.InputPlan;
import io.coterie.plan.StudyPlan.MethodOptions;
import io.coterie.site.SiteData;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Verdicts of whole studies, and what leaves a site for them. */
class VerdictRunTest {
  private static final int SITES = 3;

  /** Records around so many corners of a square, in deviations of 1. */
  private static Matrix records(int count, int corners, double distance, long seed) {
    SplittableRandom random = new Seed(seed).random();
    return Matrix.zeros(count, 2)
        .map(
            (i, j, value) ->
                random.nextGaussian() + distance * (j == 0 ? i % corners % 2 : i % corners / 2));
  }

  private static RunResult run(Matrix records, ClusterCount clusters, int threads) {
    StudyPlan plan =
        new StudyPlan(
            Methods.DEFAULT,
            clusters,
            InputPlan.automatic(InputKind.table(), records.columns()),
            MethodOptions.none());
    List<SiteData> sites =
        IntStream.range(0, SITES)
            .mapToObj(
                s ->
                    SiteData.of(
                        "site-" + s,
                        records.selectRows(
                            IntStream.range(0, records.rows())
                                .filter(i -> i / 4 % SITES == s)
                                .toArray())))
            .toList();
    try (Parallel parallel = Parallel.of(threads)) {
      return new Federation(plan, sites, new Seed(3)).run(parallel, RunListener.none());
    }
  }

  private static String verdict(RunResult result) {
    return result.findings().get(Verdict.FINDING);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void noiseHasNoGroupsAndOneClusterIsFound(long seed) {
    RunResult result = run(records(300, 1, 0, seed), ClusterCount.auto(), 2);

    assertThat(verdict(result)).isEqualTo("no clear groups");
    assertThat(result.model().clusters().clusterCount()).isEqualTo(1);
  }

  @Test
  void groupsThatAreApartAreFoundAndCounted() {
    RunResult result = run(records(600, 4, 8, 1), ClusterCount.auto(), 2);

    assertThat(verdict(result)).startsWith("clear groups: 4");
    assertThat(result.model().clusters().clusterCount()).isEqualTo(4);
    assertThat(result.findings()).doesNotContainKey("not distinct");
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6})
  void threeGroupsAreThreeWhateverTheSeed(long seed) {
    RunResult result = run(records(300, 3, 6, seed), ClusterCount.auto(), 2);

    assertThat(verdict(result)).startsWith("clear groups: ");
    assertThat(result.model().clusters().clusterCount()).isEqualTo(3);
  }

  @Test
  void aGroupThatIsCutIsNotDistinct() {
    RunResult result = run(records(600, 2, 8, 1), ClusterCount.of(3), 2);

    assertThat(verdict(result)).startsWith("clear groups: 2");
    assertThat(result.findings().get("not distinct"))
        .isEqualTo("3 clusters are not found again on halves of the records");
  }

  @Test
  void clustersWithoutAValleyAreNamed() {
    RunResult result = run(records(600, 4, 2.6, 1), ClusterCount.of(4), 2);

    assertThat(verdict(result)).doesNotStartWith("clear");
    assertThat(result.findings().get("not distinct")).contains(" and ", "Z ", "R ");
  }

  @Test
  void aVerdictDoesNotDependOnTheThreads() {
    Matrix records = records(400, 3, 5, 4);

    assertThat(run(records, ClusterCount.of(3), 4).findings())
        .isEqualTo(run(records, ClusterCount.of(3), 1).findings());
  }

  @Test
  void recordsThatAreAllAlikeHaveNoVerdictOrNoGroups() {
    RunResult result = run(Matrix.zeros(60, 2), ClusterCount.auto(), 1);

    assertThat(verdict(result))
        .satisfiesAnyOf(
            words -> assertThat(words).startsWith("no"),
            words -> assertThat(words).startsWith("none"));
  }

  @Test
  void groupsOfVeryWideRecordsAreFoundToo() {
    SplittableRandom random = new Seed(1).random();
    Matrix wide =
        Matrix.zeros(240, 300).map((i, j, value) -> random.nextGaussian() + (i % 2 == 0 ? 0 : 1.5));

    assertThat(verdict(run(wide, ClusterCount.auto(), 2))).startsWith("clear groups: 2");
  }
}
