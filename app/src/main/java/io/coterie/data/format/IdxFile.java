package io.coterie.data.format;

import io.coterie.CoterieException;
import io.coterie.data.DataSet;
import io.coterie.data.Header;
import io.coterie.data.ReadOptions;
import io.coterie.math.Matrix;
import io.coterie.plan.InputKind;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A file in the IDX format of MNIST: the magic 00 00 type n, n sizes of 32 bits, and the values,
 * all big-endian. One dimension is labels, two are vectors, three are images.
 */
public final class IdxFile {
  private static final int UNSIGNED_BYTE = 0x08;
  private static final Map<Integer, Integer> VALUE_BYTES =
      Map.of(UNSIGNED_BYTE, 1, 0x09, 1, 0x0B, 2, 0x0C, 4, 0x0D, 4, 0x0E, 8);
  private static final int MOST_DIMENSIONS = 4;
  // Deflate packs at most 1032 bytes into one.
  private static final long MOST_PACKED = 1032;
  private static final int MOST_VALUES = Integer.MAX_VALUE - 8;
  private static final int LONGEST_SIDE = 99_999;
  private static final int CHUNK_VALUES = 1 << 13;
  private static final double BRIGHTEST = 255;

  private final SourceFile file;
  private final InputStream in;
  private final int type;
  private final int[] sizes;

  private IdxFile(SourceFile file, InputStream in, int type, int[] sizes) {
    this.file = file;
    this.in = in;
    this.type = type;
    this.sizes = sizes;
  }

  static boolean isMagic(byte[] bytes) {
    return bytes.length >= 4
        && bytes[0] == 0
        && bytes[1] == 0
        && VALUE_BYTES.containsKey((int) bytes[2])
        && bytes[3] >= 1
        && bytes[3] <= MOST_DIMENSIONS;
  }

  /** Reads records: vectors, or images with pixels from 0 to 1. */
  public static DataSet read(SourceFile file, ReadOptions options) throws IOException {
    if (!options.namedColumns().isEmpty()) {
      throw CoterieException.usage(
          "%s is an IDX file, whose columns have no names; it has no column '%s'."
              .formatted(file.name(), options.namedColumns().get(0)));
    }
    IdxFile idx = open(file);
    if (idx.sizes.length != 2 && idx.sizes.length != 3) {
      throw CoterieException.badData(
          "%s has %d dimensions; records have 2 (vectors) or 3 (images).%s"
              .formatted(
                  file.name(),
                  idx.sizes.length,
                  idx.sizes.length == 1 ? " It seems to hold labels: give it to --labels." : ""));
    }
    boolean isImage = idx.sizes.length == 3;
    int width = isImage ? idx.sizes[1] * idx.sizes[2] : idx.sizes[1];
    double[] values = idx.values();
    if (isImage && idx.type == UNSIGNED_BYTE) {
      for (int i = 0; i < values.length; i++) {
        values[i] /= BRIGHTEST;
      }
    }
    List<String> columns =
        IntStream.rangeClosed(1, width).mapToObj(j -> (isImage ? "p" : "x") + j).toList();
    InputKind kind = isImage ? InputKind.image(idx.sizes[1], idx.sizes[2]) : InputKind.vectors();
    return new DataSetBuilder(
            file.name(), Matrix.over(idx.sizes[0], width, values), columns, Map.of())
        .finish(kind, options, Optional.of(file.sha256()));
  }

  /** Returns what the records of a file are, without reading them. */
  public static Header readHeader(SourceFile file) throws IOException {
    IdxFile idx = open(file);
    return switch (idx.sizes.length) {
      case 2 -> new Header(InputKind.vectors(), idx.sizes[1], List.of(), List.of());
      case 3 -> {
        InputKind kind = InputKind.image(idx.sizes[1], idx.sizes[2]);
        yield new Header(kind, idx.sizes[1] * idx.sizes[2], List.of(), List.of());
      }
      default ->
          throw CoterieException.badData(
              "%s has %d dimensions; records have 2 (vectors) or 3 (images)."
                  .formatted(file.name(), idx.sizes.length));
    };
  }

