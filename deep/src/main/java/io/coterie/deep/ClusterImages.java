package io.coterie.deep;

import io.coterie.math.IntVector;
import io.coterie.math.Matrix;
import io.coterie.math.Vector;
import io.coterie.method.CoordinatorContext;
import io.coterie.method.Sketch;
import io.coterie.protocol.ClusterSums;
import io.coterie.protocol.InputKind;
import io.coterie.protocol.StudyPlan;
import java.util.Arrays;

/** What clusters of images look like, for whoever draws. */
final class ClusterImages {
  static final String MEANS = "mean images of the clusters";

  private final StudyPlan plan;
  private final CoordinatorContext context;

  ClusterImages(StudyPlan plan, CoordinatorContext context) {
    this.plan = plan;
    this.context = context;
  }

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

  /** Shows the means of the answer's clusters, where the records of the study are images. */
  void showMeans(ClusterSums sums, int[] clusters) {
    Matrix means = means(sums, clusters, plan.input().dimension());
    double[] mass = Arrays.stream(clusters).mapToDouble(sums.counts()::at).toArray();
    show(MEANS, means, Vector.of(mass), IntVector.of(clusters));
  }

  /** Shows images of a round's clusters, where the records of the study are images. */
  void show(String name, Matrix pixels, Vector mass) {
    show(name, pixels, mass, IntVector.of());
  }

  private void show(String name, Matrix pixels, Vector mass, IntVector clusters) {
    if (plan.input().kind() instanceof InputKind.Image image) {
      context
          .findings()
          .show(new Sketch.Images(name, image.height(), image.width(), pixels, mass, clusters));
    }
  }
}
