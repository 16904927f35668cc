package io.coterie.report;

import io.coterie.math.Matrix;
import io.coterie.report.Rule.Condition;
import io.coterie.report.Rule.Interval;
import io.coterie.report.Rule.Level;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Finds a short rule for a group: up to three conditions on columns, one after the other, of which
 * the best few are carried on. What counts is the harmonic mean of how many records of the rule are
 * of the group and how many of the group are of the rule. The same records give the same rule.
 */
final class RuleSearch {
  private static final int MOST_CONDITIONS = 3;
  private static final int CARRIED_ON = 4;
  private static final int CUTS = 24;

  /** A condition, or a second end of an interval, that adds less than this is not worth reading. */
  private static final double LEAST_GAIN = 0.015;

  /** Of a record that has no value. */
  private static final int MISSING = -1;

  private final Matrix records;
  private final int[] clusters;
  private final List<Cells> columns = new ArrayList<>();

  /**
   * One column in cells.
   *
   * @param cuts between the cells of a number; empty for levels, which are cells themselves
   * @param cell of each record
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Cells(int column, double[] cuts, int count, int[] cell) {}

  /** Conditions and the records for which they hold. */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Beam(List<Condition> conditions, boolean[] holds, double agreement) {}

  /**
   * Prepares records; values that are missing are NaN.
   *
   * @param clusters one for each record
   */
  RuleSearch(Matrix records, int[] clusters, List<ColumnText> texts) {
    this.records = records;
    this.clusters = clusters;
    for (int j = 0; j < texts.size(); j++) {
      cells(j, texts.get(j)).ifPresent(columns::add);
    }
  }

  private Optional<Cells> cells(int column, ColumnText text) {
    double[] values = new double[records.rows()];
    int present = 0;
    for (int i = 0; i < values.length; i++) {
      double value = records.at(i, column);
      if (!Double.isNaN(value)) {
        values[present++] = value;
      }
    }
    double[] sorted = Arrays.copyOf(values, present);
    Arrays.sort(sorted);
    if (present == 0 || sorted[0] == sorted[present - 1]) {
      return Optional.empty();
    }
    boolean isOfLevels = text.isOfLevels();
    double[] cuts = isOfLevels ? new double[0] : text.cuts(sorted, CUTS);
    int[] cell = new int[records.rows()];
    int count = isOfLevels ? (int) sorted[present - 1] + 1 : cuts.length + 1;
    for (int i = 0; i < cell.length; i++) {
      double value = records.at(i, column);
      cell[i] = Double.isNaN(value) ? MISSING : isOfLevels ? (int) value : cellOf(value, cuts);
    }
    return Optional.of(new Cells(column, cuts, count, cell));
  }

  private static int cellOf(double value, double[] cuts) {
    int at = Arrays.binarySearch(cuts, value);
    return at >= 0 ? at + 1 : -at - 1;
  }

  /** Returns the rule of a group; empty where none is better than all records together. */
  Optional<Rule> rule(int group) {
    boolean[] all = new boolean[records.rows()];
    Arrays.fill(all, true);
    Beam start = new Beam(List.of(), all, agreement(group, all));
    List<Beam> beams = List.of(start);
    Beam best = start;
    for (int step = 0; step < MOST_CONDITIONS; step++) {
      List<Beam> longer = new ArrayList<>();
      for (Beam beam : beams) {
        for (Cells cells : columns) {
          if (beam.conditions().stream().noneMatch(c -> c.column() == cells.column())) {
            best(beam, cells, group).ifPresent(longer::add);
          }
        }
      }
      longer.removeIf(beam -> beam.conditions().isEmpty());
      longer.sort(Comparator.comparingDouble(beam -> -beam.agreement()));
      beams = List.copyOf(longer.subList(0, Math.min(CARRIED_ON, longer.size())));
      if (beams.isEmpty() || beams.get(0).agreement() < best.agreement() + LEAST_GAIN) {
        break;
      }
      best = beams.get(0);
    }
    return best.conditions().isEmpty()
        ? Optional.empty()
        : Optional.of(counted(best.conditions(), group, records, clusters));
  }