  public static List<String> readLabels(SourceFile file) throws IOException {
    IdxFile idx = open(file);
    if (idx.sizes.length != 1) {
      throw CoterieException.badData(
          "%s has %d dimensions; labels have 1.".formatted(file.name(), idx.sizes.length));
    }
    List<String> labels = new ArrayList<>();
    for (double value : idx.values()) {
      boolean isWhole = value == Math.rint(value) && Math.abs(value) < 1L << 53;
      labels.add(isWhole ? Long.toString((long) value) : Double.toString(value));
    }
    return labels;
  }

  private static IdxFile open(SourceFile file) throws IOException {
    DataInputStream in = new DataInputStream(file.content());
    byte[] magic = in.readNBytes(4);
    if (!isMagic(magic)) {
      throw CoterieException.badData(
          ("%s is not an IDX file: it must start with the bytes 00 00, a type (08, 09, 0B to 0E)"
               + " and a number of dimensions (1 to %d).")
              .formatted(file.name(), MOST_DIMENSIONS));
    }
    byte[] header = in.readNBytes(4 * magic[3]);
    if (header.length < 4 * magic[3]) {
      throw CoterieException.badData(
          "%s ends within its header. Copy or download it again.".formatted(file.name()));
    }
    int[] sizes = new int[magic[3]];
    ByteBuffer.wrap(header).asIntBuffer().get(sizes);
    IdxFile idx = new IdxFile(file, in, magic[2], sizes);
    idx.checkSizes();
    return idx;
  }

  private void checkSizes() {
    long count = 1;
    for (int i = 0; i < sizes.length; i++) {
      boolean isTooBig = count * sizes[i] > MOST_VALUES || (i > 0 && sizes[i] > LONGEST_SIDE);
      if (sizes[i] < 1 || isTooBig) {
        throw CoterieException.badData(
            ("%s announces %s values; each size must be positive, a record's at most %d, and all"
                    + " values at most %d.")
                .formatted(file.name(), shape(), LONGEST_SIDE, MOST_VALUES));
      }
      count *= sizes[i];
    }
    // Before the memory is taken: no file of this size can hold as many values.
    long most = file.isPacked() ? file.storedSize() * MOST_PACKED : file.storedSize();
    if (announcedBytes() > most) {
      throw wrongSize("the file of %d bytes cannot hold them".formatted(file.storedSize()));
    }
  }

  private double[] values() throws IOException {
    int valueBytes = VALUE_BYTES.get(type);
    double[] values = new double[(int) (announcedBytes() / valueBytes)];
    byte[] chunk = new byte[CHUNK_VALUES * valueBytes];
    for (int start = 0; start < values.length; start += CHUNK_VALUES) {
      int count = Math.min(CHUNK_VALUES, values.length - start);
      int found = in.readNBytes(chunk, 0, count * valueBytes);
      if (found < count * valueBytes) {
        throw wrongSize("found %d bytes".formatted((long) start * valueBytes + found));
      }
      decode(ByteBuffer.wrap(chunk), values, start, count);
    }
    long extra = in.transferTo(OutputStream.nullOutputStream());
    if (extra > 0) {
      throw wrongSize("found %d bytes".formatted(announcedBytes() + extra));
    }
    return values;
  }

  private void decode(ByteBuffer bytes, double[] values, int start, int count) {
    for (int i = start; i < start + count; i++) {
      values[i] =
          switch (type) {
            case UNSIGNED_BYTE -> bytes.get() & 0xFF;
            case 0x09 -> bytes.get();
            case 0x0B -> bytes.getShort();
            case 0x0C -> bytes.getInt();
            case 0x0D -> bytes.getFloat();
            default -> bytes.getDouble();
          };
    }
  }

  private long announcedBytes() {
    return Arrays.stream(sizes).asLongStream().reduce(VALUE_BYTES.get(type), (a, b) -> a * b);
  }

  private String shape() {
    return Arrays.stream(sizes).mapToObj(Integer::toString).collect(Collectors.joining(" x "));
  }

  private CoterieException wrongSize(String found) {
    return CoterieException.badData(
        "%s announces %s values in %d bytes, but %s. Copy or download it again."
            .formatted(file.name(), shape(), announcedBytes(), found));
  }
}
