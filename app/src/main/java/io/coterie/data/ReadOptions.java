package io.coterie.data;

import io.coterie.CoterieException;
import io.coterie.ErrorCode;
import io.coterie.data.column.ColumnSpec;
import io.coterie.data.mapping.Mapping;
import io.coterie.math.Seed;
import io.coterie.plan.InputKind;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * How to read a source. Start from {@link #defaults} and change what differs.
 *
 * <p>Immutable.
 *
 * @param labelColumn the column that holds the true groups, set aside
 * @param idColumn the column that names records for their owner, set aside
 * @param ignored other columns that are no features, set aside
 * @param kind what the features are, where the source does not say it
 * @param guessesKind whether a table of pixels may be taken as images where no kind is given
 * @param query the query to run on a {@code jdbc:} source
 * @param seed what a generator draws from
 * @param columns the features and what each holds, where all other columns are set aside; empty
 *     where nobody stated them
 * @param format how a file writes text and numbers, as far as somebody stated it
 * @param mapping how the site's own columns become those of the study
 */
public record ReadOptions(
    Optional<String> labelColumn,
    Optional<String> idColumn,
    List<String> ignored,
    Optional<InputKind> kind,
    boolean guessesKind,
    MissingPolicy missing,
    Optional<String> query,
    Seed seed,
    List<ColumnSpec> columns,
    FileFormat format,
    Optional<Mapping> mapping) {
  public ReadOptions {
    Objects.requireNonNull(labelColumn, "labelColumn is null");
    Objects.requireNonNull(idColumn, "idColumn is null");
    ignored = List.copyOf(ignored);
    Objects.requireNonNull(kind, "kind is null");
    Objects.requireNonNull(missing, "missing is null");
    Objects.requireNonNull(query, "query is null");
    Objects.requireNonNull(seed, "seed is null");
    columns = List.copyOf(columns);
    Objects.requireNonNull(format, "format is null");
    Objects.requireNonNull(mapping, "mapping is null");
  }

  /** Returns options that name no column and refuse missing values; the seed is 0. */
  public static ReadOptions defaults() {
    return new ReadOptions(
        Optional.empty(),
        Optional.empty(),
        List.of(),
        Optional.empty(),
        false,
        MissingPolicy.REFUSE,
        Optional.empty(),
        new Seed(0),
        List.of(),
        FileFormat.unstated(),
        Optional.empty());
  }

  public static InputKind parseImage(String shape) {
    return parse("image " + shape, "--image", shape, "HEIGHTxWIDTH in pixels, for example 28x28");
  }

  /** Returns the kind of the given word: table, vectors or image:HEIGHTxWIDTH. */
  public static InputKind parseInput(String word) {
    return parse(
        word.replaceFirst("^image:", "image "),
        "--input",
        word,
        "table, vectors, or image:HEIGHTxWIDTH in pixels, for example image:28x28");
  }

  private static InputKind parse(String text, String option, String given, String allowed) {
    try {
      return InputKind.parse(text);
    } catch (IllegalArgumentException e) {
      throw new CoterieException(
          ErrorCode.USAGE, "%s is '%s'; it must be %s.".formatted(option, given, allowed), e);
    }
  }

  public ReadOptions withLabelColumn(String column) {
    return new ReadOptions(
        Optional.of(column),
        idColumn,
        ignored,
        kind,
        guessesKind,
        missing,
        query,
        seed,
        columns,
        format,
        mapping);
  }

  public ReadOptions withIdColumn(String column) {
    return new ReadOptions(
        labelColumn,
        Optional.of(column),
        ignored,
        kind,
        guessesKind,
        missing,
        query,
        seed,
        columns,
        format,
        mapping);
  }

  public ReadOptions withIgnored(List<String> names) {
    return new ReadOptions(
        labelColumn,
        idColumn,
        names,
        kind,
        guessesKind,
        missing,
        query,
        seed,
        columns,
        format,
        mapping);
  }

  public ReadOptions withKind(InputKind given) {
    return new ReadOptions(
        labelColumn,
        idColumn,
        ignored,
        Optional.of(given),
        guessesKind,
        missing,
        query,
        seed,
        columns,
        format,
        mapping);
  }

  /** Returns options that take a table as images if its values say so; see {@link InputGuess}. */
  public ReadOptions withGuessedKind() {
    return new ReadOptions(
        labelColumn, idColumn, ignored, kind, true, missing, query, seed, columns, format, mapping);
  }

  public ReadOptions withMissing(MissingPolicy policy) {
    return new ReadOptions(
        labelColumn,
        idColumn,
        ignored,
        kind,
        guessesKind,
        policy,
        query,
        seed,
        columns,
        format,
        mapping);
  }

  public ReadOptions withQuery(String sql) {
    return new ReadOptions(
        labelColumn,
        idColumn,
        ignored,
        kind,
        guessesKind,
        missing,
        Optional.of(sql),
        seed,
        columns,
        format,
        mapping);
  }

  public ReadOptions withSeed(Seed start) {
    return new ReadOptions(
        labelColumn,
        idColumn,
        ignored,
        kind,
        guessesKind,
        missing,
        query,
        start,
        columns,
        format,
        mapping);
  }

  public ReadOptions withColumns(List<ColumnSpec> specs) {
    return new ReadOptions(
        labelColumn,
        idColumn,
        ignored,
        kind,
        guessesKind,
        missing,
        query,
        seed,
        specs,
        format,
        mapping);
  }

  /** Returns options for columns that all hold plain numbers. */
  public ReadOptions withFeatures(List<String> names) {
    return withColumns(names.stream().map(ColumnSpec::number).toList());
  }

  public ReadOptions withFormat(FileFormat stated) {
    return new ReadOptions(
        labelColumn,
        idColumn,
        ignored,
        kind,
        guessesKind,
        missing,
        query,
        seed,
        columns,
        stated,
        mapping);
  }

  public ReadOptions withMapping(Mapping own) {
    return new ReadOptions(
        labelColumn,
        idColumn,
        ignored,
        kind,
        guessesKind,
        missing,
        query,
        seed,
        columns,
        format,
        Optional.of(own));
  }

  /** Returns the names of the features, where somebody stated them. */
  public List<String> features() {
    return columns.stream().map(ColumnSpec::name).toList();
  }

  /** Returns every column named by the caller that is no feature, each once. */
  public List<String> namedColumns() {
    return Stream.of(labelColumn.stream(), idColumn.stream(), ignored.stream())
        .flatMap(names -> names)
        .distinct()
        .toList();
  }
}