  /** Returns the conditions with their counts over some records. */
  static Rule counted(List<Condition> conditions, int group, Matrix records, int[] clusters) {
    long hits = 0;
    long others = 0;
    long misses = 0;
    for (int i = 0; i < clusters.length; i++) {
      int row = i;
      boolean holds = conditions.stream().allMatch(c -> c.holds(records.at(row, c.column())));
      boolean isOwn = clusters[i] == group;
      hits += holds && isOwn ? 1 : 0;
      others += holds && !isOwn ? 1 : 0;
      misses += !holds && isOwn ? 1 : 0;
    }
    return new Rule(conditions, hits, others, misses);
  }

  private double agreement(int group, boolean[] holds) {
    long hits = 0;
    long all = 0;
    long own = 0;
    for (int i = 0; i < holds.length; i++) {
      boolean isOwn = clusters[i] == group;
      own += isOwn ? 1 : 0;
      all += holds[i] ? 1 : 0;
      hits += holds[i] && isOwn ? 1 : 0;
    }
    return agreement(hits, all, own);
  }

  private static double agreement(long hits, long all, long own) {
    return hits > 0 ? 2.0 * hits / (all + own) : 0;
  }

  /** Returns a rule with the best condition on one more column. */
  private Optional<Beam> best(Beam beam, Cells cells, int group) {
    long[] own = new long[cells.count()];
    long[] all = new long[cells.count()];
    long ofGroup = 0;
    for (int i = 0; i < clusters.length; i++) {
      boolean isOwn = clusters[i] == group;
      ofGroup += isOwn ? 1 : 0;
      if (beam.holds()[i] && cells.cell()[i] != MISSING) {
        all[cells.cell()[i]]++;
        own[cells.cell()[i]] += isOwn ? 1 : 0;
      }
    }
    Optional<Condition> found =
        cells.cuts().length > 0
            ? interval(cells, own, all, ofGroup)
            : level(cells, own, all, ofGroup);
    return found.map(condition -> longer(beam, condition, group));
  }

  private Beam longer(Beam beam, Condition condition, int group) {
    List<Condition> conditions = new ArrayList<>(beam.conditions());
    conditions.add(condition);
    boolean[] holds = new boolean[clusters.length];
    for (int i = 0; i < holds.length; i++) {
      holds[i] = beam.holds()[i] && condition.holds(records.at(i, condition.column()));
    }
    return new Beam(conditions, holds, agreement(group, holds));
  }

  private static Optional<Condition> interval(Cells cells, long[] own, long[] all, long ofGroup) {
    double best = 0;
    Optional<Condition> found = Optional.empty();
    for (int from = 0; from < own.length; from++) {
      long hits = 0;
      long held = 0;
      for (int to = from; to < own.length; to++) {
        hits += own[to];
        held += all[to];
        boolean isOpenBelow = from == 0;
        boolean isOpenAbove = to == own.length - 1;
        double agreement =
            agreement(hits, held, ofGroup) - (isOpenBelow || isOpenAbove ? 0 : LEAST_GAIN);
        if (!(isOpenBelow && isOpenAbove) && agreement > best) {
          best = agreement;
          found =
              Optional.of(
                  new Interval(
                      cells.column(),
                      isOpenBelow ? Double.NEGATIVE_INFINITY : cells.cuts()[from - 1],
                      isOpenAbove ? Double.POSITIVE_INFINITY : cells.cuts()[to]));
        }
      }
    }
    return found;
  }

  private static Optional<Condition> level(Cells cells, long[] own, long[] all, long ofGroup) {
    long allOwn = Arrays.stream(own).sum();
    long everything = Arrays.stream(all).sum();
    double best = 0;
    Optional<Condition> found = Optional.empty();
    for (int level = 0; level < own.length; level++) {
      double with = agreement(own[level], all[level], ofGroup);
      double without = agreement(allOwn - own[level], everything - all[level], ofGroup);
      boolean hasMore = Arrays.stream(all).filter(count -> count > 0).count() > 2;
      if (with > best) {
        best = with;
        found = Optional.of(new Level(cells.column(), level, true));
      }
      if (hasMore && without > best) {
        best = without;
        found = Optional.of(new Level(cells.column(), level, false));
      }
    }
    return found;
  }
}
