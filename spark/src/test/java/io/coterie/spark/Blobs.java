package io.coterie.spark;

import io.coterie.federation.Federation;
import io.coterie.federation.RunListener;
import io.coterie.federation.RunResult;
import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import io.coterie.math.Seed;
import io.coterie.plan.InputKind;
import io.coterie.plan.PrivacyPlan;
import io.coterie.plan.StudyPlan;
import io.coterie.plan.StudyPlan.InputPlan;
import io.coterie.site.SiteData;
import java.util.List;
import java.util.SplittableRandom;

/** Records of three clusters that touch, so that a wrong sum moves labels. */
final class Blobs {
  static final int DIMENSION = 3;

  private Blobs() {}

  static Matrix of(int rows, Seed seed) {
    SplittableRandom random = seed.random();
    Matrix records = Matrix.zeros(rows, DIMENSION);
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < DIMENSION; j++) {
        records.set(i, j, (j == i % 3 ? 4 : 0) + random.nextGaussian());
      }
    }
    return records;
  }

  static StudyPlan plan(String method) {
    return StudyPlan.of(method, 3, InputPlan.automatic(InputKind.table(), DIMENSION))
        .with(method.equals("anchor-graph") ? PrivacyPlan.totals() : PrivacyPlan.component());
  }

  static RunResult run(StudyPlan plan, List<SiteData> sites) {
    return new Federation(plan, sites, new Seed(1)).run(Parallel.sequential(), RunListener.none());
  }
}
