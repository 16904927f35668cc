package io.coterie.model;

import io.coterie.math.Matrix;
import io.coterie.math.Vector;
import io.coterie.math.internal.ChiSquare;
import java.io.Serializable;
import java.util.Arrays;
import java.util.Optional;

/**
 * From where on a record is like those of no cluster: where its squared distance to every cluster
 * is above that cluster's limit. Limits follow from sums that the model holds, never from a record.
 *
 * @param share of the records of a cluster that would be above its limit, if they were spread as
 *     the model assumes
 * @param limits of the squared distance to each cluster; one where it is the same for all
 * @param degrees of freedom of a squared distance
 * @param numbers how many numbers a record has that lacks none; of fewer, distances are smaller
 */
public record OutlierRule(double share, Vector limits, double degrees, int numbers)
    implements Serializable {
  /** One record of a hundred is flagged where the model fits. */
  public static final double USUAL_SHARE = 0.01;

  public OutlierRule {
    boolean isFit =
        limits.size() > 0
            && share > 0
            && share < 1
            && degrees >= 1
            && numbers >= 1
            && Arrays.stream(limits.toArray())
                .allMatch(limit -> limit > 0 && limit < Double.POSITIVE_INFINITY);
    if (!isFit) {
      throw new IllegalArgumentException(
          "the rule for outliers needs a share between 0 and 1, positive limits and 1 degree of"
              + " freedom");
    }
  }

  /** Makes the rule where squared distances are in units of their cluster's variance. */
  public static OutlierRule ofNumbers(double share, int numbers, int clusterCount) {
    double[] limits = new double[clusterCount];
    Arrays.fill(limits, ChiSquare.exceededBy(share, numbers));
    return new OutlierRule(share, Vector.of(limits), numbers, numbers);
  }

  /**
   * Makes the usual rule of the spread S about clusters: a squared distance has mean tr S and
   * variance 2 tr S², which are those of a scaled chi-square variable (F. Satterthwaite 1946).
   * Empty where there is no spread.
   */
  public static Optional<OutlierRule> ofSpread(Matrix spread) {
    return ofSpread(spread, Vector.of(1), Vector.of(1));
  }

  /**
   * Makes the same rule of records in parts, of which each has the spread S at a size of its own:
   * the share is that of the records of all parts together.
   *
   * @param spread of all records about their parts
   * @param weights how many records each part has
   * @param sizes the mean squared distance of each part's records, in any unit
   */
  public static Optional<OutlierRule> ofSpread(Matrix spread, Vector weights, Vector sizes) {
    double mean = 0;
    double squares = 0;
    for (int i = 0; i < spread.rows(); i++) {
      mean += spread.at(i, i);
      for (int j = 0; j < spread.columns(); j++) {
        squares += spread.at(i, j) * spread.at(i, j);
      }
    }
    double size = 0;
    for (int p = 0; p < sizes.size(); p++) {
      size += weights.at(p) / weights.sum() * sizes.at(p);
    }
    if (!(mean > 0 && squares > 0 && size > 0 && Double.isFinite(squares))) {
      return Optional.empty();
    }
    double degrees = Math.max(1, mean * mean / squares);
    double[] means = new double[sizes.size()];
    for (int p = 0; p < means.length; p++) {
      means[p] = mean * sizes.at(p) / size;
    }
    double low = 0;
    double high = mean;
    while (above(high, degrees, weights, means) > USUAL_SHARE) {
      low = high;
      high *= 2;
    }
    while (high - low > 1e-9 * high) {
      double middle = (low + high) / 2;
      if (above(middle, degrees, weights, means) > USUAL_SHARE) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return Optional.of(new OutlierRule(USUAL_SHARE, Vector.of(high), degrees, spread.rows()));
  }

  private static double above(double limit, double degrees, Vector weights, double[] means) {
    double above = 0;
    for (int p = 0; p < means.length; p++) {
      above +=
          means[p] > 0 ? weights.at(p) * ChiSquare.above(limit * degrees / means[p], degrees) : 0;
    }
    return above / weights.sum();
  }

  double limit(int cluster) {
    return limits.at(limits.size() == 1 ? 0 : cluster);
  }

  /** Returns by how much limits are lower for records that lack values. */
  double factor(int present) {
    return present >= numbers
        ? 1
        : ChiSquare.exceededBy(share, Math.max(1, degrees * present / numbers))
            / ChiSquare.exceededBy(share, degrees);
  }
}
