package io.coterie.report;

import io.coterie.data.column.ColumnKind;
import io.coterie.data.column.ColumnKind.Date.Part;
import io.coterie.data.column.ColumnSpec;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * How a typical value of a column is shown: with its unit, dates as dates, levels by name.
 *
 * @param column what it holds
 */
record ColumnText(ColumnSpec column) {
  /** Numbers from here on are shown to their last whole digit. */
  private static final double LARGE = 1000;

  /** A cut is rounded to about this part of the middle half of the values. */
  private static final double STEPS = 8;

  private static final MathContext TWO_DIGITS = new MathContext(2);

  private static final MathContext ROUGH = new MathContext(1);

  private static final MathContext DIGITS = new MathContext(3);

  /** Returns the texts of some columns, of which nothing may be known but their names. */
  static List<ColumnText> of(List<String> names, List<ColumnSpec> specs) {
    return specs.isEmpty()
        ? names.stream().map(name -> new ColumnText(ColumnSpec.number(name))).toList()
        : specs.stream().map(ColumnText::new).toList();
  }

  static List<ColumnText> of(ReportData.Input input) {
    return of(input.features(), input.specs());
  }

  boolean isLog() {
    return column.kind() instanceof ColumnKind.Numeric number && number.isLog();
  }

  boolean isOfLevels() {
    return column.kind().unorderedLevels() > 0;
  }

  /** Returns the name of the column with what its values are. */
  String name() {
    if (column.kind() instanceof ColumnKind.Date date) {
      return switch (date.part()) {
        case DAYS -> column.name();
        case AGE -> column.name() + ", age in years";
        case YEAR -> column.name() + ", year";
        case MONTH -> column.name() + ", month (1 to 12)";
        case WEEKDAY -> column.name() + ", weekday (Monday is 1)";
      };
    }
    if (column.kind() instanceof ColumnKind.Ordinal) {
      return column.name() + ", level and mean place";
    }
    return column.name() + column.unit().map(unit -> ", " + unit).orElse("");
  }

  /** Returns the name of the column in a sentence, whose values have their unit. */
  String subject() {
    return column.kind() instanceof ColumnKind.Date date && date.part() != Part.DAYS
        ? "%s (%s)".formatted(column.name(), date.part().name().toLowerCase(Locale.ROOT))
        : column.name();
  }

  /** Returns a value in words with its unit. */
  String valueInUnit(double value) {
    return value(value) + unit();
  }

  /** Returns the unit of its values as it stands behind them. */
  String unit() {
    boolean isAge = column.kind() instanceof ColumnKind.Date date && date.part() == Part.AGE;
    return (isAge ? Optional.of("years") : column.unit()).map(word -> " " + word).orElse("");
  }

  /**
   * Returns a value in words with its noise, and no more digits than that allows.
   *
   * @param noise NaN where it is not known
   */
  String noisy(double value, double noise) {
    if (Double.isNaN(noise)) {
      return "about " + plain(isLog() ? value : rounded(value, noise, false));
    }
    if (isLog()) {
      double own = Math.exp(value);
      return "%s (%s to %s by noise)"
          .formatted(
              twoDigits(own), twoDigits(own * Math.exp(-noise)), twoDigits(own * Math.exp(noise)));
    }
    String far = rough(noise);
    if (column.kind() instanceof ColumnKind.Ordinal) {
      return "%s (%s ± %s)".formatted(plain(value), digits(rounded(value + 1, noise, false)), far);
    }
    if (column.kind() instanceof ColumnKind.Date date && date.part() == Part.DAYS) {
      return "%s ± %s days".formatted(value(value), far);
    }
    return "%s ± %s".formatted(digits(rounded(value, noise, false)), far);
  }

  /** Such as "60 ± 20 %". */
  static String noisyShare(double share, double noise) {
    double shown = 100 * rounded(share, noise, true);
    return Double.isNaN(noise)
        ? String.format(Locale.ROOT, "about %.0f %%", shown)
        : String.format(
            Locale.ROOT,
            "%.0f ± %.0f %%",
            shown,
            Math.max(1, rounded(100 * noise, 100 * noise, false)));
  }

