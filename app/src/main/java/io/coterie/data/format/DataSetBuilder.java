package io.coterie.data.format;

import io.coterie.CoterieException;
import io.coterie.Sha256;
import io.coterie.data.ColumnNames;
import io.coterie.data.DataSet;
import io.coterie.data.DataSet.Positions;
import io.coterie.data.InputGuess;
import io.coterie.data.MissingPolicy;
import io.coterie.data.ReadOptions;
import io.coterie.data.format.TableBuilder.RecordSink;
import io.coterie.math.Matrix;
import io.coterie.plan.InputKind;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * The last step of every reader: refuses infinities, treats missing values as asked, scales pixels,
 * and hashes and reports what was read.
 */
public record DataSetBuilder(
    String source, Matrix records, List<String> columns, Map<String, List<String>> setAside) {
  private static final double BRIGHTEST = 255;

  /** Squares of larger values, summed over many records, would be infinite. */
  private static final double LARGEST = 1e140;

  /**
   * Returns the data set, whose kind is the given one unless the options name another or let it be
   * guessed; without a hash of the source's bytes, the values are hashed.
   */
  public DataSet finish(InputKind sourceKind, ReadOptions options, Optional<String> sha256) {
    checkFinite();
    checkShape(options.kind().orElse(sourceKind));
    checkKind(sourceKind, options.kind().orElse(sourceKind));
    Positions positions = keep(options.missing());
    String hash = sha256.orElseGet(this::hash);
    boolean isComplete = positions.size() == records.rows();
    Matrix kept = isComplete ? records : records.selectRows(positions.toArray());
    Map<String, List<String>> aside = setAside;
    if (!isComplete) {
      aside = new LinkedHashMap<>();
      for (Map.Entry<String, List<String>> column : setAside.entrySet()) {
        aside.put(column.getKey(), positions.select(column.getValue()));
      }
    }
    boolean mayGuess = options.guessesKind() && options.kind().isEmpty() && sourceKind.isTable();
    Optional<InputKind> guess = mayGuess ? InputGuess.of(kept) : Optional.empty();
    InputKind kind = guess.or(options::kind).orElse(sourceKind);
    if (kind.isImage()) {
      scalePixels(kept);
    }
    checkMagnitude(kept);
    return new DataSet(
        source,
        kept,
        columns,
        kind,
        guess.isPresent(),
        aside,
        positions,
        hash,
        options.isCoded() ? options.columns() : List.of());
  }

  /** Refuses values that can be read but not computed with. */
  private void checkMagnitude(Matrix kept) {
    double[] values = kept.array();
    for (int at = 0; at < values.length; at++) {
      if (Math.abs(values[at]) > LARGEST) {
        throw CoterieException.badData(
            ("Column '%s' of %s holds values beyond 1e140, too large to compute distances with;"
                    + " measure it in a larger unit.")
                .formatted(columns.get(at % columns.size()), source));
      }
    }
  }

  private void checkFinite() {
    int width = records.columns();
    double[] values = records.array();
    for (int at = 0; at < values.length; at++) {
      if (Double.isInfinite(values[at])) {
        int column = at % width;
        int count = 0;
        for (int i = column; i < values.length; i += width) {
          count += Double.isInfinite(values[i]) ? 1 : 0;
        }
        throw CoterieException.badData(
            ("Column '%s' of %s is infinite in %d of %d records, first in record %d (counted from"
                    + " 0). Values must be finite; correct them or mark them as missing with NA.")
                .formatted(columns.get(column), source, count, records.rows(), at / width));
      }
    }
  }

  // An IDX file says what its images are; another shape of as many pixels is a mistake.
  private void checkKind(InputKind sourceKind, InputKind kind) {
    if (sourceKind instanceof InputKind.Image own
        && kind instanceof InputKind.Image other
        && !other.equals(own)) {
      throw CoterieException.usage(
          "%s holds images of %d x %d, not of %d x %d. Correct the shape."
              .formatted(source, own.height(), own.width(), other.height(), other.width()));
    }
  }

  private void checkShape(InputKind kind) {
    if (kind instanceof InputKind.Image image && image.pixels() != records.columns()) {
      throw CoterieException.usage(
          ("Images of %d x %d have %d pixels, but %s has %d feature columns. Correct the shape, or set"
                  + " aside columns that are no pixels with --labels or --ignore.")
              .formatted(image.height(), image.width(), image.pixels(), source, records.columns()));
    }
  }

  private Positions keep(MissingPolicy policy) {
    int width = records.columns();
    int[] kept = new int[records.rows()];
    boolean[] hasMissing = new boolean[width];
    int count = 0;
    for (int i = 0, at = 0; i < records.rows(); i++) {
      boolean isComplete = true;
      for (int j = 0; j < width; j++, at++) {
        if (Double.isNaN(records.array()[at])) {
          hasMissing[j] = true;
          isComplete = false;
        }
      }
      if (isComplete) {
        kept[count++] = i;
      }
    }
    if (count == records.rows() || policy == MissingPolicy.MEAN) {
      return Positions.all(records.rows());
    }
    if (policy == MissingPolicy.REFUSE) {
      throw CoterieException.badData(missingMessage(records.rows() - count, hasMissing));
    }
    if (count == 0) {
      throw CoterieException.badData(
          ("All %d records of %s have missing values, so --missing drop leaves none. Say --missing"
                  + " mean, or set sparse columns aside with --ignore.")
              .formatted(records.rows(), source));
    }
    return Positions.kept(Arrays.copyOf(kept, count), records.rows());
  }

  private String missingMessage(int rows, boolean[] hasMissing) {
    List<String> affected =
        IntStream.range(0, hasMissing.length)
            .filter(j -> hasMissing[j])
            .mapToObj(columns::get)
            .toList();
    return ("%s has missing values in %d of %d records and %d of %d columns (%s). Say --missing"
            + " mean to fill them, or --missing drop to leave those records out.")
        .formatted(
            source,
            rows,
            records.rows(),
            affected.size(),
            columns.size(),
            ColumnNames.list(affected));
  }

  // Pixels are 0 .. 1; files that store bytes as whole numbers up to 255 are brought there.
  private static void scalePixels(Matrix pixels) {
    double greatest = 0;
    for (double pixel : pixels.array()) {
      boolean isByte = pixel >= 0 && pixel <= BRIGHTEST && pixel == Math.rint(pixel);
      if (!isByte && !Double.isNaN(pixel)) {
        return;
      }
      greatest = Math.max(greatest, Double.isNaN(pixel) ? 0 : pixel);
    }
    if (greatest > 1) {
      for (int at = 0; at < pixels.array().length; at++) {
        pixels.array()[at] /= BRIGHTEST;
      }
    }
  }

  private String hash() {
    MessageDigest digest = Sha256.digest();
    columns.forEach(name -> update(digest, name));
    ByteBuffer row = ByteBuffer.allocate(records.columns() * Double.BYTES);
    for (int i = 0; i < records.rows(); i++) {
      row.clear();
      for (int j = 0; j < records.columns(); j++) {
        row.putLong(Double.doubleToLongBits(records.at(i, j) + 0.0));
      }
      digest.update(row.array());
    }
    setAside.forEach(
        (name, entries) -> {
          update(digest, name);
          entries.forEach(entry -> update(digest, entry));
        });
    return HexFormat.of().formatHex(digest.digest());
  }

  // The length first, so that no two lists of texts give the same bytes.
  private static void update(MessageDigest digest, String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    digest.update(ByteBuffer.allocate(Integer.BYTES).putInt(bytes.length).array());
    digest.update(bytes);
  }

  /**
   * Makes one matrix of a table's records.
   *
   * <p>Not thread-safe. Needs at most twice the memory of the numbers.
   */
  public static final class MatrixSink implements RecordSink {
    private static final int BLOCK_VALUES = 1 << 20;

    private final String source;
    private List<String> features = List.of();
    private final List<double[]> blocks = new ArrayList<>();
    private double[] block = new double[0];
    private int filled;
    private int records;

    public MatrixSink(String source) {
      this.source = source;
    }

    @Override
    public void begin(List<String> names) {
      features = names;
    }

    @Override
    public void add(double[] record) {
      if (filled == block.length) {
        block = new double[Math.max(1, BLOCK_VALUES / record.length) * record.length];
        blocks.add(block);
        filled = 0;
      }
      System.arraycopy(record, 0, block, filled, record.length);
      filled += record.length;
      records++;
      if ((long) records * features.size() > Integer.MAX_VALUE - 8) {
        throw CoterieException.badData(
            ("%s has more than %d values, which do not fit into one matrix. Give fewer records, or join"
                    + " with --engine stream.")
                .formatted(source, Integer.MAX_VALUE - 8));
      }
    }

    @Override
    public boolean keepsText() {
      return true;
    }

    /** Returns the table; without a hash of the source's bytes, its values are hashed. */
    public DataSet finish(
        Map<String, List<String>> setAside, ReadOptions options, Optional<String> sha256) {
      return new DataSetBuilder(source, matrix(), features, setAside)
          .finish(InputKind.table(), options, sha256);
    }

    private Matrix matrix() {
      double[] values = new double[records * features.size()];
      int at = 0;
      for (int i = 0; i < blocks.size(); i++) {
        int count = Math.min(blocks.get(i).length, values.length - at);
        System.arraycopy(blocks.get(i), 0, values, at, count);
        at += count;
        blocks.set(i, new double[0]);
      }
      block = new double[0];
      return Matrix.over(records, features.size(), values);
    }
  }
}
