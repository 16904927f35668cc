package io.coterie.model.internal;

import io.coterie.features.FeatureLayout;
import io.coterie.math.Matrix;
import io.coterie.math.internal.cluster.GaussianMixture;
import io.coterie.math.internal.cluster.LevelMixture;
import java.util.ArrayList;
import java.util.List;

/**
 * A mixture column by column: how the values of each are spread within every component. Plain loops
 * in one order, so that every machine gets the same.
 *
 * <p>Not thread-safe.
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public final class ColumnMixtures {
  /** Integrals reach so many deviations to both sides, in steps of a tenth. */
  private static final int REACH = 8;

  private static final int STEPS_OF_ONE = 10;

  private final double[] weights;
  private final int[] clusterOf;
  private final double[] clusterWeights;

  /** By the feature at which a column begins; null within a column of levels. */
  private final List<Spread> spreads;

  /** How the values of one column are spread within the components. */
  private sealed interface Spread {}

  private record Normal(double[] means, double[] deviations) implements Spread {}

  /** One row of shares for each component. */
  private record Levels(Matrix shares) implements Spread {}

  private ColumnMixtures(double[] weights, int[] clusterOf, int clusters, List<Spread> spreads) {
    this.weights = weights;
    this.clusterOf = clusterOf;
    this.clusterWeights = new double[clusters];
    this.spreads = spreads;
    for (int k = 0; k < weights.length; k++) {
      clusterWeights[clusterOf[k]] += weights[k];
    }
  }

  public static ColumnMixtures of(MixtureModel model) {
    GaussianMixture mixture = model.mixture();
    int count = mixture.clusterCount();
    List<Matrix> covariances = mixture.covariances();
    List<Spread> spreads = new ArrayList<>();
    for (int j = 0; j < mixture.means().columns(); j++) {
      double[] means = new double[count];
      double[] deviations = new double[count];
      for (int k = 0; k < count; k++) {
        means[k] = mixture.means().at(k, j);
        deviations[k] = Math.sqrt(covariances.get(covariances.size() == 1 ? 0 : k).at(j, j));
      }
      spreads.add(new Normal(means, deviations));
    }
    return new ColumnMixtures(
        mixture.weights(), model.clusters().toArray(), model.clusterCount(), spreads);
  }

  public static ColumnMixtures of(LevelMixtureModel model) {
    LevelMixture mixture = model.mixture();
    FeatureLayout layout = model.layout();
    int[] own = new int[mixture.components()];
    for (int k = 0; k < own.length; k++) {
      own[k] = k;
    }
    List<Spread> spreads = new ArrayList<>();
    int number = 0;
    int level = 0;
    for (int size : layout.sizes().toArray()) {
      if (size == 0) {
        spreads.add(normal(mixture, number++));
      } else {
        int count = Math.max(2, size);
        int first = level;
        spreads.add(
            new Levels(
                Matrix.zeros(own.length, count)
                    .map((k, l, zero) -> StrictMath.exp(mixture.logShares().at(k, first + l)))));
        for (int l = 1; l < size; l++) {
          spreads.add(null);
        }
        level += count;
      }
    }
    return new ColumnMixtures(mixture.weights(), own, own.length, spreads);
  }

  private static Normal normal(LevelMixture mixture, int number) {
    double[] means = new double[mixture.components()];
    double[] deviations = new double[means.length];
    for (int k = 0; k < means.length; k++) {
      means[k] = mixture.means().at(k, number);
      deviations[k] = mixture.deviation(k, number);
    }
    return new Normal(means, deviations);
  }

  /** Returns how many features a record has. */
  public int features() {
    return spreads.size();
  }

  public int clusters() {
    return clusterWeights.length;
  }

  /** Returns the entropy of the clusters, in nats. */
  public double entropy() {
    double entropy = 0;
    for (double weight : clusterWeights) {
      entropy -= weight > 0 ? weight * StrictMath.log(weight) : 0;
    }
    return entropy;
  }

  /** Returns the mutual information of a column and the cluster, in nats. */
  public double information(int feature) {
    Spread spread = spreads.get(feature);
    return spread instanceof Normal normal ? ofNormal(normal) : ofLevels((Levels) spread);
  }

  private double ofLevels(Levels levels) {
    Matrix shares = levels.shares();
    double information = 0;
    for (int l = 0; l < shares.columns(); l++) {
      double[] densities = new double[weights.length];
      for (int k = 0; k < weights.length; k++) {
        densities[k] = shares.at(k, l);
      }
      for (int k = 0; k < weights.length; k++) {
        information += weights[k] * shares.at(k, l) * logRatio(densities, clusterOf[k]);
      }
    }
    return information;
  }

  /** Σ w E[ln p(x | cluster) / p(x)] over the components, each by the trapezoid rule. */
  private double ofNormal(Normal normal) {
    double information = 0;
    double[] densities = new double[weights.length];
    double unit = 1 / (STEPS_OF_ONE * StrictMath.sqrt(2 * StrictMath.PI));
    for (int k = 0; k < weights.length; k++) {
      for (int step = -REACH * STEPS_OF_ONE; step <= REACH * STEPS_OF_ONE; step++) {
        double z = (double) step / STEPS_OF_ONE;
        double x = normal.means()[k] + z * normal.deviations()[k];
        for (int c = 0; c < weights.length; c++) {
          double away = (x - normal.means()[c]) / normal.deviations()[c];
          densities[c] = StrictMath.exp(-away * away / 2) / normal.deviations()[c];
        }
        double part = weights[k] * unit * StrictMath.exp(-z * z / 2);
        information += part * logRatio(densities, clusterOf[k]);
      }
    }
    return information;
  }

  /** Returns ln p(x | cluster) / p(x), of densities of x in the components up to a factor. */
  private double logRatio(double[] densities, int cluster) {
    double own = 0;
    double all = 0;
    for (int k = 0; k < weights.length; k++) {
      double density = weights[k] * densities[k];
      own += clusterOf[k] == cluster ? density : 0;
      all += density;
    }
    return own > 0 ? StrictMath.log(own / (clusterWeights[cluster] * all)) : 0;
  }
}
