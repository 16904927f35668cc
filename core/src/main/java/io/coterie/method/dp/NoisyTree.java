package io.coterie.method.dp;

import io.coterie.features.RecordMap;
import io.coterie.math.Matrix;
import io.coterie.math.Vector;
import io.coterie.message.internal.NoisyTotals;
import io.coterie.site.internal.ExactSums;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * Cells found by splitting (Y. Linde, A. Buzo, R. Gray 1980) on noisy counts and residual sums: the
 * fullest cells are split in two, each record goes to the nearest center, and centers move by the
 * noisy means, shrunk by what of them must be noise (after James and Stein). How far residuals are
 * clipped follows from the spread left inside cells, which is known: that of all records less that
 * between cells.
 *
 * <p>Not thread-safe.
 */
final class NoisyTree {
  /** How far the halves of a cell start from its center, in units of the spread inside cells. */
  private static final double SPLIT = 0.35;

  /** A cell is split if it has so many times the records of an average one of the next level. */
  private static final double FULL = 1.2;

  /** A cell with fewer of an average cell's records is dropped, unless that leaves too few. */
  private static final double THIN = 0.3;

  private static final double FEW_RECORDS = 10;
  private static final double COUNT_NOISE = 1.5;
  private static final double LEAST_SPREAD = 0.02;

  private final DpStudy study;
  private final double records;
  private final double[] variances;
  private final double total;
  private final int most;
  private final List<DpStep> steps;
  private final SplittableRandom random;
  private Matrix centers;
  private double[] counts;
  private double inside;

  /**
   * Prepares a tree of one cell.
   *
   * @param variances of the points on each axis
   * @param records N, noisy
   * @param most how many cells it grows to
   */
  NoisyTree(DpStudy study, double[] variances, double records, int most) {
    this.study = study;
    this.records = records;
    this.variances = variances;
    this.total = Arrays.stream(variances).sum();
    this.most = most;
    this.steps = study.schedule().all(DpSchedule.LLOYD);
    this.random = study.context().seed().child("tree").random();
    this.centers = Matrix.zeros(1, variances.length);
    this.counts = new double[] {records};
    this.inside = Math.sqrt(total);
  }

  /** Grows it; the first question takes the steps that put points where the cells are. */
  void grow(List<RecordMap> first) {
    int levels = steps.size() - 1;
    for (int round = 0; round < steps.size(); round++) {
      split(TreeSize.inRound(most, levels, round));
      Ball ball = new Ball(QuestionCheck.FARTHEST_ANCHOR);
      centers = ball.drawIn(centers);
      double radius = QuestionCheck.reach(TreeSize.RESIDUAL_RADIUS * inside);
      DpQuestion.Lloyd question =
          new DpQuestion.Lloyd(round == 0 ? first : List.of(), centers, radius);
      move(study.ask(question, steps.get(round)), steps.get(round), radius);
    }
  }

  Matrix centers() {
    return centers;
  }

  Vector counts() {
    return Vector.of(counts);
  }

  /** Splits the fullest cells along random directions, as the points vary. */
  private void split(int cells) {
    double least = FULL * records / cells;
    int[] chosen =
        fullestFirst()
            .limit(Math.max(0, Math.min(cells - centers.rows(), centers.rows())))
            .filter(p -> counts[p] >= least || centers.rows() <= study.clusterCount())
            .toArray();
    Matrix halves = centers.selectRows(chosen);
    for (int h = 0; h < chosen.length; h++) {
      double[] direction = direction();
      for (int k = 0; k < direction.length; k++) {
        halves.set(h, k, halves.at(h, k) + direction[k]);
        centers.set(chosen[h], k, centers.at(chosen[h], k) - direction[k]);
      }
    }
    centers = Matrix.stacked(List.of(centers, halves));
  }

  private IntStream fullestFirst() {
    return IntStream.range(0, counts.length)
        .boxed()
        .sorted(Comparator.comparingDouble(p -> -counts[p]))
        .mapToInt(p -> p);
  }

  private double[] direction() {
    double[] direction = new double[variances.length];
    double squared = 0;
    for (int k = 0; k < direction.length; k++) {
      direction[k] = Math.sqrt(variances[k]) * random.nextGaussian();
      squared += direction[k] * direction[k];
    }
    double scale = SPLIT * inside / Math.max(Math.sqrt(squared), 1e-12);
    return Arrays.stream(direction).map(value -> value * scale).toArray();
  }

  private void move(NoisyTotals totals, DpStep step, double radius) {
    int axes = variances.length;
    int cells = centers.rows();
    double sumNoise = radius * study.noise(step, DpSchedule.SUM);
    double countNoise = study.noise(step, DpSchedule.COUNT);
    double[] seen = new double[cells];
    Matrix moved = centers.copy();
    for (int p = 0; p < cells; p++) {
      seen[p] = (double) totals.block(DpSchedule.COUNT).at(p) / ExactSums.COUNT_UNIT;
      double count = Math.max(seen[p], 1);
      double squared = 0;
      double[] mean = new double[axes];
      for (int k = 0; k < axes; k++) {
        long sum = totals.block(DpSchedule.SUM).at(p * axes + k);
        mean[k] = sum * radius / (ExactSums.UNIT * count);
        squared += mean[k] * mean[k];
      }
      double noise = axes * sumNoise * sumNoise / (count * count);
      double share = Math.max(0, 1 - noise / Math.max(squared, 1e-12));
      for (int k = 0; k < axes; k++) {
        moved.set(p, k, moved.at(p, k) + share * mean[k]);
      }
    }
    counts = seen;
    double least =
        Math.max(
            Math.min(FEW_RECORDS, THIN * records / cells), Math.max(COUNT_NOISE * countNoise, 1));
    int always = Math.max(Math.min(study.clusterCount() + 1, most), cells / 2);
    int[] order = fullestFirst().toArray();
    int[] kept =
        IntStream.range(0, cells)
            .filter(rank -> rank < always || seen[order[rank]] >= least)
            .map(rank -> order[rank])
            .sorted()
            .toArray();
    centers = moved.selectRows(kept);
    counts = IntStream.of(kept).mapToDouble(p -> Math.max(seen[p], 1)).toArray();
    inside = Math.sqrt(Math.max(total - between(), LEAST_SPREAD * total));
  }

  private double between() {
    double squared = 0;
    for (int p = 0; p < counts.length; p++) {
      for (int k = 0; k < variances.length; k++) {
        squared += counts[p] * centers.at(p, k) * centers.at(p, k);
      }
    }
    return squared / Arrays.stream(counts).sum();
  }
}
