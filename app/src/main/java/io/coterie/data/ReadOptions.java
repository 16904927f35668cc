package io.coterie.data;

import io.coterie.CoterieException;
import io.coterie.ErrorCode;
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
 * @param ignored other columns that are no features, set aside
 * @param kind what the features are, where the source does not say it
 * @param guessesKind whether a table of pixels may be taken as images where no kind is given
 * @param query the query to run on a {@code jdbc:} source
 * @param seed what a generator draws from
 * @param features the columns that are features, where all others are set aside; empty for any
 */
public record ReadOptions(
    Optional<String> labelColumn,
    List<String> ignored,
    Optional<InputKind> kind,
    boolean guessesKind,
    MissingPolicy missing,
    Optional<String> query,
    Seed seed,
    List<String> features) {
  public ReadOptions {
    Objects.requireNonNull(labelColumn, "labelColumn is null");
    ignored = List.copyOf(ignored);
    Objects.requireNonNull(kind, "kind is null");
    Objects.requireNonNull(missing, "missing is null");
    Objects.requireNonNull(query, "query is null");
    Objects.requireNonNull(seed, "seed is null");
    features = List.copyOf(features);
  }

  /** Returns options that name no column and refuse missing values; the seed is 0. */
  public static ReadOptions defaults() {
    return new ReadOptions(
        Optional.empty(),
        List.of(),
        Optional.empty(),
        false,
        MissingPolicy.REFUSE,
        Optional.empty(),
        new Seed(0),
        List.of());
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
        Optional.of(column), ignored, kind, guessesKind, missing, query, seed, features);
  }

  public ReadOptions withIgnored(List<String> columns) {
    return new ReadOptions(labelColumn, columns, kind, guessesKind, missing, query, seed, features);
  }

  public ReadOptions withKind(InputKind given) {
    return new ReadOptions(
        labelColumn, ignored, Optional.of(given), guessesKind, missing, query, seed, features);
  }

  /** Returns options that take a table as images if its values say so; see {@link InputGuess}. */
  public ReadOptions withGuessedKind() {
    return new ReadOptions(labelColumn, ignored, kind, true, missing, query, seed, features);
  }

  public ReadOptions withMissing(MissingPolicy policy) {
    return new ReadOptions(labelColumn, ignored, kind, guessesKind, policy, query, seed, features);
  }

  public ReadOptions withQuery(String sql) {
    return new ReadOptions(
        labelColumn, ignored, kind, guessesKind, missing, Optional.of(sql), seed, features);
  }

  public ReadOptions withSeed(Seed start) {
    return new ReadOptions(
        labelColumn, ignored, kind, guessesKind, missing, query, start, features);
  }

  public ReadOptions withFeatures(List<String> columns) {
    return new ReadOptions(labelColumn, ignored, kind, guessesKind, missing, query, seed, columns);
  }

  /** Returns every column named by the caller, each once. */
  public List<String> namedColumns() {
    return Stream.concat(labelColumn.stream(), ignored.stream()).distinct().toList();
  }
}
