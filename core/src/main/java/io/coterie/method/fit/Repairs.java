package io.coterie.method.fit;

import io.coterie.method.fit.SiteFit.ColumnFit;
import io.coterie.method.fit.SiteFit.Kind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.IntStream;

/**
 * Names what is wrong with columns by the repair that makes them fit.
 *
 * @param found which mixture of the others' pieces is nearest
 * @param values the site's own, or a sample of them, by column
 * @param recount counts the site again
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record Repairs(
    PieceCounts site, PieceCounts others, Reweighting found, double[][] values, Recount recount) {
  /** A smaller factor may be another population. */
  private static final double LEAST_FACTOR = 1.8;

  private static final double FAHRENHEIT = 1.8;
  private static final double FAHRENHEIT_ZERO = 32;

  /** Exchanged levels fit inside pieces if the effect falls to less than this share. */
  private static final double LEFT = 0.5;

  private static final int[] SHIFTS = {1, -1, 2, -2};

  /** A factor is looked for within a third of the ratio of medians. */
  private static final double STEP = 0.01;

  private static final int STEPS = 30;

  /** Levels that are exchanged in the records themselves are some of the most frequent. */
  private static final int MOST_TRIED = 4;

  /** Counts a site again with the levels of a column in another order. */
  @FunctionalInterface
  interface Recount {
    PieceCounts of(int column, int[] order);
  }

  private ColumnCells cells(int column) {
    return site.layout().columns().get(column);
  }

  /**
   * Looks for levels that are exchanged in columns that seem to fit: the records are then in pieces
   * of their own.
   */
  Optional<ColumnFit> hidden() {
    ColumnFit best = null;
    double least = apart(site);
    for (int j = 0; j < values.length; j++) {
      if (cells(j).isLevels()) {
        Moved moved = moved(ColumnFit.of(j, Kind.DIFFERS, found.misfits()[j]));
        if (moved.fit.kind().isNamed() && moved.apart < least) {
          least = moved.apart;
          best = moved.fit;
        }
      }
    }
    return Optional.ofNullable(best);
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
          best = flag.as(Kind.RECODED, b, a);
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
          best = flag.as(Kind.SHIFTED, shift, 0);
        }
      }
    }
    return best.kind().isNamed() ? best : moved(flag).fit;
  }

  /**
   * A column that is repaired in the records.
   *
   * @param apart how far the records are then from the others
   */
  private record Moved(ColumnFit fit, double apart) {}

  /**
   * Exchanges levels in the records: they may be in pieces of their own because of the mistake, so
   * that there is nobody inside to compare them with.
   */
  private Moved moved(ColumnFit flag) {
    int j = flag.column();
    double[] own = site.ofColumn(j);
    int[] frequent =
        IntStream.range(0, own.length)
            .boxed()
            .sorted(Comparator.comparingDouble(level -> -own[level]))
            .limit(MOST_TRIED)
            .mapToInt(Integer::intValue)
            .toArray();
    double left = LEFT * apart(site);
    ColumnFit best = flag;
    for (int a = 0; a < frequent.length; a++) {
      for (int b = 0; b < a; b++) {
        int one = Math.min(frequent[a], frequent[b]);
        int other = Math.max(frequent[a], frequent[b]);
        PieceCounts again = recount.of(j, exchanged(own.length, one, other));
        if (apart(again) < left
            && Reweighting.of(again, others).misfits()[j] <= 1
            && !LevelsInside.of(again, others, j, same -> same).isMisfit()) {
          left = apart(again);
          best = flag.as(Kind.RECODED, one, other);
        }
      }
    }
    return new Moved(best, left);
  }

  /** Returns the share of a site's records in pieces that others have little of. */
  private double apart(PieceCounts own) {
    double share = 0;
    for (int p = 0; p < own.layout().pieces(); p++) {
      double expected = (double) others.ofPiece(p) / others.records();
      double has = (double) own.ofPiece(p) / own.records();
      share += Math.max(0, has - expected);
    }
    return share;
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
      if (l != j && !cells(l).isLevels() && fitsSwapped(j, l)) {
        return flag.as(Kind.SWAPPED, l, 0);
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

  /**
   * Returns whether two columns fit with the values of the other one, whatever mixture they need.
   */
  private boolean fitsSwapped(int one, int other) {
    if (misfit(one, values[other]) < 1 && misfit(other, values[one]) < 1) {
      return true;
    }
    double[] misfits =
        Reweighting.of(
                site,
                others,
                Map.of(one, counts(one, values[other]), other, counts(other, values[one])))
            .misfits();
    return misfits[one] < 1 && misfits[other] < 1;
  }

  /** Codes are moved by whole numbers; a factor means nothing to them. */
  private ColumnFit codes(ColumnFit flag, double[] own) {
    boolean isWhole = Arrays.stream(own).allMatch(value -> value == Math.rint(value));
    for (int shift : isWhole ? SHIFTS : new int[0]) {
      double[] moved = changed(own, value -> value - shift);
      boolean isOneToOne = distinct(flag.column(), moved) == Arrays.stream(own).distinct().count();
      if (isOneToOne && misfit(flag.column(), moved) < 1) {
        return flag.as(Kind.SHIFTED, shift, 0);
      }
    }
    return unit(flag, own);
  }

  private long distinct(int column, double[] with) {
    return Arrays.stream(with).mapToInt(cells(column)::of).distinct().count();
  }

  private ColumnFit unit(ColumnFit flag, double[] own) {
    int j = flag.column();
    double[] mixed = found.mixed()[j];
    if (cells(j).edges().length == 0) {
      return flag;
    }
    double others = cells(j).quantile(0.5, mixed);
    // Of values that are mostly zero there is no factor.
    double ratio = Math.abs(others) > ValueGrid.LEAST ? quantile(own, 0.5) / others : 1;
    double times = isFactor(ratio) ? nearest(j, own, ratio) : 1;
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
    return flag;
  }

  /** Returns the factor near one that was found by which the values fit best. */
  private double nearest(int column, double[] own, double found) {
    double least = Double.POSITIVE_INFINITY;
    double logs = 0;
    int count = 0;
    for (int step = -STEPS; step <= STEPS; step++) {
      double times = found * Math.exp(step * STEP);
      double misfit = misfit(column, changed(own, x -> x / times));
      if (misfit < least - 1e-9) {
        least = misfit;
        logs = 0;
        count = 0;
      }
      if (misfit <= least + 1e-9) {
        logs += step * STEP;
        count++;
      }
    }
    return found * Math.exp(logs / count);
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
    return found.misfit(column, counts(column, with), cells(column).isLevels());
  }

  private double[] counts(int column, double[] with) {
    ColumnCells cells = cells(column);
    double[] counts = new double[cells.size()];
    for (double value : with) {
      int cell = cells.of(value);
      if (cell >= 0) {
        counts[cell]++;
      }
    }
    return counts;
  }
}
