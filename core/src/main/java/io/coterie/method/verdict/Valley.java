package io.coterie.method.verdict;

/**
 * What lies between two groups along the axes between them: a valley in which there are fewer
 * records than on either side of it, or none.
 *
 * <p>Its places are chosen by one half of the records, and the other half is counted. A tube is
 * convex, so the profile of any log-concave density along it is log-concave (Prékopa) and has no
 * valley, whatever cut, axis and places were chosen before: then {@code score} is at most 0 on
 * average.
 *
 * @param depth R, the valley over the lower side: near 0 for a clear gap, 1 for none
 * @param score z, the difference in deviations of the counts
 * @param records those counted in the valley and on the lower side
 */
record Valley(double depth, double score, double records) {
  /** Bins of t from −2 to 2 along an axis; the groups' means are at −1 and 1. */
  static final int BINS = 32;

  /** The valley is sought so far from the middle between the means, and sides up to so far out. */
  private static final double MIDDLE = 0.5;

  private static final double FARTHEST = 1.5;

  /** A place is so many bins wide. */
  private static final int WINDOW = 5;

  private static final double NEARER = 1e-3;

  static final Valley NONE = new Valley(1, 0, 0);

  /**
   * Returns the valley.
   *
   * @param seen counts by bin of the half that chooses the places
   * @param counted counts by bin of the other half
   * @param times how often a counted record is in these counts
   */
  static Valley of(long[] seen, long[] counted, double times) {
    double[] first = windows(seen);
    double[] second = windows(counted);
    int valley = -1;
    double least = Double.POSITIVE_INFINITY;
    for (int i = 0; i < first.length; i++) {
      double value = first[i] * (1 + NEARER * Math.abs(place(i)));
      if (Math.abs(place(i)) <= MIDDLE && value < least) {
        least = value;
        valley = i;
      }
    }
    double side =
        Math.min(
            second[highest(first, -FARTHEST, place(valley) - MIDDLE)],
            second[highest(first, place(valley) + MIDDLE, FARTHEST)]);
    double low = second[valley];
    return new Valley(
        (low + times / 2) / (side + times / 2),
        (side - low) / Math.sqrt(Math.max(side + low, 1) * times),
        (side + low) / times);
  }

  /** Returns the first of the highest places between two bounds, the inner one excluded. */
  private static int highest(double[] windows, double from, double to) {
    int best = -1;
    for (int i = 0; i < windows.length; i++) {
      boolean isLeft = from == -FARTHEST;
      boolean isInside =
          isLeft ? place(i) >= from && place(i) < to : place(i) > from && place(i) <= to;
      if (isInside && (best < 0 || windows[i] > windows[best])) {
        best = i;
      }
    }
    return best;
  }

  private static double place(int window) {
    return -2 + (window + WINDOW / 2.0) * 4 / BINS;
  }

  private static double[] windows(long[] bins) {
    double[] sums = new double[bins.length - WINDOW + 1];
    for (int i = 0; i < sums.length; i++) {
      for (int k = 0; k < WINDOW; k++) {
        sums[i] += bins[i + k];
      }
    }
    return sums;
  }

  /** Returns the bin of a place, or −1 beyond the last. */
  static int bin(double t) {
    return Math.abs(t) < 2 ? Math.min(BINS - 1, (int) ((t + 2) * BINS / 4)) : -1;
  }
}
