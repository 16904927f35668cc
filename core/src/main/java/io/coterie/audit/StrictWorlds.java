package io.coterie.audit;

import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import io.coterie.math.Seed;
import io.coterie.method.SiteContext;
import io.coterie.method.strict.StrictClustering;
import io.coterie.privacy.NoiseSource;
import io.coterie.privacy.NoisyBlock;
import io.coterie.protocol.CoordinatorMessage;
import io.coterie.protocol.StudyPlan;
import io.coterie.site.PrivacyGate;
import io.coterie.site.SiteData;
import java.util.ArrayList;
import java.util.List;

/** Makes the exact releases of a strict site from its records, for questions that are fixed. */
@FunctionalInterface
interface StrictWorlds {
  World of(Matrix records);

  /** Returns what the site part of a strict plan measures. */
  static StrictWorlds of(StudyPlan plan, List<CoordinatorMessage> questions, Parallel parallel) {
    return records -> {
      SiteContext context =
          new SiteContext(
              SiteData.of("audit", records),
              new PrivacyGate("audit", NoiseSource.secure()),
              new Seed(0),
              parallel);
      List<List<NoisyBlock>> sums = StrictClustering.exactSums(plan, context, questions);
      List<World.Release> releases = new ArrayList<>();
      for (int i = 0; i < sums.size(); i++) {
        releases.add(new World.Release(questions.get(i).payload().kind(), sums.get(i)));
      }
      return new World(releases);
    };
  }
}
