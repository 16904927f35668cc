package io.coterie.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A short rule that describes a group: all of its conditions hold.
 *
 * @param hits records of the group for which it holds
 * @param others records of other groups for which it holds
 * @param misses records of the group for which it does not
 */
record Rule(List<Condition> conditions, long hits, long others, long misses) {
  /** Bands of {@link #agreement} in words; conventions. */
  private static final double NEARLY_EXACT = 0.9;

  private static final double WELL = 0.75;
  private static final double ROUGHLY = 0.5;

  /** What is asked of one column; a missing value meets no condition. */
  sealed interface Condition {
    int column();

    boolean holds(double value);
  }

  /**
   * A number from one value up to below another; either may be infinite.
   *
   * @param from the least that is in it
   * @param below the least that is not
   */
  record Interval(int column, double from, double below) implements Condition {
    @Override
    public boolean holds(double value) {
      return value >= from && value < below;
    }
  }

  /** A level, or any other one. */
  record Level(int column, int level, boolean isIt) implements Condition {
    @Override
    public boolean holds(double value) {
      return !Double.isNaN(value) && (value == level) == isIt;
    }
  }

  Rule {
    conditions = List.copyOf(conditions);
  }

  /** Returns which share of the records for which it holds are in the group. */
  double precision() {
    return hits + others > 0 ? (double) hits / (hits + others) : 0;
  }

  /** Returns for which share of the group it holds. */
  double recall() {
    return hits + misses > 0 ? (double) hits / (hits + misses) : 0;
  }

  /** Returns the harmonic mean of the two. */
  double agreement() {
    return hits > 0 ? 2.0 * hits / (2 * hits + others + misses) : 0;
  }

  /** Such as "albumin below 3.1 g/dL and edema is yes". */
  String text(List<ColumnText> columns) {
    List<String> words = new ArrayList<>();
    for (Condition condition : conditions) {
      ColumnText text = columns.get(condition.column());
      words.add(
          condition instanceof Interval interval
              ? text.interval(interval.from(), interval.below())
              : level((Level) condition, text));
    }
    return String.join(" and ", words);
  }

  private static String level(Level level, ColumnText text) {
    return "%s %s %s"
        .formatted(
            text.subject(), level.isIt() ? "is" : "is not", text.level(List.of(level.level())));
  }

  /** Returns how well it describes its group, in words with their numbers. */
  String fidelity(int group, String records) {
    double agreement = agreement();
    String how =
        agreement >= NEARLY_EXACT
            ? "almost exactly"
            : agreement >= WELL ? "well" : agreement >= ROUGHLY ? "roughly" : "poorly";
    return String.format(
        Locale.ROOT,
        "describes the group %s: of %s for which it holds, %.0f %% are in group %d, and it holds"
            + " for %.0f %% of the group",
        how,
        records,
        100 * precision(),
        group,
        100 * recall());
  }
}
