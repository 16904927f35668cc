package io.coterie.deep.plus;

import io.coterie.deep.GroupSums;
import io.coterie.features.Representation;
import io.coterie.graph.internal.knn.NearestNeighbors;
import io.coterie.graph.internal.knn.Neighbors;
import io.coterie.math.Matrix;
import io.coterie.math.Vector;
import io.coterie.math.internal.cluster.Moments;
import io.coterie.message.Payload;
import io.coterie.message.internal.AnchorSums;
import io.coterie.message.internal.FeatureScatter;
import io.coterie.message.internal.FeatureSums;
import io.coterie.message.internal.WeightSums;
import io.coterie.method.SiteContext;
import java.util.Arrays;

/** A site's sums by which shared anchors are found, and what it draws by their shares. */
final class SiteShares {
  private final SiteContext context;
  private final int smallestGroup;
  private final double cap;
  private Matrix mapped;
  private int[] nearest = {};

  SiteShares(SiteContext context, int smallestGroup, double cap) {
    this.context = context;
    this.smallestGroup = smallestGroup;
    this.cap = cap;
    this.mapped = context.data().records();
  }

  /** Returns how often each record is drawn; nothing where all are drawn alike. */
  Vector drawWeights(Vector shares) {
    return DrawWeights.of(nearest, shares, cap);
  }

  Payload measure(SharedAnchors.ShareQuestion question) {
    mapped = new Representation(question.steps()).apply(mapped, context.parallel());
    return switch (question.measure()) {
      case SUMS -> sums();
      case SCATTER ->
          FeatureScatter.of(
              Moments.of(mapped, question.center().toArray(), context.parallel()).scatter());
      case ANCHORS -> around(question.anchors());
      case DRAWS -> draws(question.center());
    };
  }

  private FeatureSums sums() {
    double[] sums = new double[mapped.columns()];
    double[] present = new double[mapped.columns()];
    Arrays.fill(present, mapped.rows());
    for (int i = 0; i < mapped.rows(); i++) {
      for (int j = 0; j < sums.length; j++) {
        sums[j] += mapped.at(i, j);
      }
    }
    return new FeatureSums(mapped.rows(), Vector.of(present), Vector.of(sums));
  }

  private AnchorSums around(Matrix anchors) {
    Neighbors found = NearestNeighbors.of(mapped, anchors, 1, context.parallel());
    nearest = new int[mapped.rows()];
    Arrays.setAll(nearest, i -> found.index(i, 0));
    return GroupSums.around(anchors, mapped, nearest, smallestGroup);
  }

  /** Returns n times the part of the draws that is not as the records are, and those at the cap. */
  private WeightSums draws(Vector shares) {
    mapped = null; // the anchors are found
    Vector weights = drawWeights(shares);
    double total = weights.sum();
    double[] gained = new double[shares.size()];
    double capped = 0;
    for (int i = 0; i < nearest.length; i++) {
      gained[nearest[i]] += weights.at(i) / total - 1.0 / nearest.length;
      capped += weights.at(i) >= cap ? 1 : 0;
    }
    double differing = 0;
    for (double part : gained) {
      differing += Math.max(0, part);
    }
    return new WeightSums(nearest.length, Vector.of(nearest.length * differing, capped), 0);
  }
}
