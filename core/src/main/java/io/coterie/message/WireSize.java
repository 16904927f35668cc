package io.coterie.message;

import io.coterie.graph.SparseGraph;
import java.nio.charset.StandardCharsets;

/**
 * Counts the bytes of a payload as protocol buffers encode it: a tag and a length before each part,
 * longs in eight bytes, other whole numbers as varints, numbers by their {@link NumberCode}, an
 * edge as (row by row) the step to the next column and a weight. Longs have a fixed size because
 * masked ones are random. Zeros of a shape and lists without values take no bytes.
 */
public final class WireSize {
  private static final int TAG = 1;
  private static final int FIXED = 8;

  private WireSize() {}

  /** Returns the encoded size of a payload in bytes. */
  public static long of(Payload payload) {
    long bytes = unlessEmpty(utf8(payload.kind()));
    for (Field field : payload.fields()) {
      bytes += delimited(unlessEmpty(utf8(field.name())) + delimited(content(field)));
    }
    return bytes;
  }

  /**
   * Returns the size in bytes of masked sums of a shape; whole numbers are masked in their place.
   */
  public static long masked(SumPayload<?> shape) {
    boolean isWhole =
        shape.fields().stream()
            .noneMatch(f -> f instanceof Field.Numbers || f instanceof Field.Edges);
    return isWhole ? of(shape) : delimited(FIXED * SumWords.length(shape));
  }

  private static long content(Field field) {
    if (field instanceof Field.Numbers numbers) {
      return side(numbers.values().rows())
          + side(numbers.values().columns())
          + numbers(numbers.values().array());
    } else if (field instanceof Field.Integers integers) {
      long bytes = 0;
      for (int i = 0; i < integers.values().size(); i++) {
        bytes += varint(zigzag(integers.values().at(i)));
      }
      return unlessEmpty(bytes);
    } else if (field instanceof Field.Longs longs) {
      return unlessEmpty(longs.size() * FIXED);
    } else if (field instanceof Field.Edges edges) {
      return edges(edges.graph());
    } else if (field instanceof Field.Text text) {
      return utf8(text.value());
    }
    throw new IllegalArgumentException("Unknown kind of field: %s".formatted(field.name()));
  }

  private static long numbers(double[] values) {
    NumberCode code = NumberCode.of(values);
    return unlessEmpty(code.bytes())
        + (code.exponent() == 0 ? 0 : TAG + varint(zigzag(code.exponent())));
  }

  private static long edges(SparseGraph graph) {
    long[] bytes = new long[1];
    long rowLengths = 0;
    for (int node = 0; node < graph.nodeCount(); node++) {
      int row = node;
      int[] state = {row, 0};
      graph.forEachNeighbor(
          node,
          (neighbor, weight) -> {
            if (neighbor >= row) { // an edge is written once, in the row of its smaller node
              bytes[0] += varint(neighbor - state[0]);
              state[0] = neighbor;
              state[1]++;
            }
          });
      rowLengths += varint(state[1]);
    }
    return unlessEmpty(rowLengths) + unlessEmpty(bytes[0]) + numbers(weights(graph));
  }

  /** Returns the weights of a graph's edges in the order in which they are written. */
  public static double[] weights(SparseGraph graph) {
    double[] weights = new double[Math.toIntExact(graph.edgeCount())];
    int[] at = {0};
    for (int node = 0; node < graph.nodeCount(); node++) {
      int row = node;
      graph.forEachNeighbor(
          node,
          (neighbor, weight) -> {
            if (neighbor >= row) {
              weights[at[0]++] = weight;
            }
          });
    }
    return weights;
  }

  private static long side(int length) {
    return length == 0 ? 0 : TAG + varint(length);
  }

  private static long unlessEmpty(long length) {
    return length == 0 ? 0 : delimited(length);
  }

  private static long delimited(long length) {
    return TAG + varint(length) + length;
  }

  private static long utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8).length;
  }

  private static long zigzag(int value) {
    return ((long) value << 1) ^ (value >> 31);
  }

  static int varint(long value) {
    return Math.max(1, (70 - Long.numberOfLeadingZeros(value)) / 7);
  }
}
