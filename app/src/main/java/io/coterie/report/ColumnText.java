package io.coterie.report;

import io.coterie.data.column.ColumnKind;
import io.coterie.data.column.ColumnKind.Date.Part;
import io.coterie.data.column.ColumnSpec;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.List;
import java.util.Locale;

/**
 * How a typical value of a column is shown: with its unit, dates as dates, levels by name.
 *
 * @param column what it holds
 */
record ColumnText(ColumnSpec column) {
  /** Numbers from here on are shown to their last whole digit. */
  private static final double LARGE = 1000;

  private static final MathContext DIGITS = new MathContext(3);

  /** Returns the texts of some columns, of which nothing may be known but their names. */
  static List<ColumnText> of(List<String> names, List<ColumnSpec> specs) {
    return specs.isEmpty()
        ? names.stream().map(name -> new ColumnText(ColumnSpec.number(name))).toList()
        : specs.stream().map(ColumnText::new).toList();
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

  /** Returns the name of one of its levels, or of rare ones that are put together. */
  String name(List<Integer> levels) {
    List<String> names = column.kind().levels();
    boolean isOne = levels.size() == 1 && levels.get(0) < names.size();
    return "%s: %s".formatted(column.name(), isOne ? names.get(levels.get(0)) : ColumnKind.OTHER);
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
    double own = inUnits(value);
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
