package io.coterie.method.verdict;

/** The limits of a verdict. They were chosen on data whose groups were known. */
final class VerdictRule {
  /** Axes between pieces come out the same on the other half: the mean cosine, else coarser. */
  static final double REPEATED = 0.98;

  /** Every cluster is found again on the halves: the mean Jaccard index. */
  static final double AGAIN = 0.6;

  /** Below this share of all records, a cluster is none. */
  static final double SMALL = 0.01;

  /** A score and a depth that show groups, and those that show clear groups. */
  static final double ANY = 1;

  static final double FLAT = 0.75;
  static final double CLEAR = 3;
  static final double DEEP = 0.5;

  /** Once there are groups, the score of the weakest border of as many as there may be. */
  static final double MORE = 0.6;

  /** Deeper than this, there may be a valley: as many clusters are possible, without evidence. */
  static final double NO_VALLEY = 0.99;

  /** A pair of the answer's clusters with a lower score is not distinct. */
  static final double DISTINCT = 1;

  private VerdictRule() {}
}
