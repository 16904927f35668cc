package io.coterie.audit;

import static org.assertj.core.api.Assertions.assertThat;

import io.coterie.audit.internal.membership.Participation;
import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import io.coterie.math.Seed;
import io.coterie.plan.InputKind;
import io.coterie.plan.PrivacyPlan;
import io.coterie.plan.StudyPlan;
import io.coterie.plan.StudyPlan.InputPlan;
import io.coterie.privacy.NoiseSource;
import io.coterie.site.SiteData;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Levels that promise nothing. */
class PrivacyAuditTest {
  private static final Seed SEED = new Seed(5);
  private static final int EACH = 80;

  /** Feature vectors of four overlapping groups. */
  private static List<SiteData> sites() {
    SplittableRandom random = SEED.random();
    Matrix records =
        Matrix.zeros(3 * EACH, 8)
            .map((i, j, value) -> (j == i % 4 ? 2 : 0) + random.nextGaussian());
    return IntStream.range(0, 3)
        .mapToObj(
            s ->
                SiteData.of(
                    "site-" + s,
                    records.selectRows(IntStream.range(s * EACH, (s + 1) * EACH).toArray())))
        .toList();
  }

  /** The groups are of the records as they were before a metric was learned from them. */
  @Test
  void groupsOfASiteAreNearItsRecordsBeforeTheMetricIsLearned() {
    StudyPlan plan =
        StudyPlan.of("anchor-graph:groups", 4, InputPlan.automatic(InputKind.vectors(), 8))
            .with(PrivacyPlan.component());

    AuditReport report =
        new PrivacyAudit(
                plan, new PrivacyAudit.Options(200, 1), part -> NoiseSource.repeatable(SEED))
            .run(sites(), SEED, Parallel.sequential());

    assertThat(report.verdict()).isEqualTo(AuditOutcome.NO_GUARANTEE);
    assertThat(report.checks()).isEmpty();
    Participation means = report.participation().orElseThrow();
    assertThat(means.found().error()).isLessThan(0.8 * means.control().error());
    assertThat(means.auc().value()).isGreaterThan(0.15 + means.controlAuc().value());
  }
}
