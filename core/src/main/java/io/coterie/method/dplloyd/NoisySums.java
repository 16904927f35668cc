package io.coterie.method.dplloyd;

import io.coterie.math.Matrix;
import io.coterie.math.Vector;
import io.coterie.message.SumPayload;
import io.coterie.method.Reply;

/**
 * Per center, with noise: how many records are nearest to it and the sum of their residuals.
 *
 * @param counts one per center; noise may make one negative
 * @param residuals Σ (x − μ), one row per center
 */
record NoisySums(Vector counts, Matrix residuals) implements SumPayload<NoisySums> {
  /** Rounding of sums, of masked ones too, stays far below it. */
  private static final double SLACK = 1e-4;

  NoisySums {
    if (counts.size() != residuals.rows()) {
      throw new IllegalArgumentException(
          "%d counts but %d sums.".formatted(counts.size(), residuals.rows()));
    }
  }

  static NoisySums zero(int count, int dimension) {
    return new NoisySums(Vector.of(new double[count]), Matrix.zeros(count, dimension));
  }

  /**
   * What is known of noisy sums around centers.
   *
   * @param counts how far the noise of a count goes
   * @param sums how far that of an entry of a sum goes
   * @param radius no record is farther from its center
   */
  record Noise(double counts, double sums, double radius) {}

  /** Refuses sums of so many sites that lie beyond what records and noise can be. */
  void require(int sites, Noise noise) {
    double most = sites * Reply.MOST_RECORDS;
    for (int c = 0; c < counts.size(); c++) {
      double count = counts.at(c);
      Reply.require(count >= -noise.counts(), "a count is below none by more than noise can be");
      Reply.require(
          count <= most + noise.counts(),
          "it counts more than 2^40 records a site and noise can be");
      double longest = Math.max(0, count + noise.counts()) * noise.radius() * (1 + SLACK);
      double square = 0;
      for (int j = 0; j < residuals.columns(); j++) {
        double least = Math.max(0, Math.abs(residuals.at(c, j)) - noise.sums());
        square += least * least;
      }
      Reply.require(
          square <= longest * longest, "a sum is longer than its records and their noise can be");
    }
  }
}
