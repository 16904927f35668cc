package io.coterie.model;

import io.coterie.math.Matrix;
import java.util.Arrays;

/**
 * How near records are to clusters, as a model sees them.
 *
 * @param scale what the values are
 * @param values one row for each record, one column for each cluster
 * @param squares the squared distances to the clusters, in the model's own units; without columns
 *     where the model has none
 * @param present how many numbers of each record are there; empty where all are
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record Nearness(Scale scale, Matrix values, Matrix squares, int[] present) {
  /** What values are. */
  public enum Scale {
    /** The probabilities of the clusters, which add up to one. */
    PROBABILITY,
    /** Shares of votes, which add up to one. */
    SHARE,
    /** Distances: the smallest is nearest. */
    DISTANCE
  }

  /** Makes nearness without distances that limits are known for. */
  public static Nearness of(Scale scale, Matrix values) {
    return new Nearness(scale, values, Matrix.zeros(values.rows(), 0), new int[0]);
  }

  /** Returns the same with squared distances of records that lack nothing. */
  public Nearness withSquares(Matrix found) {
    return new Nearness(scale, values, found, new int[0]);
  }

  /** Returns the cluster next to a record after its own; −1 where there is no other. */
  int second(int record, int own) {
    int second = -1;
    for (int c = 0; c < values.columns(); c++) {
      if (c != own && (second < 0 || isNearer(record, c, second))) {
        second = c;
      }
    }
    return second;
  }

  private boolean isNearer(int record, int one, int other) {
    return scale == Scale.DISTANCE
        ? values.at(record, one) < values.at(record, other)
        : values.at(record, one) > values.at(record, other);
  }

  /** Returns 0 where a record is as near to another cluster as to its own, 1 where to no other. */
  double margin(int record, int own, int second) {
    if (second < 0) {
      return 1;
    }
    double first = values.at(record, own);
    double next = values.at(record, second);
    double margin = scale == Scale.DISTANCE ? next > 0 ? 1 - first / next : 0 : first - next;
    return Math.max(0, Math.min(1, margin));
  }

  /** Returns a record's squared distance over the limit, of the cluster where it is smallest. */
  double beyond(int record, OutlierRule rule) {
    if (squares.columns() == 0 || (present.length > 0 && present[record] == 0)) {
      return Double.NaN;
    }
    double factor = present.length == 0 ? 1 : rule.factor(present[record]);
    double least = Double.POSITIVE_INFINITY;
    for (int c = 0; c < squares.columns(); c++) {
      least = Math.min(least, squares.at(record, c) / (factor * rule.limit(c)));
    }
    return least;
  }

  /** Says how many there are, never how near. */
  @Override
  public String toString() {
    return "Nearness[%d records, %s]".formatted(values.rows(), scale);
  }

  /** Returns one column for each cluster: the least of its parts' values. */
  public static Matrix leastOfParts(Matrix parts, int[] clusterOf, int clusterCount) {
    Matrix least = Matrix.zeros(parts.rows(), clusterCount);
    Arrays.fill(least.array(), Double.POSITIVE_INFINITY);
    for (int i = 0; i < parts.rows(); i++) {
      for (int p = 0; p < clusterOf.length; p++) {
        int c = clusterOf[p];
        least.set(i, c, Math.min(least.at(i, c), parts.at(i, p)));
      }
    }
    return least;
  }
}
