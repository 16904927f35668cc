package io.coterie.study;

import static java.util.Objects.requireNonNull;

import io.coterie.CoterieException;
import io.coterie.data.MissingPolicy;
import io.coterie.math.Vector;
import io.coterie.plan.InputKind;
import io.coterie.plan.PublicBounds;
import io.coterie.plan.StudyPlan.InputPlan;
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
 * @param missing what a site does with missing values
 */
public record Schema(InputPlan input, List<Column> columns, MissingPolicy missing) {
  public static final int MOST_COLUMNS = 99_999;

  public Schema {
    requireNonNull(input, "input is null");
    columns = List.copyOf(columns);
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
    for (Column column : columns) {
      if (!seen.add(column.name())) {
        throw CoterieException.usage(
            "schema.columns names '%s' twice; once is enough.".formatted(column.name()));
      }
      if (column.bounds().isPresent() && !input.kind().isTable()) {
        throw CoterieException.usage(
            "schema.columns has bounds, but only a table needs them; input is %s."
                .formatted(input.kind()));
      }
    }
  }

  public InputKind kind() {
    return input.kind();
  }

  public List<String> names() {
    return columns.stream().map(Column::name).toList();
  }

  public boolean isBounded() {
    return !columns.isEmpty() && columns.stream().allMatch(column -> column.bounds().isPresent());
  }

  public Optional<PublicBounds> bounds() {
    if (!isBounded()) {
      return Optional.empty();
    }
    return Optional.of(
        new PublicBounds(
            Vector.of(
                columns.stream().mapToDouble(c -> c.bounds().orElseThrow().lower()).toArray()),
            Vector.of(
                columns.stream().mapToDouble(c -> c.bounds().orElseThrow().upper()).toArray())));
  }
}
