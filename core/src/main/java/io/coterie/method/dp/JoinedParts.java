package io.coterie.method.dp;

import io.coterie.features.RecordMap;
import io.coterie.features.internal.Project;
import io.coterie.features.internal.Standardize;
import io.coterie.math.Blas;
import io.coterie.math.IntVector;
import io.coterie.math.LongVector;
import io.coterie.math.Matrix;
import io.coterie.math.Vector;
import io.coterie.math.internal.cluster.GaussianMixture;
import io.coterie.math.internal.cluster.LargestFirst;
import io.coterie.math.internal.eigen.EigenPairs;
import io.coterie.message.internal.NoisyTotals;
import io.coterie.model.ClusterModel;
import io.coterie.model.internal.NearestPrototype;
import java.util.ArrayList;
import java.util.List;

/**
 * Clusters made of the parts of a mixture, of which there are more than clusters. How likely a
 * mixture is does not show whether two parts are one cluster; how many records lie between them
 * does, and a noisy count of these is exact enough. Parts are joined two by two, those first that
 * have the most records between them for a record of the smaller one.
 *
 * @param steps from the tree's axes to those where the spread inside parts is the same everywhere
 * @param model of the clusters, there
 */
record JoinedParts(List<RecordMap> steps, ClusterModel model) {
  private static final double PARTS = 1.2;

  /** Returns how many parts are looked for. */
  static int count(int clusterCount) {
    return (int) Math.ceil(PARTS * clusterCount);
  }

  /**
   * Asks how many records lie between parts, and joins them.
   *
   * @param mixture of the parts, with one covariance
   * @param variances of the points on each axis
   * @param reach how many spreads of the points fit into the unit ball
   */
  static JoinedParts of(GaussianMixture mixture, double[] variances, double reach, DpStudy study) {
    int axes = variances.length;
    EigenPairs pairs = Blas.symmetricEigen(mixture.covariances().get(0));
    double squaredSpread = 0;
    for (int j = 0; j < axes; j++) {
      for (int k = 0; k < axes; k++) {
        double share = pairs.vectors().at(k, j);
        squaredSpread += share * share * variances[k] / pairs.values()[j];
      }
    }
    double[] scales = new double[axes];
    for (int j = 0; j < axes; j++) {
      scales[j] = reach * Math.sqrt(squaredSpread * pairs.values()[j]);
    }
    Vector origin = Vector.of(new double[axes]);
    List<RecordMap> steps =
        List.of(new Project(origin, pairs.vectors()), new Standardize(origin, Vector.of(scales)));
    Matrix centers = mixture.means();
    for (RecordMap step : steps) {
      centers = step.apply(centers, study.context().parallel());
    }
    centers = new Ball(QuestionCheck.FARTHEST_ANCHOR).drawIn(centers);
    NoisyTotals between = study.ask(new DpQuestion.Boundaries(steps, centers));
    int count = study.clusterCount();
    int[] clusters = joined(between.block(DpSchedule.PAIRS), mixture.weights(), count);
    return new JoinedParts(
        steps,
        new NearestPrototype(centers, IntVector.of(clusters), count)
            .renumbered(LargestFirst.ranks(centers, mixture.weights(), clusters, count)));
  }

  /**
   * Joins parts until so many clusters are left.
   *
   * @param between of each pair of parts, how many records lie between them, in any unit
   * @param weights of the parts
   * @return the cluster of each part
   */
  static int[] joined(LongVector between, double[] weights, int clusterCount) {
    List<List<Integer>> groups = new ArrayList<>();
    for (int part = 0; part < weights.length; part++) {
      groups.add(new ArrayList<>(List.of(part)));
    }
    while (groups.size() > clusterCount) {
      int one = 0;
      int other = 1;
      double most = Double.NEGATIVE_INFINITY;
      for (int a = 0; a < groups.size(); a++) {
        for (int b = a + 1; b < groups.size(); b++) {
          double share = share(between, weights, groups.get(a), groups.get(b));
          if (share > most) {
            most = share;
            one = a;
            other = b;
          }
        }
      }
      groups.get(one).addAll(groups.remove(other));
    }
    int[] clusters = new int[weights.length];
    for (int group = 0; group < groups.size(); group++) {
      for (int part : groups.get(group)) {
        clusters[part] = group;
      }
    }
    return clusters;
  }

  /** Returns the records between two groups of parts for a record of the smaller one. */
  private static double share(
      LongVector between, double[] weights, List<Integer> one, List<Integer> other) {
    double count = 0;
    for (int a : one) {
      for (int b : other) {
        count += between.at(Triangle.index(a, b));
      }
    }
    return count / Math.min(weight(weights, one), weight(weights, other));
  }

  private static double weight(double[] weights, List<Integer> group) {
    return group.stream().mapToDouble(part -> weights[part]).sum();
  }
}
