package io.coterie.method.anchor;

import io.coterie.features.FeatureLayout;
import io.coterie.features.RecordMap;
import io.coterie.features.internal.Project;
import io.coterie.math.Blas;
import io.coterie.math.Matrix;
import io.coterie.math.Vector;
import io.coterie.math.internal.cluster.LevelMixture;
import io.coterie.model.ClusterModel;
import io.coterie.model.FittedModel;
import io.coterie.model.OutlierRule;
import io.coterie.model.internal.AnchorEmbedding;
import io.coterie.model.internal.AnchorVotes;
import io.coterie.model.internal.LevelMixtureModel;
import java.util.List;
import java.util.Optional;

/**
 * From where on a record is an outlier, by totals that the coordinator has: the scatter of all
 * records and of the cells. A squared distance by a spread S has mean tr S and variance 2 tr S²,
 * which are those of a scaled chi-square variable (F. Satterthwaite 1946).
 */
record SpreadLimits(Cells cells, FeatureLayout layout) {
  /** Returns a model with the limits; without any where nothing is known of the spread. */
  FittedModel on(FittedModel model, List<RecordMap> metric) {
    return rule(model.clusters(), metric).map(model::withOutliers).orElse(model);
  }

  private Optional<OutlierRule> rule(ClusterModel model, List<RecordMap> metric) {
    if (model instanceof LevelMixtureModel mixture) {
      return mixture.mixture().mode() == LevelMixture.Mode.DIAGONAL
          ? ofDiagonal(mixture.mixture())
          : Optional.empty(); // its covariances are what it needs
    }
    boolean hasAnchors = model instanceof AnchorVotes || model instanceof AnchorEmbedding;
    return hasAnchors ? ofCells(metric) : Optional.empty();
  }

  /**
   * A diagonal mixture takes columns for independent within a cluster; what they are not is in the
   * scatter: of columns that move together distances vary more.
   */
  private Optional<OutlierRule> ofDiagonal(LevelMixture mixture) {
    int[] features = layout.numberFeatures();
    Matrix within =
        Matrix.zeros(features.length, features.length)
            .map(
                (a, b, zero) -> {
                  double value = cells.scatter().at(features[a], features[b]) / cells.records();
                  for (int c = 0; c < mixture.components(); c++) {
                    value -=
                        mixture.weights()[c] * mixture.means().at(c, a) * mixture.means().at(c, b);
                  }
                  return value;
                });
    for (int a = 0; a < features.length; a++) {
      if (!(within.at(a, a) > 0)) {
        return Optional.empty();
      }
    }
    return OutlierRule.ofSpread(
        within.map(
            (a, b, value) ->
                a == b ? 1 : clipped(value / Math.sqrt(within.at(a, a) * within.at(b, b)))));
  }

  private static double clipped(double correlation) {
    return Math.max(-1, Math.min(1, correlation));
  }

  /** Distances to the nearest anchor are at most about those to the mean of the record's cell. */
  private Optional<OutlierRule> ofCells(List<RecordMap> metric) {
    Matrix inside = cells.inside().map((i, j, value) -> value / cells.records());
    if (metric.isEmpty()) {
      return ofCells(inside);
    }
    boolean isLinear = metric.size() == 1 && metric.get(0) instanceof Project;
    if (!isLinear) {
      return Optional.empty();
    }
    Matrix axes = ((Project) metric.get(0)).axes();
    return ofCells(Blas.multiplyTransposed(axes, Blas.multiply(inside, axes)));
  }

  /** Cells are of many sizes, so that far fewer distances are middling than with one. */
  private Optional<OutlierRule> ofCells(Matrix spread) {
    double[] variances = cells.totals().stream().mapToDouble(cells::variance).toArray();
    return OutlierRule.ofSpread(spread, cells.counts(), Vector.of(variances));
  }
}
