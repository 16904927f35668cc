package io.coterie.data;

import io.coterie.CoterieException;
import io.coterie.ErrorCode;
import io.coterie.data.column.ColumnSpec;
import io.coterie.data.mapping.ColumnMapping;
import io.coterie.data.mapping.Mapping;
import io.coterie.math.Seed;
import io.coterie.plan.InputKind;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * How to read a source. Start from {@link #defaults} and change what differs.
 *
 * <p>Immutable for all but itself.
 */
public final class ReadOptions {
  private Optional<String> labelColumn = Optional.empty();
  private Optional<String> idColumn = Optional.empty();
  private List<String> ignored = List.of();
  private Optional<InputKind> kind = Optional.empty();
  private boolean guessesKind;
  private MissingPolicy missing = MissingPolicy.REFUSE;
  private Optional<String> query = Optional.empty();
  private Seed seed = new Seed(0);
  private List<ColumnSpec> columns = List.of();
  private FileFormat format = FileFormat.unstated();
  private Optional<Mapping> mapping = Optional.empty();
  private Consumer<String> notes = sentence -> {};

  private ReadOptions() {}

  /** Returns options that name no column and refuse missing values; the seed is 0. */
  public static ReadOptions defaults() {
    return new ReadOptions();
  }

  private ReadOptions with(Consumer<ReadOptions> change) {
    ReadOptions copy = new ReadOptions();
    copy.labelColumn = labelColumn;
    copy.idColumn = idColumn;
    copy.ignored = ignored;
    copy.kind = kind;
    copy.guessesKind = guessesKind;
    copy.missing = missing;
    copy.query = query;
    copy.seed = seed;
    copy.columns = columns;
    copy.format = format;
    copy.mapping = mapping;
    copy.notes = notes;
    change.accept(copy);
    return copy;
  }

  /** Returns the column that holds the true groups, set aside. */
  public Optional<String> labelColumn() {
    return labelColumn;
  }

  public ReadOptions withLabelColumn(String column) {
    return with(copy -> copy.labelColumn = Optional.of(column));
  }

  /** Returns the column that names records for their owner, set aside. */
  public Optional<String> idColumn() {
    return idColumn;
  }

  public ReadOptions withIdColumn(String column) {
    return with(copy -> copy.idColumn = Optional.of(column));
  }

  /** Returns other columns that are no features, set aside. */
  public List<String> ignored() {
    return ignored;
  }

  public ReadOptions withIgnored(List<String> names) {
    return with(copy -> copy.ignored = List.copyOf(names));
  }

  /** Returns what the features are, where the source does not say it. */
  public Optional<InputKind> kind() {
    return kind;
  }

  public ReadOptions withKind(InputKind given) {
    return with(copy -> copy.kind = Optional.of(given));
  }

  /** Returns whether a table of pixels may be taken as images where no kind is given. */
  public boolean guessesKind() {
    return guessesKind;
  }

  /** Returns options that take a table as images if its values say so; see {@link InputGuess}. */
  public ReadOptions withGuessedKind() {
    return with(copy -> copy.guessesKind = true);
  }

  public MissingPolicy missing() {
    return missing;
  }

  public ReadOptions withMissing(MissingPolicy policy) {
    return with(copy -> copy.missing = policy);
  }

  /** Returns the query to run on a {@code jdbc:} source. */
  public Optional<String> query() {
    return query;
  }

  public ReadOptions withQuery(String sql) {
    return with(copy -> copy.query = Optional.of(sql));
  }

  /** Returns what a generator draws from. */
  public Seed seed() {
    return seed;
  }

  public ReadOptions withSeed(Seed start) {
    return with(copy -> copy.seed = start);
  }

  /**
   * Returns the features and what each holds, where all other columns are set aside; empty where
   * nobody stated them.
   */
  public List<ColumnSpec> columns() {
    return columns;
  }

  public ReadOptions withColumns(List<ColumnSpec> specs) {
    return with(copy -> copy.columns = List.copyOf(specs));
  }

  /** Returns options for columns that all hold plain numbers. */
  public ReadOptions withFeatures(List<String> names) {
    return withColumns(names.stream().map(ColumnSpec::number).toList());
  }

  /** Returns the names of the features, where somebody stated them. */
  public List<String> features() {
    return columns.stream().map(ColumnSpec::name).toList();
  }

  /** Returns how a file writes text and numbers, as far as somebody stated it. */
  public FileFormat format() {
    return format;
  }

  public ReadOptions withFormat(FileFormat stated) {
    return with(copy -> copy.format = stated);
  }

  /** Refuses a stated format where the source itself says how it is written. */
  public void requireNoFormat(String source) {
    if (!format.equals(FileFormat.unstated())) {
      throw CoterieException.usage(
          ("--encoding, --decimal, --thousands and --sheet are for files of text, JSON and Excel, which"
                  + " %s is not. Leave them out.")
              .formatted(source));
    }
  }

  /** Returns who takes sentences on how a source was read. */
  public Consumer<String> notes() {
    return notes;
  }

  public ReadOptions withNotes(Consumer<String> reader) {
    return with(copy -> copy.notes = reader);
  }

  /** Returns how the site's own columns become those of the study. */
  public Optional<Mapping> mapping() {
    return mapping;
  }

  public ReadOptions withMapping(Mapping own) {
    return with(copy -> copy.mapping = Optional.of(own));
  }

  /**
   * Returns the columns of the source of which features are made, as far as they are known: nothing
   * where no feature is stated, or where an expression may read any column.
   */
  public Optional<Set<String>> readColumns() {
    if (columns.isEmpty()) {
      return Optional.empty();
    }
    Set<String> read = new HashSet<>();
    for (String feature : features()) {
      ColumnMapping own = mapping.map(all -> all.of(feature)).orElse(ColumnMapping.SAME);
      if (own.sql().isPresent()) {
        return Optional.empty();
      }
      if (!own.isAbsent()) {
        read.add(own.from().orElse(feature));
      }
    }
    return Optional.of(read);
  }

  /** Returns whether cells are more than plain numbers, so that each is coded by its column. */
  public boolean isCoded() {
    return mapping.isPresent() || keepsFloats();
  }

  /**
   * Returns whether values are rounded to 4-byte floats, so that every engine has the same: where
   * the columns are described. Plain numbers are as exact as an engine keeps them.
   */
  public boolean keepsFloats() {
    return !columns.stream().allMatch(ColumnSpec::isPlain);
  }

  /** Returns every column named by the caller that is no feature, each once. */
  public List<String> namedColumns() {
    return Stream.of(labelColumn.stream(), idColumn.stream(), ignored.stream())
        .flatMap(names -> names)
        .distinct()
        .toList();
  }

  /** Returns the names that a header has, as far as somebody stated them. */
  public List<String> knownColumns() {
    return Stream.concat(namedColumns().stream(), features().stream()).distinct().toList();
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
}
