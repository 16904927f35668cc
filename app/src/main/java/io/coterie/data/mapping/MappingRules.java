package io.coterie.data.mapping;

import io.coterie.CoterieException;
import io.coterie.ErrorCode;
import io.coterie.data.column.ColumnSpec;
import io.coterie.data.mapping.ColumnMapping.SiteUnit;

/** What must hold of the parts of a mapping; a complaint is the end of a sentence on the part. */
public final class MappingRules {
  private MappingRules() {}

  /** Refuses what is no SQL expression over the cells of one row. */
  public static void requireExpression(String sql) {
    Expression.requireScalar(sql);
  }

  /** Refuses a unit that cannot be made the one of the study. */
  public static void requireConvertible(SiteUnit unit, ColumnSpec spec) {
    if (spec.unit().isEmpty()) {
      throw CoterieException.usage(
          "is stated, but the study states none for the column; ask for it, or convert by 'sql'");
    }
    Conversion.between(Unit.of(unit.code()), unit.substance(), Unit.of(spec.unit().get()));
  }

  /** Refuses what is no form of dates. */
  public static void requireDate(String pattern) {
    boolean isOfDays =
        pattern.matches("[dMyu. /-]{4,20}|[dMyuHmsT:'. /-]{8,40}")
            && pattern.contains("d")
            && pattern.contains("M")
            && pattern.matches(".*(?<![yu])[yu]{4}(?![yu]).*");
    try {
      if (isOfDays) {
        DateReader.format(pattern);
        return;
      }
    } catch (IllegalArgumentException e) {
      throw new CoterieException(ErrorCode.USAGE, "is no form of dates, as dd.MM.yyyy", e);
    }
    throw CoterieException.usage(
        "must be a form of dates such as dd.MM.yyyy, MM/dd/yyyy or yyyyMMdd, with four digits of"
            + " the year");
  }
}
