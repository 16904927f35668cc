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
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
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
}
