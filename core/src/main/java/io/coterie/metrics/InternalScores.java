package io.coterie.metrics;

import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import io.coterie.message.Labels;
import java.util.OptionalDouble;

/**
 * How compact and how far apart clusters are, by Euclidean distance and without true labels. Empty
 * clusters do not count. A score is absent, never NaN or infinite, where it is not defined: with
 * one cluster, with as many clusters as records, and as the parameters say.
 *
 * @param silhouette mean of (b − a) / max(a, b), from −1 to 1, larger is better (P. J. Rousseeuw,
 *     1987)
 * @param daviesBouldin mean over clusters of the worst (S_i + S_j) / d_ij, smaller is better (D. L.
 *     Davies, D. W. Bouldin, 1979); absent when two centers coincide
 * @param calinskiHarabasz variance between over variance within clusters, larger is better (T.
 *     Calinski, J. Harabasz, 1974); absent when all records lie on their centers
 */
public record InternalScores(
    OptionalDouble silhouette, OptionalDouble daviesBouldin, OptionalDouble calinskiHarabasz) {
  /** Scores the clusters found for the rows of a matrix, each against each. */
  public static InternalScores of(Matrix records, Labels found, Parallel parallel) {
    if (records.rows() != found.size()) {
      throw new IllegalArgumentException(
          "There are %d records but %d labels; both must describe the same records."
              .formatted(records.rows(), found.size()));
    }
    Clusters clusters = Clusters.of(records, found, parallel);
    if (!clusters.areComparable()) {
      OptionalDouble none = OptionalDouble.empty();
      return new InternalScores(none, none, none);
    }
    return new InternalScores(
        Silhouette.of(records, found, parallel),
        clusters.daviesBouldin(),
        clusters.calinskiHarabasz());
  }
}