  /** Returns a value to the digit that noise leaves; without knowing the noise, to two digits. */
  static double rounded(double value, double noise, boolean isShare) {
    double size = Double.isNaN(noise) ? Math.abs(value) / 10 : noise;
    if (!(size > 0) || !Double.isFinite(size)) {
      return value;
    }
    double step = Math.pow(10, Math.floor(Math.log10(size)));
    double least = isShare ? Math.max(0.01, step) : step;
    return least * Math.rint(value / least);
  }

  private static String twoDigits(double value) {
    return BigDecimal.valueOf(value).round(TWO_DIGITS).toPlainString();
  }

  /** Returns one digit of a noise. */
  private static String rough(double noise) {
    return noise == 0 ? "0" : BigDecimal.valueOf(noise).round(ROUGH).toPlainString();
  }

  /** Returns a value in words; of a level in an order its name only. */
  String plain(double value) {
    String text = value(value);
    return column.kind() instanceof ColumnKind.Ordinal
        ? text.substring(0, text.lastIndexOf(" ("))
        : text;
  }

  /** Returns the name of one of its levels, or of rare ones that are put together. */
  String name(List<Integer> levels) {
    return "%s: %s".formatted(column.name(), level(levels));
  }

  /** Returns one of its levels, or that of rare ones that are put together. */
  String level(List<Integer> levels) {
    List<String> names = column.kind().levels();
    boolean isOne = levels.size() == 1 && levels.get(0) < names.size();
    return isOne ? names.get(levels.get(0)) : ColumnKind.OTHER;
  }

  /** Returns a value as the records have it; a logarithm is taken back. */
  double inUnits(double value) {
    return isLog() ? Math.exp(value) : value;
  }

  /** Returns a value in words. */
  String value(double value) {
    if (column.kind() instanceof ColumnKind.Ordinal ordinal) {
      int last = ordinal.levels().size() - 1;
      int place = (int) Math.max(0, Math.min(last, Math.rint(value)));
      return "%s (%s)".formatted(ordinal.levels().get(place), digits(value + 1));
    }
    if (column.kind() instanceof ColumnKind.Date date && date.part() == Part.DAYS) {
      return date.from().plusDays(Math.round(value)).toString();
    }
    return number(inUnits(value));
  }

  /** Such as "age below 50 years", "bilirubin at least 3.4" or "stage III or above". */
  String interval(double from, double below) {
    if (column.kind() instanceof ColumnKind.Ordinal ordinal) {
      return "%s is %s".formatted(subject(), levels(ordinal.levels(), from, below));
    }
    if (from == Double.NEGATIVE_INFINITY) {
      return "%s below %s".formatted(subject(), valueInUnit(below));
    }
    return below == Double.POSITIVE_INFINITY
        ? "%s at least %s".formatted(subject(), valueInUnit(from))
        : "%s from %s to below %s".formatted(subject(), plain(from), valueInUnit(below));
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
  double[] cuts(double[] sorted, int most) {
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
    return inUnits(sorted[(int) Math.min(sorted.length - 1, share * sorted.length)]);
  }

  /** Takes a value in units, and gives one of the records. */
  private double rounded(double value, double step) {
    if (column.kind() instanceof ColumnKind.Ordinal) {
      return Math.ceil(value);
    }
    double own = value;
    if (column.kind() instanceof ColumnKind.Date date && date.part() == Part.DAYS) {
      return Math.rint(value);
    }
    if (step > 0) {
      own = step * Math.rint(value / step);
    }
    double shown = Double.parseDouble(number(own));
    return isLog() ? Math.log(shown) : shown;
  }

  private String number(double own) {
    return column.decimals().isPresent()
        ? BigDecimal.valueOf(own)
            .setScale(column.decimals().get(), RoundingMode.HALF_EVEN)
            .toPlainString()
        : digits(own);
  }

  static String share(double share) {
    return String.format(Locale.ROOT, "%.0f %%", 100 * share);
  }

  private static String digits(double value) {
    if (value == 0 || !Double.isFinite(value)) {
      return "0";
    }
    BigDecimal exact = BigDecimal.valueOf(value);
    BigDecimal rounded =
        Math.abs(value) >= LARGE ? exact.setScale(0, RoundingMode.HALF_EVEN) : exact.round(DIGITS);
    return Math.abs(value) < 1e-4 || Math.abs(value) >= 1e9
        ? exact.round(DIGITS).toString()
        : rounded.stripTrailingZeros().toPlainString();
  }
}
