package io.coterie.method.dp;

import io.coterie.math.LongVector;
import io.coterie.message.internal.NoisyTotals;
import io.coterie.method.Reply;
import io.coterie.privacy.Mechanism;
import io.coterie.privacy.internal.NoiseTail;

/**
 * What holds of whole-number sums over records although they have noise: the noise of the agreed
 * law goes so far and no farther, see {@link NoiseTail}. Each rule holds of one site's sums and of
 * the total of several alike. An IllegalArgumentException says which rule is broken, and no value.
 */
final class NoisySumInvariants {
  private final NoisyTotals totals;
  private final DpStep step;
  private final NoiseTail tail;
  private final double mostRecords;

  /**
   * Prepares.
   *
   * @param step that pays for the noise
   * @param sites whose totals they are; each has all of the noise at most, as in a retry
   */
  NoisySumInvariants(NoisyTotals totals, DpStep step, int sites) {
    this.totals = totals;
    this.step = step;
    long entries = totals.blocks().values().stream().mapToLong(LongVector::size).sum();
    this.tail = new NoiseTail(sites, Math.max(1, entries));
    this.mostRecords = sites * Reply.MOST_RECORDS;
  }

  boolean has(String block) {
    return totals.blocks().containsKey(block);
  }

  /** Requires counts: from none to 2^40 records a site. */
  void requireCounts(String block, long unit) {
    requireCounts(block, unit, unit);
  }

  /** Requires counts that one record moves by a sensitivity other than their unit. */
  void requireCounts(String block, long unit, long sensitivity) {
    double noise = noise(block, sensitivity);
    LongVector counts = totals.block(block);
    for (int g = 0; g < counts.size(); g++) {
      require(counts.at(g) >= -noise, "a count is below none by more than noise can be");
      require(
          counts.at(g) <= mostRecords * unit + noise,
          "it counts more than 2^40 records a site and noise can be");
    }
  }

  /**
   * Requires sums of points of the unit ball, one group after the other: no longer than the points
   * are many.
   */
  public void requireSums(String block, long unit, String counts, long countUnit) {
    double noise = noise(block, unit);
    LongVector sums = totals.block(block);
    int groups = totals.block(counts).size();
    int dimension = sums.size() / groups;
    for (int g = 0; g < groups; g++) {
      double longest = records(counts, g, countUnit) * unit;
      double square = 0;
      for (int j = 0; j < dimension; j++) {
        double least = Math.max(0, Math.abs((double) sums.at(g * dimension + j)) - noise);
        square += least * least;
      }
      require(
          square <= longest * longest, "a sum is longer than its records and their noise can be");
    }
  }

  /** Requires a sum of squared lengths of points of the unit ball. */
  void requireSquares(String block, long unit, String counts, long countUnit) {
    double noise = noise(block, unit);
    double squares = totals.block(block).at(0);
    require(squares >= -noise, "squares are below none by more than noise can be");
    require(
        squares <= records(counts, 0, countUnit) * unit + noise,
        "squares are larger than their records and noise can be");
  }

  /** Requires Σ z zᵀ, its diagonal first: |Σ z_i z_j|² ≤ Σ z_i² Σ z_j². */
  void requireSecondMoment(String block, long unit, int dimension) {
    double noise = noise(block, unit);
    LongVector moment = totals.block(block);
    for (int i = 0; i < dimension; i++) {
      require(moment.at(i) >= -noise, "squares are below none by more than noise can be");
      require(
          moment.at(i) <= mostRecords * unit + noise,
          "squares are larger than 2^40 records a site and noise can be");
      for (int j = 0; j < i; j++) {
        double product = Math.abs((double) moment.at(dimension + Triangle.index(i, j)));
        double largest =
            Math.sqrt(Math.max(0, moment.at(i) + noise) * Math.max(0, moment.at(j) + noise));
        require(
            product <= largest + noise, "a product is larger than its squares and noise can be");
      }
    }
  }

  /** Returns the most records of a group that its noisy count allows for. */
  private double records(String counts, int group, long unit) {
    double most = (totals.block(counts).at(group) + noise(counts, unit)) / unit;
    return Math.max(0, Math.min(mostRecords, most));
  }

  private double noise(String block, long sensitivity) {
    return tail.of(Mechanism.of(sensitivity, step.loss(block)));
  }

  private static void require(boolean isTrue, String otherwise) {
    if (!isTrue) {
      throw new IllegalArgumentException(otherwise);
    }
  }
}
