package io.coterie.method.fit;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.IntStream;

/**
 * Names what is wrong with columns by the repair that makes them fit.
 *
 * @param found which mixture of the others' pieces is nearest
 * @param values the site's own, or a sample of them, by column
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record Repairs(PieceCounts site, PieceCounts others, Reweighting found, double[][] values) {
  /** A smaller factor may be another population. */
  private static final double LEAST_FACTOR = 1.8;

  private static final double FAHRENHEIT = 1.8;
  private static final double FAHRENHEIT_ZERO = 32;

  /** Exchanged levels fit inside pieces if the effect falls to less than this share. */
  private static final double LEFT = 0.5;

  private static final int[] SHIFTS = {1, -1, 2, -2};

  static boolean isFahrenheit(double factor, double offset) {
    return factor == FAHRENHEIT && offset == FAHRENHEIT_ZERO;
  }

  private ColumnCells cells(int column) {
    return site.layout().columns().get(column);
  }

  /** Returns the flagged columns, with what is wrong. */
  List<ColumnFit> named(List<ColumnFit> flags) {
    List<ColumnFit> named = new ArrayList<>();
    for (ColumnFit flag : flags) {
      named.add(cells(flag.column()).isLevels() ? levels(flag) : numbers(flag, flags));
    }
    return named;
  }

  private ColumnFit levels(ColumnFit flag) {
    int j = flag.column();
    int size = cells(j).size();
    double left = LEFT * LevelsInside.of(site, others, j, own -> own).effect();
    ColumnFit best = flag;
    for (int a = 0; a < size; a++) {
      for (int b = 0; b < a; b++) {
        int[] order = exchanged(size, a, b);
        double effect =
            LevelsInside.of(site, others, j, own -> Shares.ordered(own, order)).effect();
        if (effect < left) {
          left = effect;
          best = flag.as(FitKind.RECODED, b, a);
        }
      }
    }
    if (!best.kind().isNamed() && size > 2) {
      for (int shift : SHIFTS) {
        int[] order =
            IntStream.range(0, size)
                .map(b -> b + shift >= 0 && b + shift < size ? b + shift : -1)
                .toArray();
        boolean isWhole =
            Shares.sum(Shares.ordered(site.ofColumn(j), order)) == Shares.sum(site.ofColumn(j));
        double effect =
            LevelsInside.of(site, others, j, own -> Shares.ordered(own, order)).effect();
        if (isWhole && effect < left) {
          left = effect;
          best = flag.as(FitKind.SHIFTED, shift, 0);
        }
      }
    }
    return best;
  }

  private static int[] exchanged(int size, int one, int other) {
    int[] order = IntStream.range(0, size).toArray();
    order[one] = other;
    order[other] = one;
    return order;
  }

  private ColumnFit numbers(ColumnFit flag, List<ColumnFit> flags) {
    int j = flag.column();
    for (ColumnFit other : flags) {
      int l = other.column();
      boolean isNumbers = l != j && !cells(l).isLevels();
      if (isNumbers && misfit(j, values[l]) < 1 && misfit(l, values[j]) < 1) {
        return flag.as(FitKind.SWAPPED, l, 0);
      }
    }
    double[] own = Arrays.stream(values[j]).filter(Double::isFinite).sorted().toArray();
    if (own.length == 0) {
      return flag;
    } else if (cells(j).isCoded()) {
      return codes(flag, own);
    }
    return unit(flag, own);
  }

  /** Codes are moved by whole numbers; a factor means nothing to them. */
  private ColumnFit codes(ColumnFit flag, double[] own) {
    boolean isWhole = Arrays.stream(own).allMatch(value -> value == Math.rint(value));
    for (int shift : isWhole ? SHIFTS : new int[0]) {
      if (misfit(flag.column(), changed(own, value -> value - shift)) < 1) {
        return flag.as(FitKind.SHIFTED, shift, 0);
      }
    }
    return unit(flag, own);
  }

  private ColumnFit unit(ColumnFit flag, double[] own) {
    int j = flag.column();
    double[] mixed = found.mixed()[j];
    if (cells(j).edges().length == 0) {
      return flag;
    }
    double median = quantile(own, 0.5);
    double others = cells(j).quantile(0.5, mixed);
    double spread = quantile(own, 0.8) - quantile(own, 0.2);
    double theirs = cells(j).quantile(0.8, mixed) - cells(j).quantile(0.2, mixed);
    double times = median / others;
    double byFactor =
        isFactor(times) ? misfit(j, changed(own, x -> x / times)) : Double.POSITIVE_INFINITY;
    double celsius = misfit(j, changed(own, x -> (x - FAHRENHEIT_ZERO) / FAHRENHEIT));
    double fahrenheit = misfit(j, changed(own, x -> FAHRENHEIT * x + FAHRENHEIT_ZERO));
    if (celsius < Math.min(1, byFactor)) {
      return flag.ofUnit(FAHRENHEIT, FAHRENHEIT_ZERO);
    } else if (fahrenheit < Math.min(1, byFactor)) {
      return flag.ofUnit(1 / FAHRENHEIT, -FAHRENHEIT_ZERO / FAHRENHEIT);
    } else if (byFactor < 1) {
      return flag.ofUnit(times, 0);
    }
    double scale = spread / theirs;
    if (isFactor(scale) && misfit(j, changed(own, x -> (x - median) / scale + others)) < 1) {
      return flag.ofUnit(scale, median - scale * others);
    }
    return flag;
  }

  private static boolean isFactor(double times) {
    return times > 0
        && Double.isFinite(times)
        && Math.abs(Math.log(times)) > Math.log(LEAST_FACTOR);
  }

  private static double[] changed(double[] values, DoubleUnaryOperator repair) {
    return Arrays.stream(values).map(repair).toArray();
  }

  private static double quantile(double[] sorted, double share) {
    double place = share * (sorted.length - 1);
    int below = (int) place;
    int above = Math.min(below + 1, sorted.length - 1);
    return sorted[below] + (place - below) * (sorted[above] - sorted[below]);
  }

  private double misfit(int column, double[] with) {
    ColumnCells cells = cells(column);
    double[] counts = new double[cells.size()];
    for (double value : with) {
      int cell = cells.of(value);
      if (cell >= 0) {
        counts[cell]++;
      }
    }
    return found.misfit(column, counts, cells.isLevels());
  }
}
