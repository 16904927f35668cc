package io.coterie.message;

import io.coterie.CoterieException;
import io.coterie.graph.SparseGraph;
import io.coterie.graph.SparseGraphBuilder;
import io.coterie.math.LongVector;
import io.coterie.math.Matrix;
import io.coterie.message.internal.FixedPoint;
import io.coterie.message.internal.SumUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Sums as 64-bit words that may be added up mod 2⁶⁴ in any order, under masks too, and turned back
 * into one total.
 *
 * <ul>
 *   <li>A whole number is one word.
 *   <li>A number is four digits, see {@link FixedPoint}: raw features have any unit, and their
 *       squares must neither overflow nor vanish. Up to {@value #MOST_SITES} sites' digits add up
 *       without a carry into the next word, so the total is the exact sum, rounded once. Where the
 *       sums state a {@link SumUnit}, it is one word: how many units.
 *   <li>A graph is the weight of every pair of nodes, the lower triangle by row, since which pairs
 *       are joined would tell of the records; a weight is one word in units of 2⁻³². Weights of
 *       anchor graphs are counts of records in parts of at most one.
 * </ul>
 *
 * <p>The shape is that of a zero that the coordinator made, never of a site's message.
 *
 * <p>Immutable.
 *
 * @param <T> the kind of sums
 */
public final class SumWords<T extends SumPayload<T>> {
  /** The most messages whose words add up without overflow. */
  public static final int MOST_SITES = 2047;

  /** Larger sums are refused: every site makes masks of this length for every other. */
  public static final int MOST_WORDS = 1 << 25;

  private static final double WEIGHT_UNIT = 0x1p-32;
  private static final double MOST_WEIGHT = 0x1p20;

  private final T zero;
  private final SumUnit unit;

  private SumWords(T zero) {
    this.zero = zero;
    this.unit = SumUnit.in(zero.fields());
  }

  public static <T extends SumPayload<T>> SumWords<T> like(T zero) {
    return new SumWords<>(zero);
  }

  public static long length(SumPayload<?> sums) {
    return sums.fields().stream().mapToLong(field -> length(sums, field)).sum();
  }

  public int length() {
    long length = length(zero);
    if (length > MOST_WORDS) {
      throw CoterieException.badData(
          ("A sum of %,d words is too large for masks, which take %,d at most, and it is not sent"
                  + " without them. Use a method or options with smaller sums.")
              .formatted(length, MOST_WORDS));
    }
    return (int) length;
  }

  public static long length(Payload sums, Field field) {
    return length(field, SumUnit.in(sums.fields()));
  }

  private static long length(Field field, SumUnit unit) {
    if (field instanceof Field.Numbers) {
      return (unit.isStated() ? 1 : FixedPoint.DIGITS) * field.size();
    } else if (field instanceof Field.Edges edges) {
      long nodes = edges.graph().nodeCount();
      return nodes * (nodes + 1) / 2;
    } else if (field instanceof Field.Longs) {
      return field.size();
    } else if (field instanceof Field.Text) {
      return 0;
    }
    throw new IllegalArgumentException("Field %s cannot be added up.".formatted(field.name()));
  }

  /** Returns the words of a site's sums, which have the zero's shape. */
  public long[] words(Payload sums) {
    long[] words = new long[length()];
    int at = 0;
    for (Field field : sums.fields()) {
      if (field instanceof Field.Numbers numbers) {
        write(numbers.values().array(), words, at);
      } else if (field instanceof Field.Edges edges) {
        write(edges.graph(), words, at);
      } else if (field instanceof Field.Longs longs) {
        System.arraycopy(longs.values().toArray(), 0, words, at, longs.values().size());
      }
      at = Math.toIntExact(at + length(field, unit));
    }
    return words;
  }

  private void write(double[] values, long[] words, int start) {
    for (int i = 0; i < values.length; i++) {
      if (unit.isStated()) {
        words[start + i] = unit.multiple(values[i]);
      } else {
        FixedPoint.add(values[i], words, start + i * FixedPoint.DIGITS);
      }
    }
  }

  private static void write(SparseGraph graph, long[] words, int start) {
    for (int node = 0; node < graph.nodeCount(); node++) {
      int row = node;
      graph.forEachNeighbor(
          node,
          (neighbor, weight) -> {
            if (neighbor <= row) {
              if (weight >= MOST_WEIGHT) {
                throw new IllegalArgumentException(
                    "An edge has a weight of 2^20 or more. Divide the records among more sites.");
              }
              words[start + index(row, neighbor)] = Math.round(weight / WEIGHT_UNIT);
            }
          });
    }
  }

  private static int index(int row, int column) {
    return Math.toIntExact((long) row * (row + 1) / 2 + column);
  }

  public T total(long[] words) {
    if (words.length != length()) {
      throw new IllegalArgumentException(
          "There are %d words; %d are expected.".formatted(words.length, length()));
    }
    List<Field> fields = new ArrayList<>();
    int at = 0;
    for (Field field : zero.fields()) {
      int end = Math.toIntExact(at + length(field, unit));
      if (field instanceof Field.Numbers numbers) {
        fields.add(new Field.Numbers(field.name(), numbers(numbers.values(), words, at)));
      } else if (field instanceof Field.Edges edges) {
        fields.add(new Field.Edges(field.name(), graph(edges.graph().nodeCount(), words, at)));
      } else if (field instanceof Field.Longs) {
        fields.add(
            new Field.Longs(field.name(), LongVector.of(Arrays.copyOfRange(words, at, end))));
      } else {
        fields.add(field);
      }
      at = end;
    }
    @SuppressWarnings("unchecked") // it is built as what the zero is
    T total = (T) RecordFields.build(zero.getClass(), new Fields(zero.kind(), fields));
    return total;
  }

  private Matrix numbers(Matrix shape, long[] words, int start) {
    Matrix values = Matrix.zeros(shape.rows(), shape.columns());
    for (int i = 0; i < values.array().length; i++) {
      values.array()[i] =
          unit.isStated()
              ? unit.value(words[start + i])
              : FixedPoint.value(words, start + i * FixedPoint.DIGITS);
    }
    return values;
  }

  private static SparseGraph graph(int nodes, long[] words, int start) {
    SparseGraphBuilder builder = SparseGraph.builder(nodes);
    for (int row = 0; row < nodes; row++) {
      int first = start + index(row, 0);
      for (int column = 0; column <= row; column++) {
        if (words[first + column] != 0) {
          builder.add(row, column, words[first + column] * WEIGHT_UNIT);
        }
      }
    }
    return builder.build();
  }
}
