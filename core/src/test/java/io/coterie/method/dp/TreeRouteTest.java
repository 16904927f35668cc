package io.coterie.method.dp;

import static org.assertj.core.api.Assertions.assertThat;

import io.coterie.federation.Federation;
import io.coterie.federation.RunListener;
import io.coterie.federation.RunResult;
import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import io.coterie.math.Seed;
import io.coterie.plan.Budget;
import io.coterie.plan.DpTerms;
import io.coterie.plan.InputKind;
import io.coterie.plan.NoiseMode;
import io.coterie.plan.PrivacyPlan;
import io.coterie.plan.PublicBounds;
import io.coterie.plan.StudyPlan;
import io.coterie.plan.StudyPlan.InputPlan;
import io.coterie.site.SiteData;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TreeRouteTest {
  private static final int SITES = 5;
  private static final int RECORDS = 300;

  /** Two long groups side by side: along the main direction they are the same. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void groupsThatDifferOnAShortAxisAreFound(boolean hasBounds) {
    SplittableRandom random = new Seed(3).random();
    List<SiteData> sites = new ArrayList<>();
    for (int s = 0; s < SITES; s++) {
      Matrix records = Matrix.zeros(RECORDS, 3);
      for (int i = 0; i < RECORDS; i++) {
        records.set(i, 0, 4 * random.nextGaussian());
        records.set(i, 1, (i % 2 == 0 ? 1 : -1) + 0.25 * random.nextGaussian());
        records.set(i, 2, random.nextGaussian());
      }
      sites.add(SiteData.of("s" + s, records));
    }
    DpTerms terms =
        new DpTerms(
            new Budget(8, 1e-6),
            NoiseMode.SECURE_SUMS,
            SITES,
            0,
            1000,
            1,
            hasBounds ? Optional.of(PublicBounds.same(-15, 15, 3)) : Optional.empty());
    StudyPlan plan =
        StudyPlan.of("anchor-graph", 2, InputPlan.automatic(InputKind.table(), 3))
            .with(PrivacyPlan.dp(terms));
    assertThat(DpSchedule.of(plan).route()).isEqualTo(Route.TREE);
    try (Parallel parallel = Parallel.of(1)) {
      RunResult result = new Federation(plan, sites, new Seed(5)).run(parallel, RunListener.none());
      int same = 0;
      for (SiteData site : sites) {
        int[] labels = result.labels().get(site.site()).toArray();
        for (int i = 0; i < RECORDS; i++) {
          same += labels[i] == i % 2 ? 1 : 0;
        }
      }
      assertThat(Math.max(same, SITES * RECORDS - same)).isGreaterThan(SITES * RECORDS * 19 / 20);
    }
  }

  /** Bars that stand, lie and lean, each at a few places: one of the parts of a cluster each. */
  @Test
  void imagesAreFoundByTheirParts() {
    int side = 16;
    SplittableRandom random = new Seed(7).random();
    List<SiteData> sites = new ArrayList<>();
    for (int s = 0; s < SITES; s++) {
      Matrix records = Matrix.zeros(3 * RECORDS, side * side);
      for (int i = 0; i < records.rows(); i++) {
        int place = 6 + random.nextInt(3);
        for (int k = 2; k < side - 2; k++) {
          int row = i % 3 == 0 ? k : i % 3 == 1 ? place : k;
          int column = i % 3 == 0 ? place : i % 3 == 1 ? k : Math.min(side - 1, k + place - 7);
          records.set(i, row * side + column, 200 + random.nextInt(50));
        }
      }
      sites.add(SiteData.of("s" + s, records));
    }
    StudyPlan plan =
        DpScheduleTest.plan(
            InputKind.image(side, side), side * side, 3, 8, 3L * SITES * RECORDS, 1);
    assertThat(DpSchedule.of(plan).route()).isEqualTo(Route.TREE);
    try (Parallel parallel = Parallel.of(1)) {
      RunResult result = new Federation(plan, sites, new Seed(5)).run(parallel, RunListener.none());
      int[][] counts = new int[3][3];
      for (SiteData site : sites) {
        int[] labels = result.labels().get(site.site()).toArray();
        for (int i = 0; i < labels.length; i++) {
          counts[i % 3][labels[i]]++;
        }
      }
      Set<Integer> clusters = new HashSet<>();
      for (int[] shape : counts) {
        int most = shape[0] > shape[1] ? 0 : 1;
        most = shape[2] > shape[most] ? 2 : most;
        assertThat(shape[most]).isGreaterThan(SITES * RECORDS * 19 / 20);
        clusters.add(most);
      }
      assertThat(clusters).hasSize(3);
    }
  }
}
