package io.coterie.method.verdict;

import io.coterie.math.IntVector;
import io.coterie.math.Matrix;
import io.coterie.message.Payload;
import io.coterie.message.internal.SealedCounts;

/**
 * How a verdict comes about. Every site throws coins that split its records in halves. The
 * coordinator gets rounded counts of pairs of anchors of each half and cuts the graphs; the sites
 * find pieces and axes by one half and count the other, all under seal; the coordinator gets
 * rounded scores.
 */
public sealed interface VerdictQuestion extends Payload {
  int MOST_COINS = 3;

  int MOST_ANCHORS = 1000;

  int MOST_NEIGHBORS = 64;

  /** The verdict is by so many records of all sites at most, taken by chance. */
  int MOST_RECORDS = 12_000;

  /**
   * Asks of each half of each coin how many records have each anchor and each pair of anchors among
   * their nearest, and for counts and sums over the records nearest to each anchor; sealed.
   *
   * @param anchors one row each
   * @param neighbors how many of them are near a record
   * @param coins how many are thrown for each record
   * @param share of its records that a site takes
   */
  @Payload.Name("verdict-halves")
  record Halves(Matrix anchors, int neighbors, int coins, double share) implements VerdictQuestion {
    public Halves {
      boolean isFit =
          anchors.rows() <= MOST_ANCHORS
              && neighbors >= 1
              && neighbors <= Math.min(MOST_NEIGHBORS, anchors.rows())
              && coins >= 1
              && coins <= MOST_COINS
              && share > 0
              && share <= 1;
      if (!isFit) {
        throw new IllegalArgumentException("The anchors, coins or share of a verdict are none.");
      }
    }
  }

  /**
   * Asks for the counts of anchors and pairs, rounded.
   *
   * @param counts the sealed totals of the question before
   */
  @Payload.Name("verdict-graphs")
  record Graphs(SealedCounts counts) implements VerdictQuestion {}

  /** Asks for sums over groups of near anchors with at least K records in each half; sealed. */
  @Payload.Name("verdict-means")
  record Means() implements VerdictQuestion {}

  /**
   * Asks how wide the tubes between neighboring pieces of clusters are; sealed.
   *
   * @param means the sealed totals of the question before
   * @param numbers of clusters, one for each cut
   * @param scales how many ways there are to gather anchors in cells, finest first
   * @param cells the cell of each anchor: fold by fold, scale by scale
   * @param clusters the cluster of each anchor: fold by fold, cut by cut
   * @param pairs of clusters whose border is looked at: fold by fold, cut by cut, how many there
   *     are and then two clusters for each
   */
  @Payload.Name("verdict-cuts")
  record Cuts(
      SealedCounts means,
      IntVector numbers,
      int scales,
      IntVector cells,
      IntVector clusters,
      IntVector pairs)
      implements VerdictQuestion {}

  /**
   * Asks how many records are along the axes of the tubes; sealed.
   *
   * @param counts the sealed totals of the question before
   */
  @Payload.Name("verdict-tubes")
  record Tubes(SealedCounts counts) implements VerdictQuestion {}

  /**
   * Asks for the scores, rounded.
   *
   * @param counts the sealed totals of the question before
   */
  @Payload.Name("verdict-scores")
  record Scores(SealedCounts counts) implements VerdictQuestion {}
}
