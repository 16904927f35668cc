package io.coterie.audit.internal.membership;

import io.coterie.audit.internal.reconstruction.Reconstruction;
import io.coterie.math.Matrix;
import io.coterie.math.Seed;
import io.coterie.plan.PublicBounds;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * The attack on noisy sums: the attacker knows all records but one, sees a transcript, and states
 * the mean of that record given what he saw. Beforehand any of the site's records is as likely, so
 * the true one is among his candidates.
 *
 * <p>B. Balle, G. Cherubin, J. Hayes. <i>Reconstructing Training Data with Informed
 * Adversaries</i>. IEEE S&amp;P 2022.
 */
final class InformedGuess {
  /** More candidates would not change the picture, only the time. */
  private static final int MOST_RECORDS = 200;

  private InformedGuess() {}

  static Reconstruction of(
      Matrix records,
      Optional<PublicBounds> bounds,
      DpWorlds worlds,
      ReleaseChannel border,
      Seed seed) {
    int[] chosen = sample(records.rows(), seed);
    Matrix site = records.selectRows(chosen);
    Matrix points = scaled(site, bounds);
    int n = site.rows();
    Transcript.Contribution[] added = new Transcript.Contribution[n];
    for (int c = 0; c < n; c++) {
      added[c] = Transcript.Contribution.of(worlds.of(site.selectRows(new int[] {c})));
    }
    ExactTranscript world = worlds.of(site);
    double[] base = Transcript.exact(world).values();
    Matrix guess = Matrix.zeros(n, points.columns());
    for (int i = 0; i < n; i++) {
      Transcript seen = Transcript.of(world, border);
      added[i].addTo(base, -1);
      double[] likelihoods = new double[n];
      for (int c = 0; c < n; c++) {
        likelihoods[c] = seen.logLikelihoodRatio(base, added[c]);
      }
      added[i].addTo(base, 1);
      state(guess, i, points, likelihoods);
    }
    return Reconstruction.of(
        "whoever knows all records but one states the likeliest mean of that one",
        points,
        guess,
        0);
  }

  /**
   * The posterior mean. Likelihoods are taken relative to the largest, so that not all of them
   * underflow.
   */
  private static void state(Matrix guess, int row, Matrix points, double[] logLikelihoods) {
    double largest = java.util.Arrays.stream(logLikelihoods).max().orElse(0);
    double total = 0;
    for (double likelihood : logLikelihoods) {
      total += Math.exp(likelihood - largest);
    }
    for (int c = 0; c < points.rows(); c++) {
      double weight = Math.exp(logLikelihoods[c] - largest) / total;
      for (int j = 0; j < points.columns(); j++) {
        guess.set(row, j, guess.at(row, j) + weight * points.at(c, j));
      }
    }
  }

  private static int[] sample(int records, Seed seed) {
    int[] order = IntStream.range(0, records).toArray();
    SplittableRandom random = seed.child("informed").random();
    for (int i = records - 1; i > 0; i--) {
      int other = random.nextInt(i + 1);
      int swapped = order[i];
      order[i] = order[other];
      order[other] = swapped;
    }
    return java.util.Arrays.copyOf(order, Math.min(records, MOST_RECORDS));
  }

  /** Features in units of their public ranges, so that none counts for more than another. */
  private static Matrix scaled(Matrix records, Optional<PublicBounds> bounds) {
    Matrix scaled = records.copy();
    if (bounds.isPresent()) {
      for (int i = 0; i < records.rows(); i++) {
        for (int j = 0; j < records.columns(); j++) {
          double low = bounds.get().lower().at(j);
          scaled.set(i, j, (records.at(i, j) - low) / (bounds.get().upper().at(j) - low));
        }
      }
    }
    return scaled;
  }
}
