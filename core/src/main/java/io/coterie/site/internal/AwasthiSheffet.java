package io.coterie.site.internal;

import io.coterie.CoterieException;
import io.coterie.math.Blas;
import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import io.coterie.math.Seed;
import io.coterie.math.internal.Doubles;
import io.coterie.math.internal.cluster.KMeans;
import io.coterie.math.internal.cluster.Moments;
import io.coterie.math.internal.eigen.EigenPairs;
import io.coterie.math.internal.linear.Pca;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * The local step of k-FED: centers of a site's own clusters, started in the span of its leading
 * singular vectors.
 *
 * <p>P. Awasthi, O. Sheffet. <i>Improved Spectral-Norm Bounds for Clustering</i>. APPROX 2012.
 * Names here and there: records A, axes V, projected Â, seeds ν, core means θ. Seeds are drawn by
 * squared distance, one draw each, as k-FED has it; greedy k-means++ would find better.
 *
 * <p>The reference code of k-FED sends every record of a site that has no more than k′ of them.
 * Here no record is sent as a center: k′ is at most half the records, and a record that ends alone
 * in its cluster joins the nearest cluster that has more. A cluster of equal records still has
 * their value as its center, and who knows one of a cluster's two records learns the other.
 *
 * @param clusterCount k′, the number of centers a site with enough records has
 */
public record AwasthiSheffet(int clusterCount, Seed seed, Parallel parallel) {
  private static final int MAX_ITERATIONS = 300;

  /** Squared singular values below this part of the largest are rounding. */
  private static final double RANK_TOLERANCE = 1e-12;

  /**
   * A site's clusters.
   *
   * @param centers one row per cluster, each the mean of two records or more
   * @param groups the cluster of each record
   */
  @SuppressWarnings("ArrayRecordComponent") // stays inside the site part that asked for it
  public record Result(Matrix centers, int[] groups) {}

  /** Clusters the records of the named site, of which there must be two. */
  public Result fit(String site, Matrix records) {
    if (records.rows() < 2) {
      throw CoterieException.badData(
          ("Site %s has only one record, which its center would give away; method k-fed needs two"
                  + " at every site. Let it join another site or stay out of the study.")
              .formatted(site));
    }
    int count = Math.min(clusterCount, records.rows() / 2);
    Matrix axes = axes(records, count, parallel);
    Matrix projected =
        new Pca(new double[records.columns()], axes, new double[axes.columns()])
            .project(records, parallel);
    KMeans lloyd = new KMeans(new KMeans.Options(count, 1, MAX_ITERATIONS, 0));
    Matrix seeds = lloyd.sampledSeeds(projected, seed, parallel);
    Matrix lifted = Blas.multiplyByTransposed(coreMeans(projected, seeds), axes);
    return withoutSingles(records, lloyd.fitFrom(lifted, records, parallel).labels(), count);
  }

  /** Right singular vectors of the records, not centered, one column each. */
  static Matrix axes(Matrix records, int count, Parallel parallel) {
    int n = records.rows();
    int d = records.columns();
    if (d <= n) {
      double[] origin = new double[d];
      Matrix gram = Moments.of(records, origin, parallel).scatter();
      return Pca.of(gram, origin, Math.min(count, d)).axes();
    }
    // A = U Σ Vᵀ and A Aᵀ = U Σ² Uᵀ, hence V = Aᵀ U Σ⁻¹.
    EigenPairs left =
        Blas.symmetricEigen(Blas.multiplyByTransposed(records, records), n - count, n - 1);
    Matrix axes = Blas.multiplyTransposed(records, left.vectors());
    double largest = left.values()[count - 1];
    for (int k = 0; k < count; k++) {
      double square = left.values()[k];
      double scale = square > RANK_TOLERANCE * largest ? 1 / Math.sqrt(square) : 0;
      for (int j = 0; j < d; j++) {
        axes.set(j, k, scale * axes.at(j, k));
      }
    }
    return axes;
  }

  /**
   * Returns per seed the mean of its core: the points at most a third as far from it as from any
   * other seed. A seed without a core stays what it is.
   */
  static Matrix coreMeans(Matrix points, Matrix seeds) {
    Matrix means = Matrix.zeros(seeds.rows(), seeds.columns());
    double[] sizes = new double[seeds.rows()];
    for (int i = 0; i < points.rows(); i++) {
      int core = coreOf(points, i, seeds);
      if (core >= 0) {
        sizes[core]++;
        for (int j = 0; j < means.columns(); j++) {
          means.set(core, j, means.at(core, j) + points.at(i, j));
        }
      }
    }
    for (int r = 0; r < sizes.length; r++) {
      for (int j = 0; j < means.columns(); j++) {
        means.set(r, j, sizes[r] > 0 ? means.at(r, j) / sizes[r] : seeds.at(r, j));
      }
    }
    return means;
  }

  private static int coreOf(Matrix points, int point, Matrix seeds) {
    int nearest = -1;
    double least = Double.POSITIVE_INFINITY;
    double second = Double.POSITIVE_INFINITY;
    for (int r = 0; r < seeds.rows(); r++) {
      double distance = points.squaredDistance(point, seeds, r);
      if (distance < least) {
        second = least;
        least = distance;
        nearest = r;
      } else {
        second = Math.min(second, distance);
      }
    }
    return 9 * least <= second ? nearest : -1;
  }

  /**
   * The only record of a cluster would be sent as its center; it joins the nearest larger cluster.
   */
  static Result withoutSingles(Matrix records, int[] groups, int groupCount) {
    int[] sizes = new int[groupCount];
    for (int group : groups) {
      sizes[group]++;
    }
    int[] kept = IntStream.range(0, groupCount).filter(g -> sizes[g] > 1).toArray();
    Matrix centers = GroupMeans.of(records, groups, groupCount).selectRows(kept);
    int[] numbers = new int[groupCount];
    Arrays.fill(numbers, -1);
    for (int k = 0; k < kept.length; k++) {
      numbers[kept[k]] = k;
    }
    int[] joined = new int[groups.length];
    for (int i = 0; i < joined.length; i++) {
      int record = i;
      int number = numbers[groups[i]];
      joined[i] =
          number >= 0
              ? number
              : Doubles.argMax(kept.length, c -> -records.squaredDistance(record, centers, c));
    }
    return new Result(GroupMeans.of(records, joined, kept.length), joined);
  }
}
