package io.coterie.audit.internal.membership;

import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import io.coterie.math.Seed;
import io.coterie.message.CoordinatorMessage;
import io.coterie.method.SiteContext;
import io.coterie.method.dp.DpClustering;
import io.coterie.plan.StudyPlan;
import io.coterie.privacy.NoiseSource;
import io.coterie.privacy.NoisyBlock;
import io.coterie.site.PrivacyGate;
import io.coterie.site.SiteData;
import java.util.ArrayList;
import java.util.List;

/** Exact releases of a dp site, from its records and for questions that are fixed. */
@FunctionalInterface
public interface DpWorlds {
  ExactTranscript of(Matrix records);

  /** Measured before the gate: what comes out is exact. */
  static DpWorlds of(StudyPlan plan, List<CoordinatorMessage> questions, Parallel parallel) {
    return records -> {
      SiteContext context =
          new SiteContext(
              SiteData.of("audit", records),
              new PrivacyGate("audit", NoiseSource.secure()),
              new Seed(0),
              parallel);
      List<List<NoisyBlock>> sums = DpClustering.exactSums(plan, context, questions);
      List<ExactTranscript.Release> releases = new ArrayList<>();
      for (int i = 0; i < sums.size(); i++) {
        releases.add(new ExactTranscript.Release(questions.get(i).payload().kind(), sums.get(i)));
      }
      return new ExactTranscript(releases);
    };
  }
}
