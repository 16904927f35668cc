package io.coterie.audit.internal.membership;

import io.coterie.math.Matrix;
import io.coterie.math.Seed;
import io.coterie.math.internal.Doubles;
import io.coterie.plan.PublicBounds;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * Records that nobody has, each put into a copy of the site's records by a fair coin. The attacker
 * sees one transcript and says of the likeliest that they are in, of the least likely that they are
 * not.
 *
 * @param records one row each
 */
record Canaries(Matrix records) {
  private static final int COUNT = 200;

  /** So few features have too few corners for all canaries; they lie anywhere in the box. */
  private static final int FEW_FEATURES = 10;

  /** Corners of the public box where there are many features, else points anywhere in it. */
  static Canaries in(int dimension, Optional<PublicBounds> bounds, Seed seed) {
    SplittableRandom random = seed.child("canaries").random();
    Matrix records = Matrix.zeros(COUNT, dimension);
    for (int i = 0; i < COUNT; i++) {
      for (int j = 0; j < dimension; j++) {
        double place = dimension <= FEW_FEATURES ? random.nextDouble() : random.nextInt(2);
        double low = bounds.isPresent() ? bounds.get().lower().at(j) : 0;
        double high = bounds.isPresent() ? bounds.get().upper().at(j) : 1;
        records.set(i, j, low + place * (high - low));
      }
    }
    return new Canaries(records);
  }

  /** Plays the game once. */
  OneRun play(Matrix site, DpWorlds worlds, ReleaseChannel border, Seed seed) {
    List<Transcript.Contribution> added = new ArrayList<>();
    List<Integer> distinct = new ArrayList<>();
    for (int c = 0; c < records.rows(); c++) {
      Transcript.Contribution one =
          Transcript.Contribution.of(worlds.of(records.selectRows(new int[] {c})));
      // Two canaries in one cell could not be told from each other.
      if (added.stream().noneMatch(one::isSameAs)) {
        added.add(one);
        distinct.add(c);
      }
    }
    int count = added.size();
    SplittableRandom coins = seed.child("coins").random();
    boolean[] isIn = new boolean[count];
    double[] base = Transcript.exact(worlds.of(site)).values().clone();
    for (int c = 0; c < count; c++) {
      isIn[c] = coins.nextInt(2) == 1;
      added.get(c).addTo(base, 0.5); // the attacker does not know the other coins
    }
    int[] chosen =
        IntStream.range(0, count).filter(c -> isIn[c]).map(c -> distinct.get(c)).toArray();
    Matrix copy = Matrix.stacked(List.of(site, records.selectRows(chosen)));
    Transcript seen = Transcript.of(worlds.of(copy), border);
    double[] scores = new double[count];
    for (int c = 0; c < count; c++) {
      added.get(c).addTo(base, -0.5);
      scores[c] = seen.logLikelihoodRatio(base, added.get(c));
      added.get(c).addTo(base, 0.5);
    }
    return guess(scores, isIn);
  }

  /** Half of the canaries are guessed: the likeliest are said to be in, the others out. */
  private static OneRun guess(double[] scores, boolean[] isIn) {
    int count = scores.length;
    int[] order = Doubles.order(Arrays.stream(scores).map(score -> -score).toArray());
    int each = Math.max(1, count / 4);
    int right = 0;
    for (int g = 0; g < each; g++) {
      right += isIn[order[g]] ? 1 : 0;
      right += isIn[order[count - 1 - g]] ? 0 : 1;
    }
    return new OneRun(count, Math.min(count, 2 * each), Math.min(count, right));
  }
}
