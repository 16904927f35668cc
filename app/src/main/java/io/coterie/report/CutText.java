package io.coterie.report;

import io.coterie.data.column.ColumnKind;
import java.util.Arrays;
import java.util.List;

/** Where a column may be cut in two, and how a part of it is written. */
record CutText(ColumnText text) {
  /** A cut is rounded to about this part of the middle half of the values. */
  private static final double STEPS = 8;

  /** Such as "age below 50 years", "bilirubin at least 3.4" or "stage III or above". */
  String interval(double from, double below) {
    if (text.column().kind() instanceof ColumnKind.Ordinal ordinal) {
      return "%s is %s".formatted(text.subject(), levels(ordinal.levels(), from, below));
    }
    if (from == Double.NEGATIVE_INFINITY) {
      return "%s below %s".formatted(text.subject(), text.valueInUnit(below));
    }
    return below == Double.POSITIVE_INFINITY
        ? "%s at least %s".formatted(text.subject(), text.valueInUnit(from))
        : "%s from %s to below %s"
            .formatted(text.subject(), text.plain(from), text.valueInUnit(below));
  }

  private static String levels(List<String> levels, double from, double below) {
    int first = (int) Math.max(0, Math.ceil(from));
    int last = (int) Math.min(levels.size() - 1, Math.ceil(below) - 1);
    if (first >= last) {
      return levels.get(Math.min(first, levels.size() - 1));
    }
    return last == levels.size() - 1
        ? levels.get(first) + " or above"
        : first == 0
            ? levels.get(last) + " or below"
            : "%s to %s".formatted(levels.get(first), levels.get(last));
  }

  /**
   * Returns where a column may be cut in two, as the texts of the cuts have it: no cut has more
   * digits than tell it from its neighbors.
   *
   * @param sorted values
   */
  double[] of(double[] sorted, int most) {
    double quarter = Math.abs(quantile(sorted, 0.75) - quantile(sorted, 0.25));
    double step = quarter > 0 ? Math.pow(10, Math.floor(Math.log10(quarter / STEPS))) : 0;
    double[] cuts = new double[most];
    for (int q = 0; q < most; q++) {
      cuts[q] = rounded(quantile(sorted, (q + 1.0) / (most + 1)), step);
    }
    return Arrays.stream(cuts)
        .filter(cut -> cut > sorted[0] && cut <= sorted[sorted.length - 1])
        .distinct()
        .sorted()
        .toArray();
  }

  private double quantile(double[] sorted, double share) {
    return text.inUnits(sorted[(int) Math.min(sorted.length - 1, share * sorted.length)]);
  }

  /** Takes a value in units, and gives one of the records. */
  private double rounded(double value, double step) {
    if (text.isOrdinal()) {
      return Math.ceil(value);
    }
    double own = value;
    if (text.isOfDays()) {
      return Math.rint(value);
    }
    if (step > 0) {
      own = step * Math.rint(value / step);
    }
    double shown = Double.parseDouble(text.number(own));
    return text.isLog() ? Math.log(shown) : shown;
  }
}
