package io.coterie.method.fit;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Which mixture of the others' pieces comes nearest to a site's own values, all columns at once.
 * What a site has more of than others is explained so; what no mixture explains is a misfit of that
 * column. The worst columns are set aside, and the mixture is found again by the rest.
 *
 * @param own shares of the cells, by column
 * @param mixed shares that the mixture has, by column
 * @param critical what a misfit is measured by, by column
 * @param misfits how far own and mixed shares are apart, over the critical distance
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record Reweighting(double[][] own, double[][] mixed, double[] critical, double[] misfits) {
  /** The chance that one of all columns is flagged where nothing is wrong, if pieces were alike. */
  private static final double ALPHA = 0.01;

  /** Pieces are not alike inside; this much more is left open. */
  private static final double SLACK = 0.08;

  private static final int LEAST_RECORDS = 5;
  private static final int ROUNDS = 100;
  private static final int FITS = 4;

  static Reweighting of(PieceCounts site, PieceCounts others) {
    PieceLayout layout = others.layout();
    int d = layout.columns().size();
    int[] pieces =
        IntStream.range(0, layout.pieces())
            .filter(p -> others.ofPiece(p) >= LEAST_RECORDS)
            .toArray();
    double[][] own = new double[d][];
    double[] critical = new double[d];
    double[][][] parts = new double[d][][];
    for (int j = 0; j < d; j++) {
      int column = j;
      own[j] = Shares.of(site.ofColumn(j));
      critical[j] = critical(Shares.sum(site.ofColumn(j)), Shares.sum(others.ofColumn(j)), d);
      parts[j] =
          Arrays.stream(pieces)
              .mapToObj(p -> Shares.of(smoothed(others.inPiece(column, p))))
              .toArray(double[][]::new);
    }
    List<Integer> kept = IntStream.range(0, d).boxed().toList();
    Reweighting found = null;
    for (int fit = 0; fit < FITS; fit++) {
      double[] weights = weights(own, parts, kept, pieces.length);
      found = of(layout, own, parts, weights, critical);
      List<Integer> next = found.kept(Math.max(1, d / 3));
      if (next.equals(kept) || next.isEmpty()) {
        break;
      }
      kept = next;
    }
    return found;
  }

  private static double[] smoothed(double[] counts) {
    return Arrays.stream(counts).map(count -> count + 0.01).toArray();
  }

  /** Kolmogorov's critical distance of two samples, at a chance that is shared by all columns. */
  private static double critical(double own, double others, int columns) {
    double both = Math.sqrt(1 / Math.max(own, 1) + 1 / Math.max(others, 1));
    return Math.sqrt(-Math.log(ALPHA / columns / 2) / 2) * both + SLACK;
  }

  /** Expectation and maximization of the pieces' weights. */
  private static double[] weights(
      double[][] own, double[][][] parts, List<Integer> columns, int pieces) {
    double[] weights = new double[pieces];
    Arrays.fill(weights, 1.0 / pieces);
    for (int round = 0; round < ROUNDS; round++) {
      double[] next = new double[pieces];
      for (int j : columns) {
        double[] mixed = mixed(parts[j], weights, own[j].length);
        for (int p = 0; p < pieces; p++) {
          for (int b = 0; b < own[j].length; b++) {
            next[p] += weights[p] * parts[j][p][b] / Math.max(mixed[b], 1e-12) * own[j][b];
          }
        }
      }
      double all = Shares.sum(next);
      if (!(all > 0)) {
        return weights;
      }
      weights = Shares.of(next);
    }
    return weights;
  }

  private static double[] mixed(double[][] parts, double[] weights, int size) {
    double[] mixed = new double[size];
    for (int p = 0; p < weights.length; p++) {
      for (int b = 0; b < size; b++) {
        mixed[b] += weights[p] * parts[p][b];
      }
    }
    return mixed;
  }

  private static Reweighting of(
      PieceLayout layout, double[][] own, double[][][] parts, double[] weights, double[] critical) {
    double[][] mixed = new double[own.length][];
    double[] misfits = new double[own.length];
    for (int j = 0; j < own.length; j++) {
      mixed[j] = mixed(parts[j], weights, own[j].length);
      boolean isLevels = layout.columns().get(j).isLevels();
      // A column without own values says nothing.
      misfits[j] =
          Shares.sum(own[j]) > 0 ? Shares.distance(own[j], mixed[j], isLevels) / critical[j] : 0;
    }
    return new Reweighting(own, mixed, critical, misfits);
  }

  /** Returns the columns but the worst of those that do not fit. */
  private List<Integer> kept(int mostLeftOut) {
    List<Integer> bad =
        IntStream.range(0, misfits.length)
            .filter(j -> misfits[j] > 1)
            .boxed()
            .sorted(Comparator.comparingDouble((Integer j) -> -misfits[j]))
            .limit(mostLeftOut)
            .toList();
    List<Integer> kept = new ArrayList<>(IntStream.range(0, misfits.length).boxed().toList());
    kept.removeAll(bad);
    return kept;
  }

  /** Returns the misfit that a column would have with other counts. */
  double misfit(int column, double[] counts, boolean isLevels) {
    return Shares.distance(Shares.of(counts), mixed[column], isLevels) / critical[column];
  }
}
