package io.coterie.deep;

import io.coterie.math.Matrix;
import io.coterie.method.CoordinatorContext;
import io.coterie.method.Sketch;
import io.coterie.protocol.ClusterSums;
import io.coterie.protocol.InputKind;
import io.coterie.protocol.StudyPlan;

/** What clusters of images look like, for whoever draws. */
final class ClusterImages {
  static final String MEANS = "mean images of the clusters";

  private ClusterImages() {}

  /** Returns the means of some clusters, of the first values alone. */
  static Matrix means(ClusterSums sums, int[] clusters, int dimension) {
    Matrix means = Matrix.zeros(clusters.length, dimension);
    for (int c = 0; c < clusters.length; c++) {
      for (int j = 0; j < dimension; j++) {
        means.set(c, j, sums.sums().at(clusters[c], j) / sums.counts().at(clusters[c]));
      }
    }
    return means;
  }

  /** Shows images, where the records of the study are some. */
  static void show(String name, Matrix pixels, StudyPlan plan, CoordinatorContext context) {
    InputKind kind = plan.input().kind();
    if (kind.isImage()) {
      context.findings().show(new Sketch.Images(name, kind.height(), kind.width(), pixels));
    }
  }
}
