package io.coterie.model;

import io.coterie.math.Vector;
import io.coterie.math.internal.ChiSquare;
import java.io.Serializable;
import java.util.Arrays;

/**
 * From where on a record is like those of no cluster: where its squared distance to every cluster
 * is above that cluster's limit. Limits follow from sums that the model holds, never from a record.
 *
 * @param share of the records of a cluster that would be above its limit, if they were spread as
 *     the model assumes
 * @param limits of the squared distance to each cluster; one where it is the same for all
 * @param degrees of freedom that the limits are for; with missing values a record has fewer
 */
public record OutlierRule(double share, Vector limits, double degrees) implements Serializable {
  /** One record of a hundred is flagged where the model fits. */
  public static final double USUAL_SHARE = 0.01;

  public OutlierRule {
    boolean isFit =
        limits.size() > 0
            && share > 0
            && share < 1
            && degrees >= 1
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
    return new OutlierRule(share, Vector.of(limits), numbers);
  }

  double limit(int cluster) {
    return limits.at(limits.size() == 1 ? 0 : cluster);
  }

  /** Returns by how much limits are lower for records that lack values. */
  double factor(int present) {
    return present >= degrees
        ? 1
        : ChiSquare.exceededBy(share, present) / ChiSquare.exceededBy(share, degrees);
  }
}
