package io.coterie.method.anchor;

import io.coterie.CoterieException;
import io.coterie.features.RecordMap;
import io.coterie.features.internal.NormalizeRows;
import io.coterie.features.internal.Project;
import io.coterie.math.Matrix;
import io.coterie.math.Vector;
import io.coterie.math.internal.linear.Discriminant;
import io.coterie.message.internal.ClusterMoments;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The space in which the graph is made a second time: distances in units of the spread inside the
 * clusters of the first graph. With many clusters, the axes along which these differ are enough;
 * with few, the others stay at less than half their size, because clusters that the first graph did
 * not tell apart differ along them.
 */
final class LearnedMetric {
  /** The scale of the other axes where there are fewer clusters. */
  private static final double REST = 0.4;

  private LearnedMetric() {}

  /**
   * Refuses steps that are no metric of records with so many values: one finite map onto at most as
   * many values, and unit rows after it.
   */
  static void require(List<RecordMap> steps, int columns) {
    boolean isMetric =
        steps.isEmpty()
            || (steps.get(0) instanceof Project project
                && project.axes().rows() == columns
                && project.axes().columns() <= columns
                && Arrays.stream(project.axes().array()).allMatch(Double::isFinite)
                && Arrays.stream(project.mean().toArray()).allMatch(Double::isFinite)
                && (steps.size() == 1
                    || (steps.size() == 2
                        && steps.get(1) instanceof NormalizeRows rows
                        && rows.norm() == 2)));
    if (!isMetric) {
      throw CoterieException.notAgreed(
          "The coordinator sends a metric that the study does not have. Nothing was sent for it,"
              + " and this site leaves the study.");
    }
  }

  /** Returns the steps into the space; none if the clusters say nothing about distances. */
  static List<RecordMap> steps(ClusterMoments moments, Vector origin, boolean unitRows) {
    int clusterCount = moments.counts().size();
    Matrix within = moments.scatter().symmetric();
    int d = within.rows();
    double total = moments.counts().sum();
    double[] mean = new double[d];
    for (int c = 0; c < clusterCount; c++) {
      for (int j = 0; j < d; j++) {
        mean[j] += moments.sums().at(c, j) / total;
      }
    }
    // With s and n the sum and size of a cluster, m = s / n and μ the mean of all: within is
    // T − Σ s sᵀ / n, between is Σ n (m − μ)(m − μ)ᵀ.
    Matrix between = Matrix.zeros(d, d);
    for (int c = 0; c < clusterCount; c++) {
      double count = moments.counts().at(c);
      if (count > 0) {
        double[] own = moments.sums().row(c);
        for (int i = 0; i < d; i++) {
          for (int j = 0; j < d; j++) {
            within.set(i, j, within.at(i, j) - own[i] * own[j] / count);
            double outer = (own[i] / count - mean[i]) * (own[j] / count - mean[j]);
            between.set(i, j, between.at(i, j) + count * outer);
          }
        }
      }
    }
    List<RecordMap> steps = new ArrayList<>();
    double rest = AnchorProfile.isMany(clusterCount) ? 0 : REST;
    Discriminant.axes(within, between, clusterCount - 1, rest)
        .ifPresent(axes -> steps.add(new Project(origin, axes)));
    if (unitRows && !steps.isEmpty()) {
      steps.add(new NormalizeRows(2));
    }
    return steps;
  }
}
