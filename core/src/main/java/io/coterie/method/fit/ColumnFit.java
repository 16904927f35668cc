package io.coterie.method.fit;

import java.util.function.IntFunction;

/**
 * A column of a site whose values do not fit those of the others.
 *
 * @param column by its place in a record
 * @param kind what the repair is
 * @param misfit how far the values are from the others', 1 at what chance explains
 * @param factor of the values over the others', where the unit is another
 * @param offset that is added after the factor, where one is °C and the other °F
 * @param other the column that it is exchanged with, the first of two levels, or by how much codes
 *     are moved
 * @param second of two levels that are exchanged
 */
public record ColumnFit(
    int column, FitKind kind, double misfit, double factor, double offset, int other, int second) {
  static ColumnFit of(int column, FitKind kind, double misfit) {
    return new ColumnFit(column, kind, misfit, 1, 0, 0, 0);
  }

  ColumnFit as(FitKind named, int one, int two) {
    return new ColumnFit(column, named, misfit, 1, 0, one, two);
  }

  ColumnFit ofUnit(double times, double plus) {
    return new ColumnFit(column, FitKind.UNIT, misfit, times, plus, 0, 0);
  }

  /** Returns what is wrong, such as "creatinine: unit, factor 88.4". */
  public String words(IntFunction<String> names) {
    String name = names.apply(column);
    return switch (kind) {
      case UNIT -> name + ": " + unit();
      case SWAPPED -> "%s: looks exchanged with %s".formatted(name, names.apply(other));
      case RECODED -> "%s: levels %d and %d look exchanged".formatted(name, other + 1, second + 1);
      case SHIFTED -> "%s: codes look moved by %+d".formatted(name, other);
      case DIFFERS -> name + ": values differ from those of the other sites";
    };
  }

  private String unit() {
    if (offset != 0) {
      return "another unit, values look like %s in place of %s"
          .formatted(factor > 1 ? "°F" : "°C", factor > 1 ? "°C" : "°F");
    }
    String known = KnownUnits.words(factor);
    return "another unit, values look %s times as large as those of the other sites%s"
        .formatted(KnownUnits.threeDigits(factor), known.isEmpty() ? "" : " (" + known + ")");
  }
}
