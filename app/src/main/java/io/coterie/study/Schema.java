package io.coterie.study;

import static java.util.Objects.requireNonNull;

import io.coterie.CoterieException;
import io.coterie.data.MissingPolicy;
import io.coterie.data.column.ColumnKind;
import io.coterie.data.column.ColumnKind.Date.Part;
import io.coterie.data.column.ColumnSpec;
import io.coterie.plan.ColumnBins;
import io.coterie.plan.InputKind;
import io.coterie.plan.PublicBounds;
import io.coterie.plan.StudyPlan.InputPlan;
import io.coterie.study.SetAside.Use;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What every site's records must be, whatever its files look like.
 *
 * @param input a table, images or feature vectors, how many values a record has, and what is done
 *     to them
 * @param columns the features of a table, in order; images and vectors may leave them out
 * @param setAside columns of a table that are no features
 * @param missing what a site does with missing values
 */
public record Schema(
    InputPlan input, List<ColumnSpec> columns, List<SetAside> setAside, MissingPolicy missing) {
  public static final int MOST_COLUMNS = 99_999;

  /** In how many equal parts of its range the values of a number are counted. */
  private static final int BINS = 20;

  /** So many whole numbers are counted one by one. */
  private static final int MOST_WHOLE = 40;

  /** Makes a schema that names features only. */
  public Schema(InputPlan input, List<ColumnSpec> columns, MissingPolicy missing) {
    this(input, columns, List.of(), missing);
  }

  public Schema {
    requireNonNull(input, "input is null");
    columns = List.copyOf(columns);
    setAside = List.copyOf(setAside);
    requireNonNull(missing, "missing is null");
    if (columns.isEmpty() && input.kind().isTable()) {
      throw CoterieException.usage(
          "schema.columns is missing; name every column of a table that is a feature.");
    }
    if (input.dimension() > MOST_COLUMNS) {
      throw CoterieException.usage(
          "A record has %d values; it may have at most %d."
              .formatted(input.dimension(), MOST_COLUMNS));
    }
    if (!columns.isEmpty() && columns.size() != input.dimension()) {
      throw CoterieException.usage(
          "schema.columns names %d columns, but a record of input %s has %d values."
              .formatted(columns.size(), input.kind(), input.dimension()));
    }
    Set<String> seen = new HashSet<>();
    for (ColumnSpec column : columns) {
      if (!seen.add(column.name())) {
        throw CoterieException.usage(
            "schema.columns names '%s' twice; once is enough.".formatted(column.name()));
      }
      if (!column.equals(ColumnSpec.number(column.name())) && !input.kind().isTable()) {
        throw CoterieException.usage(
            "schema.columns has more than names, but only a table needs it; input is %s."
                .formatted(input.kind()));
      }
    }
    for (SetAside other : setAside) {
      if (!seen.add(other.name())) {
        throw CoterieException.usage(
            "schema.columns names '%s' twice; once is enough.".formatted(other.name()));
      }
    }
    if (setAside.stream().filter(other -> other.use() == Use.ID).count() > 1) {
      throw CoterieException.usage(
          "schema.columns has two columns of kind id; let one be of kind ignore.");
    }
    if (!setAside.isEmpty() && !input.kind().isTable()) {
      throw CoterieException.usage(
          "schema.columns has columns of kind id or ignore, but only a table has them; input is %s."
              .formatted(input.kind()));
    }
    input = input.withLevels(ColumnSpec.levels(columns)).withBins(bins(columns));
  }

  public InputKind kind() {
    return input.kind();
  }

  public List<String> names() {
    return columns.stream().map(ColumnSpec::name).toList();
  }

  /** Returns the column that names records, if the study says one. */
  public Optional<String> id() {
    return setAside.stream().filter(other -> other.use() == Use.ID).map(SetAside::name).findFirst();
  }

  /** Returns whether every column says what a value can be, and some say it by bounds. */
  public boolean statesBounds() {
    return isBounded() && columns.stream().anyMatch(column -> column.range().isPresent());
  }

  /** Returns whether every column says what a value can be. */
  public boolean isBounded() {
    return !columns.isEmpty() && ColumnSpec.bounds(columns).isPresent();
  }

  public Optional<PublicBounds> bounds() {
    return isBounded() ? ColumnSpec.bounds(columns) : Optional.empty();
  }

  /** Returns the parts in which the values of each column are counted. */
  private static List<ColumnBins> bins(List<ColumnSpec> columns) {
    return columns.stream().map(Schema::bins).toList();
  }

  private static ColumnBins bins(ColumnSpec column) {
    ColumnKind kind = column.kind();
    if (kind.unorderedLevels() > 0) {
      return ColumnBins.none();
    } else if (!kind.levels().isEmpty()) {
      return whole(0, kind.levels().size() - 1.0);
    } else if (kind instanceof ColumnKind.Date date && date.part() == Part.MONTH) {
      return whole(1, 12);
    } else if (kind instanceof ColumnKind.Date date && date.part() == Part.WEEKDAY) {
      return whole(1, 7);
    }
    boolean isWhole = column.decimals().orElse(1) == 0;
    return column
        .limits()
        .map(
            range ->
                isWhole && range.upper() - range.lower() < MOST_WHOLE
                    ? whole(range.lower(), range.upper())
                    : new ColumnBins(range.lower(), range.upper(), BINS))
        .orElseGet(ColumnBins::none);
  }

  /** Returns a bin for each whole number. */
  private static ColumnBins whole(double least, double largest) {
    int count = (int) Math.floor(largest - least) + 1;
    return new ColumnBins(least - 0.5, least - 0.5 + count, count);
  }
}
