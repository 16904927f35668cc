package io.coterie.method.internal.check;

import io.coterie.graph.SparseGraph;
import io.coterie.math.Matrix;
import io.coterie.math.Vector;
import io.coterie.math.internal.cluster.MixtureSums;
import io.coterie.math.internal.linear.Definiteness;
import io.coterie.message.Payload;
import io.coterie.message.internal.AnchorGraph;
import io.coterie.message.internal.AnchorSums;
import io.coterie.message.internal.ClusterMoments;
import io.coterie.message.internal.ClusterSums;
import io.coterie.message.internal.FeatureScatter;
import io.coterie.message.internal.FeatureSums;
import io.coterie.message.internal.FuzzySums;
import io.coterie.message.internal.MixtureTotals;
import io.coterie.message.internal.WeightSums;
import io.coterie.method.Reply;

/**
 * What holds of sums over records, whatever the records are: nobody who adds up records can break
 * it, so who breaks it lies or errs. Each rule holds of one site's sums and of a total alike, so
 * that totals under masks are held to it too. An IllegalArgumentException says which rule is
 * broken, and no value.
 */
public final class SumInvariants {
  /** Rounding of sums, of masked ones too, stays far below it. */
  private static final double SLACK = 1e-4;

  /** What rounding may leave of a sum that should be zero, as a share of its column's total. */
  private static final double ROUNDING = 1e-9;

  private SumInvariants() {}

  /** Refuses sums over the records of so many sites that no records have. */
  public static void require(Payload sums, int sites) {
    double most = sites * Reply.MOST_RECORDS;
    if (sums instanceof FeatureSums features) {
      requireFeatures(features, most);
    } else if (sums instanceof FeatureScatter scatter) {
      requireScatter(scatter.symmetric());
    } else if (sums instanceof AnchorSums groups) {
      requireGroups(groups.counts(), groups.sums(), most);
    } else if (sums instanceof ClusterSums groups) {
      requireGroups(groups.counts(), groups.sums(), most);
    } else if (sums instanceof FuzzySums fuzzy) {
      requireGroups(fuzzy.sums().masses(), fuzzy.sums().sums(), most);
    } else if (sums instanceof ClusterMoments moments) {
      requireMoments(moments, most);
    } else if (sums instanceof MixtureTotals totals) {
      for (MixtureSums mixture : totals.mixtures()) {
        requireMixture(mixture, most);
      }
    } else if (sums instanceof AnchorGraph graph) {
      requireGraph(graph, most);
    } else if (sums instanceof WeightSums weights) {
      Reply.require(
          weights.records() >= 0 && weights.records() <= most,
          "it counts less than no record, or more than 2^40 a site");
    }
  }

  private static void requireFeatures(FeatureSums sums, double most) {
    Reply.require(
        sums.records() >= 0 && sums.records() <= most,
        "it counts less than no record, or more than 2^40 a site");
    for (int j = 0; j < sums.present().size(); j++) {
      double present = sums.present().at(j);
      Reply.require(
          present >= 0 && present <= sums.records() * (1 + SLACK),
          "a feature has fewer values than none, or more than there are records");
      Reply.require(present > 0 || sums.sums().at(j) == 0, "a feature without values has a sum");
    }
  }

  private static void requireScatter(Matrix scatter) {
    Reply.require(
        !Definiteness.isBroken(scatter),
        "its scatter is not positive semidefinite, as sums of squares are");
  }

  private static void requireGroups(Vector counts, Matrix sums, double most) {
    requireCounts(counts, most);
    for (int g = 0; g < counts.size(); g++) {
      if (counts.at(g) == 0) {
        for (int j = 0; j < sums.columns(); j++) {
          Reply.require(sums.at(g, j) == 0, "a group without records has a sum");
        }
      }
    }
  }

  private static void requireCounts(Vector counts, double most) {
    double total = 0;
    for (int g = 0; g < counts.size(); g++) {
      Reply.require(counts.at(g) >= 0, "a group has fewer records than none");
      total += counts.at(g);
    }
    Reply.require(total <= most, "it counts more than 2^40 records a site");
  }

