package io.coterie.metrics;

import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import io.coterie.math.Seed;
import io.coterie.protocol.Labels;
import java.util.OptionalDouble;
import java.util.SplittableRandom;

/**
 * How compact and how far apart clusters are, by Euclidean distance and without true labels. Empty
 * clusters do not count. A score is absent, never NaN or infinite, where it is not defined: with
 * one cluster, with as many clusters as records, and as the parameters say.
 *
 * @param silhouette mean of (b − a) / max(a, b), from −1 to 1, larger is better (P. J. Rousseeuw,
 *     1987); exact up to {@value #SILHOUETTE_LIMIT} records, else over a random sample of that size
 * @param daviesBouldin mean over clusters of the worst (S_i + S_j) / d_ij, smaller is better (D. L.
 *     Davies, D. W. Bouldin, 1979); absent when two centers coincide
 * @param calinskiHarabasz variance between over variance within clusters, larger is better (T.
 *     Calinski, J. Harabasz, 1974); absent when all records lie on their centers
 * @param silhouetteSampled whether the silhouette was computed on a sample
 */
public record InternalScores(
    OptionalDouble silhouette,
    OptionalDouble daviesBouldin,
    OptionalDouble calinskiHarabasz,
    boolean silhouetteSampled) {
  /** The largest number of records whose silhouette is exact. */
  public static final int SILHOUETTE_LIMIT = 10_000;

  /** Scores the clusters found for the rows of a matrix; the seed only chooses the sample. */
  public static InternalScores of(Matrix records, Labels found, Seed seed, Parallel parallel) {
    if (records.rows() != found.size()) {
      throw new IllegalArgumentException(
          "There are %d records but %d labels; both must describe the same records."
              .formatted(records.rows(), found.size()));
    }
    Clusters clusters = Clusters.of(records, found, parallel);
    if (!clusters.areComparable()) {
      OptionalDouble none = OptionalDouble.empty();
      return new InternalScores(none, none, none, false);
    }
    boolean sampled = records.rows() > SILHOUETTE_LIMIT;
    return new InternalScores(
        sampled
            ? sampledSilhouette(records, found, seed, parallel)
            : Silhouette.of(records, found, parallel),
        clusters.daviesBouldin(),
        clusters.calinskiHarabasz(),
        sampled);
  }

  private static OptionalDouble sampledSilhouette(
      Matrix records, Labels found, Seed seed, Parallel parallel) {
    int[] chosen = sample(records.rows(), seed.child("silhouette").random());
    int[] clusters = new int[chosen.length];
    for (int i = 0; i < chosen.length; i++) {
      clusters[i] = found.of(chosen[i]);
    }
    return Silhouette.of(
        records.selectRows(chosen), Labels.of(clusters, found.clusterCount()), parallel);
  }

  // Selection sampling: D. E. Knuth, The Art of Computer Programming, 3.4.2, Algorithm S.
  private static int[] sample(int recordCount, SplittableRandom random) {
    int[] chosen = new int[SILHOUETTE_LIMIT];
    int count = 0;
    for (int record = 0; count < chosen.length; record++) {
      if (random.nextInt(recordCount - record) < chosen.length - count) {
        chosen[count++] = record;
      }
    }
    return chosen;
  }
}
