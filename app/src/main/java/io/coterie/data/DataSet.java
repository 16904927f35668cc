package io.coterie.data;

import io.coterie.CoterieException;
import io.coterie.Sha256;
import io.coterie.data.column.ColumnSpec;
import io.coterie.math.IntVector;
import io.coterie.math.Matrix;
import io.coterie.plan.InputKind;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Records that are ready to be clustered, and what is known of where they came from.
 *
 * <p>Immutable, as long as nobody writes to the matrix.
 *
 * @param name what to call the data in reports; never holds a password
 * @param records one row a record, one column a feature; NaN marks a missing value
 * @param isGuessed whether the kind was found by {@link InputGuess}, and nobody declared it
 * @param setAside columns that are not features (labels, sites, ids), as text, by name
 * @param positions where each record stood in the input
 * @param sha256 of the source's bytes; of names and values where there is no file
 * @param specs what each column holds; empty where all are plain numbers
 */
public record DataSet(
    String name,
    Matrix records,
    List<String> columns,
    InputKind kind,
    boolean isGuessed,
    Map<String, List<String>> setAside,
    Positions positions,
    String sha256,
    List<ColumnSpec> specs) {
  public DataSet {
    Objects.requireNonNull(name, "name is null");
    Objects.requireNonNull(kind, "kind is null");
    Objects.requireNonNull(sha256, "sha256 is null");
    columns = List.copyOf(columns);
    Map<String, List<String>> copies = new LinkedHashMap<>();
    setAside.forEach((column, entries) -> copies.put(column, List.copyOf(entries)));
    setAside = Collections.unmodifiableMap(copies);
    // Plain numbers are the same whether a site maps them or reads them as they are.
    specs = specs.stream().allMatch(ColumnSpec::isPlain) ? List.of() : List.copyOf(specs);
    checkSize("names", columns.size(), records.columns());
    checkSize("specs", specs.isEmpty() ? columns.size() : specs.size(), columns.size());
    checkSize("positions", positions.size(), records.rows());
    setAside.forEach((column, entries) -> checkSize(column, entries.size(), records.rows()));
  }

  private static void checkSize(String what, int found, int needed) {
    if (found != needed) {
      throw new IllegalArgumentException("%d %s, need %d.".formatted(found, what, needed));
    }
  }

  public int size() {
    return records.rows();
  }

  /** Returns how many unordered levels each column has; empty where all hold numbers. */
  public IntVector levels() {
    return ColumnSpec.levels(specs);
  }

  /** Returns the same records with their features in another order; every one must be there. */
  public DataSet inOrder(List<String> names) {
    if (names.equals(columns)) {
      return this;
    }
    int[] from = names.stream().mapToInt(columns::indexOf).toArray();
    Matrix ordered = Matrix.zeros(records.rows(), from.length);
    for (int i = 0; i < ordered.rows(); i++) {
      for (int j = 0; j < from.length; j++) {
        ordered.set(i, j, records.at(i, from[j]));
      }
    }
    List<ColumnSpec> inOrder =
        specs.isEmpty() ? specs : Arrays.stream(from).mapToObj(specs::get).toList();
    return new DataSet(name, ordered, names, kind, isGuessed, setAside, positions, sha256, inOrder);
  }

  /**
   * Returns the records of several sources one after the other; all must have the same features and
   * kind. Positions count on, and of the columns set aside those remain that all have.
   */
  public static DataSet joined(String name, List<DataSet> parts) {
    DataSet first = parts.get(0);
    int rows = parts.stream().mapToInt(DataSet::size).sum();
    if ((long) rows * first.columns.size() > Integer.MAX_VALUE - 8) {
      throw CoterieException.badData(
          "The sites have more than %d values together, which do not fit into one matrix."
              .formatted(Integer.MAX_VALUE - 8));
    }
    Matrix all = Matrix.zeros(rows, first.columns.size());
    int[] kept = new int[rows];
    Map<String, List<String>> aside = new LinkedHashMap<>();
    first.setAside.forEach((column, entries) -> aside.put(column, new ArrayList<>()));
    MessageDigest digest = Sha256.digest();
    int row = 0;
    int before = 0;
    for (DataSet part : parts) {
      if (!part.columns.equals(first.columns)
          || !part.specs.equals(first.specs)
          || !part.kind.equals(first.kind)) {
        throw new IllegalArgumentException("The parts have other features.");
      }
      double[] values = part.records.array();
      System.arraycopy(values, 0, all.array(), row * first.columns.size(), values.length);
      for (int i = 0; i < part.size(); i++) {
        kept[row++] = before + part.positions.of(i);
      }
      before += part.positions.inputSize();
      aside.keySet().retainAll(part.setAside.keySet());
      aside.forEach((column, entries) -> entries.addAll(part.setAside.get(column)));
      digest.update(part.sha256.getBytes(StandardCharsets.US_ASCII));
    }
    return new DataSet(
        name,
        all,
        first.columns,
        first.kind,
        first.isGuessed,
        aside,
        Positions.kept(kept, before),
        HexFormat.of().formatHex(digest.digest()),
        first.specs);
  }

  /** Returns what must be said if nobody declared that the records are images. */
  public Optional<String> guess() {
    return isGuessed && kind instanceof InputKind.Image image
        ? Optional.of(
            ("taken as images of %d x %d (neighbouring columns move together); --input table to"
                    + " treat them as a table")
                .formatted(image.height(), image.width()))
        : Optional.empty();
  }

  /** Never shows a record. */
  @Override
  public String toString() {
    return "DataSet[%s, %d records, %d columns, %s]"
        .formatted(name, records.rows(), records.columns(), kind);
  }

  /**
   * Where each kept record stood in the input, from 0: the identity, unless records were dropped.
   *
   * <p>Immutable.
   */
  public static final class Positions {
    private final int inputSize;
    private final boolean isComplete;
    private final int[] kept;

    private Positions(int inputSize, boolean isComplete, int[] kept) {
      this.inputSize = inputSize;
      this.isComplete = isComplete;
      this.kept = kept;
    }

    /** Returns the positions of an input of which every record was kept. */
    public static Positions all(int inputSize) {
      return new Positions(inputSize, true, new int[0]);
    }

    /** Returns positions with a copy of the kept ones, which must ascend. */
    public static Positions kept(int[] kept, int inputSize) {
      for (int i = 0; i < kept.length; i++) {
        if (kept[i] < 0 || kept[i] >= inputSize || (i > 0 && kept[i] <= kept[i - 1])) {
          throw new IllegalArgumentException(
              "Position %d of record %d must ascend and lie within 0 .. %d."
                  .formatted(kept[i], i, inputSize - 1));
        }
      }
      return kept.length == inputSize
          ? all(inputSize)
          : new Positions(inputSize, false, kept.clone());
    }

    public int size() {
      return isComplete ? inputSize : kept.length;
    }

    /** Returns the number of records in the input, dropped ones included. */
    public int inputSize() {
      return inputSize;
    }

    public int of(int record) {
      return isComplete ? record : kept[record];
    }

    public int[] toArray() {
      return IntStream.range(0, size()).map(this::of).toArray();
    }

    /** Returns the entries of the kept records from a list with one entry for each input record. */
    public List<String> select(List<String> entries) {
      if (entries.size() != inputSize) {
        throw new IllegalArgumentException(
            "%d entries for %d input records.".formatted(entries.size(), inputSize));
      }
      return Arrays.stream(toArray()).mapToObj(entries::get).toList();
    }

    @Override
    public String toString() {
      return "Positions[%d of %d]".formatted(size(), inputSize);
    }
  }
}