  /** The spread about the clusters' means, T − Σ s sᵀ / n, is a sum of squares too. */
  private static void requireMoments(ClusterMoments moments, double most) {
    requireGroups(moments.counts(), moments.sums(), most);
    Matrix scatter = moments.scatter().symmetric();
    requireScatter(scatter);
    Matrix within = scatter.copy();
    int d = within.rows();
    for (int c = 0; c < moments.counts().size(); c++) {
      double count = moments.counts().at(c);
      for (int i = 0; count > 0 && i < d; i++) {
        for (int j = 0; j < d; j++) {
          double between = moments.sums().at(c, i) * (moments.sums().at(c, j) / count);
          within.set(i, j, within.at(i, j) - between);
        }
      }
    }
    for (int i = 0; i < d; i++) {
      Reply.require(
          within.at(i, i) >= -SLACK * scatter.at(i, i),
          "its clusters' sums are larger than its scatter has room for");
    }
  }

  /**
   * Count, sums and squares of a component are one matrix of inner products, of (1, x). A component
   * that hardly any record belongs to has sums of the size of rounding errors, so each may be off
   * by a small share of its column's sum over all components.
   */
  private static void requireMixture(MixtureSums sums, double most) {
    requireCounts(Vector.of(sums.counts()), most);
    int d = sums.dimension();
    double[] rounding = new double[d + 1];
    for (int c = 0; c < sums.clusterCount(); c++) {
      rounding[0] += ROUNDING * sums.counts()[c];
      for (int i = 0, at = 0; i < d; at += d - i, i++) {
        rounding[i + 1] += ROUNDING * sums.seconds().at(c, at);
      }
    }
    for (int c = 0; c < sums.clusterCount(); c++) {
      Matrix inner = Matrix.zeros(d + 1, d + 1);
      inner.set(0, 0, sums.counts()[c] * (1 + SLACK) + rounding[0]);
      for (int i = 0, at = 0; i < d; i++) {
        inner.set(0, i + 1, sums.firsts().at(c, i));
        for (int j = i; j < d; j++, at++) {
          double value = sums.seconds().at(c, at);
          inner.set(i + 1, j + 1, i == j ? value * (1 + SLACK) + rounding[i + 1] : value);
        }
      }
      Reply.require(
          !Definiteness.isBroken(inner),
          "a component's counts, sums and squares are not positive semidefinite together");
    }
  }

  /**
   * B = ZᵀZ, where the rows of Z are not negative and sum to one: so B 1 = Zᵀ1, which is the mass,
   * and B is positive semidefinite.
   */
  private static void requireGraph(AnchorGraph graph, double most) {
    requireCounts(graph.mass(), most);
    SparseGraph gram = graph.gram();
    int nodes = gram.nodeCount();
    double[] own = new double[nodes];
    double[] scale = new double[nodes];
    for (int i = 0; i < nodes; i++) {
      double mass = graph.mass().at(i);
      Reply.require(
          Math.abs(gram.degree(i) - mass) <= SLACK * (1 + mass),
          "a row of its graph does not sum to the anchor's mass");
      own[i] = gram.weight(i, i) + SLACK; // weights in words are rounded
      scale[i] = 1 / Math.sqrt(own[i]);
    }
    double[] largest = new double[1];
    for (int i = 0; i < nodes; i++) {
      int row = i;
      double[] sum = {SLACK / own[i]};
      gram.forEachNeighbor(
          i,
          (other, weight) -> {
            Reply.require(
                weight * scale[row] * scale[other] <= 1 + SLACK,
                "its graph joins two anchors more than each to itself");
            sum[0] += weight * scale[row] * scale[other];
          });
      largest[0] = Math.max(largest[0], sum[0]);
    }
    Reply.require(
        !Definiteness.isBroken(nodes, largest[0], (x, y) -> multiply(gram, scale, x, y)),
        "its graph is not positive semidefinite, as inner products are");
  }

  /** Multiplies by the graph with SLACK on its diagonal, scaled to a diagonal of ones. */
  private static void multiply(SparseGraph gram, double[] scale, double[] x, double[] y) {
    for (int i = 0; i < x.length; i++) {
      double[] sum = new double[1];
      gram.forEachNeighbor(i, (other, weight) -> sum[0] += weight * scale[other] * x[other]);
      y[i] = (sum[0] + SLACK * scale[i] * x[i]) * scale[i];
    }
  }
}
