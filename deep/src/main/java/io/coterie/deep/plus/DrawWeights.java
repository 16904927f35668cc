package io.coterie.deep.plus;

import io.coterie.math.Vector;

/**
 * How often a site draws each of its records for training, so that every site trains on about the
 * mixture of all: a record at anchor p counts min(cap, w_all[p] / w_site[p]). Without it a site of
 * few kinds of records drags the common network towards telling these few apart.
 */
final class DrawWeights {
  private DrawWeights() {}

  /**
   * Returns the weights of a site's records.
   *
   * @param nearest the anchor of each record
   * @param shares of the anchors among all records; none for equal weights
   */
  static Vector of(int[] nearest, Vector shares, double cap) {
    if (shares.size() == 0 || nearest.length == 0) {
      return Vector.of();
    }
    double[] own = new double[shares.size()];
    for (int anchor : nearest) {
      own[anchor] += 1.0 / nearest.length;
    }
    double[] weights = new double[nearest.length];
    for (int i = 0; i < weights.length; i++) {
      weights[i] = Math.min(cap, shares.at(nearest[i]) / own[nearest[i]]);
    }
    return Vector.of(weights);
  }

  /**
   * Returns how many records drawn alike are worth as much as these draws: (Σw)² / Σw². It is all
   * of them where the weights are equal, and few where few are drawn over and over.
   */
  static double effective(Vector weights) {
    double sum = 0;
    double squares = 0;
    for (int i = 0; i < weights.size(); i++) {
      sum += weights.at(i);
      squares += weights.at(i) * weights.at(i);
    }
    return squares == 0 ? 0 : sum * sum / squares;
  }
}
