package io.coterie.method.verdict;

import io.coterie.method.verdict.CutList.Pair;
import io.coterie.secure.HiddenRounding;
import java.util.ArrayList;
import java.util.List;

/**
 * The scores of all folds together, as they leave the sites: for each cut those of its pairs of
 * clusters, then those of the weakest border whatever it is called.
 *
 * <p>A valley of fewer than a quarter of K records in a fold is none, and so is one of fewer than K
 * records for each coin, in both folds together.
 *
 * @param smallestGroup K
 */
record FoldScores(CutList cuts, int smallestGroup) {
  static final int LEAST_PARTS = 4;

  /** Scores leave in these parts, and logarithms of depths in finer ones. */
  private static final double SCORE_PARTS = 8;

  private static final double DEPTH_PARTS = 16;

  /** Words of one score: whether there is one, the score and the depth. */
  static final int WORDS = 3;

  /**
   * A score of several folds.
   *
   * @param depth R, the geometric mean
   * @param score Z = √2 times the mean: two folds of a coin see different records
   */
  record Score(double depth, double score) {}

  /**
   * The scores of a cut.
   *
   * @param byPair in the order of {@link CutList#named}; null where two clusters are no neighbors
   * @param weakest of the folds' own weakest borders; null where most folds have no such cut
   */
  record OfCut(List<Score> byPair, Score weakest) {}

  static int size(CutList cuts) {
    int size = 0;
    for (int c = 0; c < cuts.numbers().length; c++) {
      size += WORDS * (cuts.named(c).size() + 1);
    }
    return size;
  }

  /**
   * Writes the scores.
   *
   * @param valleys of all borders, null where there is none
   * @param totals from which the rounding follows
   */
  long[] written(Valley[] valleys, long[] totals) {
    long[] written = new long[size(cuts)];
    double[] parts = new double[written.length];
    int at = 0;
    for (int c = 0; c < cuts.numbers().length; c++) {
      for (Score score : byPair(valleys, c)) {
        write(score, written, at, parts);
        at += WORDS;
      }
      write(weakest(valleys, c), written, at, parts);
      at += WORDS;
    }
    // The same score has the same noise, so that nobody can ask for it in many cuts and average.
    double[] noise = HiddenRounding.noise(totals, parts);
    for (int i = 0; i < written.length; i++) {
      if (i % WORDS != 0) {
        written[i] = (long) Math.floor(parts[i] + noise[i] + 0.5);
      }
    }
    return written;
  }

  private static void write(Score score, long[] written, int at, double[] parts) {
    if (score != null) {
      written[at] = 1;
      parts[at + 1] = SCORE_PARTS * score.score();
      parts[at + 2] = DEPTH_PARTS * StrictMath.log(score.depth());
    }
  }

  static List<OfCut> read(CutList cuts, long[] written) {
    List<OfCut> scores = new ArrayList<>();
    int at = 0;
    for (int c = 0; c < cuts.numbers().length; c++) {
      List<Score> byPair = new ArrayList<>();
      for (int p = 0; p < cuts.named(c).size(); p++, at += WORDS) {
        byPair.add(score(written, at));
      }
      scores.add(new OfCut(byPair, score(written, at)));
      at += WORDS;
    }
    return scores;
  }

  private static Score score(long[] written, int at) {
    return written[at] == 0
        ? null
        : new Score(StrictMath.exp(written[at + 2] / DEPTH_PARTS), written[at + 1] / SCORE_PARTS);
  }

  private int firstBorder(int fold, int cut) {
    int border = 0;
    for (int f = 0; f <= fold; f++) {
      for (int c = 0; c < (f == fold ? cut : cuts.numbers().length); c++) {
        border += cuts.pairs().get(f).get(c).size();
      }
    }
    return border;
  }

  /** Returns the scores by pair: of those that are neighbors in half of the folds at least. */
  private Score[] byPair(Valley[] valleys, int cut) {
    List<Pair> named = cuts.named(cut);
    List<List<Valley>> found = new ArrayList<>();
    Score[] scores = new Score[named.size()];
    for (int p = 0; p < scores.length; p++) {
      found.add(ofPair(valleys, cut, named.get(p)));
      if (2 * found.get(p).size() >= cuts.folds()) {
        scores[p] = joined(found.get(p), found.get(p).size());
      }
    }
    // Every other cluster keeps its most usual neighbor: a cluster without one would be distinct.
    for (int cluster = 0; cluster < cuts.numbers()[cut]; cluster++) {
      int most = -1;
      boolean isScored = false;
      for (int p = 0; p < scores.length; p++) {
        if (named.get(p).has(cluster) && !found.get(p).isEmpty()) {
          isScored |= scores[p] != null;
          most = most < 0 || found.get(p).size() > found.get(most).size() ? p : most;
        }
      }
      if (!isScored && most >= 0) {
        scores[most] = joined(found.get(most), cuts.folds() / 2.0);
      }
    }
    return scores;
  }

  private List<Valley> ofPair(Valley[] valleys, int cut, Pair pair) {
    List<Valley> found = new ArrayList<>();
    for (int f = 0; f < cuts.folds(); f++) {
      int place = cuts.pairs().get(f).get(cut).indexOf(pair);
      if (place >= 0 && valleys[firstBorder(f, cut) + place] != null) {
        found.add(valleys[firstBorder(f, cut) + place]);
      }
    }
    return found;
  }

  /** Returns the score of each fold's weakest border, where half of the folds have one. */
  private Score weakest(Valley[] valleys, int cut) {
    List<Valley> found = new ArrayList<>();
    for (int f = 0; f < cuts.folds(); f++) {
      int first = firstBorder(f, cut);
      Valley weakest = null;
      double flattest = 0;
      for (int b = first; b < first + cuts.pairs().get(f).get(cut).size(); b++) {
        if (valleys[b] != null) {
          weakest = weakest == null || valleys[b].score() < weakest.score() ? valleys[b] : weakest;
          flattest = Math.max(flattest, valleys[b].depth());
        }
      }
      if (weakest != null) {
        found.add(new Valley(flattest, weakest.score(), weakest.records()));
      }
    }
    return 2 * found.size() < cuts.folds() || found.isEmpty() ? null : joined(found, cuts.folds());
  }

  private Score joined(List<Valley> valleys, double folds) {
    double score = 0;
    double depth = 0;
    double records = 0;
    for (Valley valley : valleys) {
      score += valley.score();
      depth += StrictMath.log(valley.depth());
      records += valley.records();
    }
    // The folds of a coin count different records.
    if (2 * records < smallestGroup * folds) {
      return new Score(1, 0);
    }
    return new Score(StrictMath.exp(depth / valleys.size()), Math.sqrt(2) * score / folds);
  }
}
