package io.coterie.deep.plus;

import io.coterie.math.IntVector;
import io.coterie.math.Matrix;
import io.coterie.math.Vector;
import io.coterie.message.internal.ClusterSums;
import io.coterie.method.CoordinatorContext;
import io.coterie.method.Diagnostics;
import io.coterie.plan.InputKind;
import io.coterie.plan.StudyPlan;
import java.util.Arrays;

/** What clusters of images look like, for pictures. */
record ClusterImages(StudyPlan plan, CoordinatorContext context) {
  static final String MEANS = "mean images of the clusters";

  /** Shows the means of the answer's clusters, where the records of the study are images. */
  void showMeans(ClusterSums sums) {
    int[] clusters = sums.used();
    Matrix means = sums.means(clusters, plan.input().dimension());
    double[] mass = Arrays.stream(clusters).mapToDouble(sums.counts()::at).toArray();
    show(MEANS, means, Vector.of(mass), IntVector.of(clusters));
  }

  /** Shows images of a round's clusters, where the records of the study are images. */
  void show(String name, Matrix pixels, Vector mass) {
    show(name, pixels, mass, IntVector.of());
  }

  private void show(String name, Matrix pixels, Vector mass, IntVector clusters) {
    if (plan.input().kind() instanceof InputKind.Image image) {
      context.show(
          new Diagnostics.Images(name, image.height(), image.width(), pixels, mass, clusters));
    }
  }
}
