package io.coterie.method.dp;

import io.coterie.features.RecordMap;
import io.coterie.math.Matrix;
import io.coterie.message.internal.NoisyTotals;
import io.coterie.site.internal.ExactSums;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * Anchors that move by noisy residual sums. A step is shrunk by what of it must be noise (after
 * James and Stein), and an anchor with too few records to be seen through the noise starts again
 * beside one that has many.
 *
 * <p>Not thread-safe.
 */
final class NoisyAnchors {
  private static final double COUNT_NOISE = 2.5;

  /** How far from a crowded anchor a new one starts, in units of the spread on each axis. */
  private static final double RESTART = 0.3;

  private final DpStudy study;
  private final double[] deviations;
  private final double spread;
  private final SplittableRandom random;
  private Matrix points;
  private double[] counts;
  private boolean[] seen;
  private int round;

  NoisyAnchors(DpStudy study, double[] variances, int count) {
    this.study = study;
    this.deviations = java.util.Arrays.stream(variances).map(Math::sqrt).toArray();
    this.spread = Math.sqrt(java.util.Arrays.stream(variances).sum());
    this.random = study.context().seed().child("anchors").random();
    this.points = Matrix.zeros(count, variances.length);
    this.counts = new double[count];
    for (int p = 0; p < count; p++) {
      for (int k = 0; k < deviations.length; k++) {
        points.set(p, k, deviations[k] * random.nextGaussian());
      }
    }
    this.seen = new boolean[count];
    drawIn(points);
  }

  /** Keeps anchors where a site lets itself be asked about them. */
  private static void drawIn(Matrix places) {
    double farthest = QuestionCheck.FARTHEST_ANCHOR;
    for (int p = 0; p < places.rows(); p++) {
      double squared = 0;
      for (int k = 0; k < places.columns(); k++) {
        squared += places.at(p, k) * places.at(p, k);
      }
      double scale = farthest / Math.sqrt(squared);
      for (int k = 0; k < places.columns() && scale < 1; k++) {
        places.set(p, k, places.at(p, k) * scale);
      }
    }
  }

  Matrix points() {
    return points;
  }

  /** Returns the noisy count of each anchor in the last round. */
  double[] counts() {
    return counts;
  }

  private double radius() {
    return QuestionCheck.reach(AnchorCount.RESIDUAL_RADIUS * spread);
  }

  DpQuestion.Lloyd question(List<RecordMap> steps) {
    return new DpQuestion.Lloyd(steps, points, radius());
  }

  /** Moves the anchors by one round's totals; returns whether it was the last round. */
  boolean move(NoisyTotals totals) {
    int axes = deviations.length;
    double sumNoise = radius() * study.noise(DpSchedule.LLOYD, DpSchedule.SUM);
    double countNoise = study.noise(DpSchedule.LLOYD, DpSchedule.COUNT);
    double least = Math.max(COUNT_NOISE * countNoise, sumNoise * Math.sqrt(axes) / spread);
    counts = new double[points.rows()];
    Matrix moved = points.copy();
    for (int p = 0; p < counts.length; p++) {
      counts[p] = (double) totals.block(DpSchedule.COUNT).at(p) / ExactSums.COUNT_UNIT;
      seen[p] = counts[p] > least;
      if (seen[p]) {
        step(totals, p, Math.max(counts[p], 1), sumNoise, moved);
      }
    }
    round++;
    boolean last = round == study.schedule().rounds(DpSchedule.LLOYD);
    if (!last) {
      restart(moved);
    }
    drawIn(moved);
    points = moved;
    return last;
  }

  private void step(NoisyTotals totals, int p, double count, double sumNoise, Matrix moved) {
    int axes = deviations.length;
    double[] step = new double[axes];
    double squared = 0;
    for (int k = 0; k < axes; k++) {
      long sum = totals.block(DpSchedule.SUM).at(p * axes + k);
      step[k] = sum * radius() / (ExactSums.UNIT * count);
      squared += step[k] * step[k];
    }
    // James and Stein: what the noise explains of the step's square is taken off the step.
    double noise = axes * sumNoise * sumNoise / (count * count);
    double share = Math.max(0, 1 - noise / Math.max(squared, 1e-12));
    for (int k = 0; k < axes; k++) {
      moved.set(p, k, moved.at(p, k) + share * step[k]);
    }
  }

  /** Puts anchors that are not seen beside those that are, in proportion to their counts. */
  private void restart(Matrix moved) {
    int[] alive = IntStream.range(0, counts.length).filter(p -> seen[p]).toArray();
    if (alive.length < 2) {
      return;
    }
    double total = 0;
    for (int p : alive) {
      total += counts[p];
    }
    for (int p = 0; p < counts.length; p++) {
      if (!seen[p]) {
        double target = random.nextDouble() * total;
        int source = 0;
        while (source < alive.length - 1 && target >= counts[alive[source]]) {
          target -= counts[alive[source]];
          source++;
        }
        for (int k = 0; k < deviations.length; k++) {
          double offset = RESTART * deviations[k] * random.nextGaussian();
          moved.set(p, k, moved.at(alive[source], k) + offset);
        }
      }
    }
  }

  /** Drops anchors that were not seen in the last round, if enough are left. */
  void keepSeen(int least) {
    int[] kept = IntStream.range(0, seen.length).filter(p -> seen[p]).toArray();
    if (kept.length >= least) {
      points = points.selectRows(kept);
    }
  }
}
