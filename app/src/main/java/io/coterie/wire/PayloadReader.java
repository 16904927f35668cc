package io.coterie.wire;

import io.coterie.graph.SparseGraph;
import io.coterie.graph.SparseGraphBuilder;
import io.coterie.math.IntVector;
import io.coterie.math.LongVector;
import io.coterie.math.Matrix;
import io.coterie.message.Field;
import io.coterie.wire.v1.PayloadProto;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntToDoubleFunction;

/** Turns a protocol buffer into its payload; IllegalArgumentException says what does not fit. */
final class PayloadReader {
  /** Beyond it, 2^exponent is no double. */
  private static final int LARGEST_EXPONENT = 1074;

  private PayloadReader() {}

  static DecodedPayload read(PayloadProto.Payload message) {
    List<Field> fields = new ArrayList<>();
    message.getFieldsList().forEach(field -> fields.add(read(field)));
    return new DecodedPayload(message.getKind(), fields);
  }

  private static Field read(PayloadProto.Field field) {
    String name = field.getName();
    return switch (field.getContentCase()) {
      case NUMBERS -> new Field.Numbers(name, matrix(field.getNumbers()));
      case INTEGERS -> new Field.Integers(name, integers(field.getIntegers()));
      case LONGS -> new Field.Longs(name, longs(field.getLongs()));
      case EDGES -> new Field.Edges(name, graph(field.getEdges()));
      case TEXT -> new Field.Text(name, field.getText());
      case CONTENT_NOT_SET -> throw new IllegalArgumentException("it has a field without content");
    };
  }

  private static Matrix matrix(PayloadProto.Numbers numbers) {
    double[] values =
        values(
            numbers.getExponent(),
            new Written(numbers.getValuesCount(), numbers::getValues),
            new Written(numbers.getFloatsCount(), numbers::getFloats),
            new Written(
                numbers.getMultiplesCount(),
                i -> Math.scalb((double) numbers.getMultiples(i), numbers.getExponent())));
    // Unsigned on the wire: what is too large for an int is negative here.
    if (numbers.getRows() < 0
        || numbers.getColumns() < 0
        || (long) numbers.getRows() * numbers.getColumns() != values.length) {
      throw new IllegalArgumentException("a matrix has not as many values as its shape says");
    }
    return Matrix.over(numbers.getRows(), numbers.getColumns(), values);
  }

  /**
   * One way to write numbers.
   *
   * @param count how many are written so
   * @param at what each is
   */
  private record Written(int count, IntToDoubleFunction at) {}

  /** Returns the values, which are written in one way. */
  private static double[] values(int exponent, Written doubles, Written floats, Written multiples) {
    if (exponent != 0 && (multiples.count == 0 || Math.abs((long) exponent) > LARGEST_EXPONENT)) {
      throw new IllegalArgumentException("the unit of numbers is out of range");
    }
    double[] values = {};
    for (Written written : List.of(doubles, floats, multiples)) {
      if (written.count > 0 && values.length > 0) {
        throw new IllegalArgumentException("numbers are written in two ways");
      }
      if (written.count > 0) {
        values = new double[written.count];
        Arrays.setAll(values, written.at);
      }
    }
    return values;
  }

  private static IntVector integers(PayloadProto.Integers integers) {
    int[] values = new int[integers.getValuesCount()];
    Arrays.setAll(values, integers::getValues);
    return IntVector.of(values);
  }

  private static LongVector longs(PayloadProto.Longs longs) {
    long[] values = new long[longs.getValuesCount()];
    Arrays.setAll(values, longs::getValues);
    return LongVector.of(values);
  }

  private static SparseGraph graph(PayloadProto.Edges edges) {
    int nodes = edges.getRowLengthsCount();
    int edgeCount = edges.getStepsCount();
    double[] weights =
        values(
            edges.getExponent(),
            new Written(edges.getWeightsCount(), edges::getWeights),
            new Written(edges.getFloatWeightsCount(), edges::getFloatWeights),
            new Written(
                edges.getWeightMultiplesCount(),
                i -> Math.scalb((double) edges.getWeightMultiples(i), edges.getExponent())));
    SparseGraphBuilder graph = SparseGraph.builder(nodes);
    long edge = 0;
    for (int row = 0; row < nodes; row++) {
      long end = edge + Integer.toUnsignedLong(edges.getRowLengths(row));
      if (end > edgeCount || weights.length != edgeCount) {
        throw incomplete();
      }
      long node = row;
      for (long first = edge; edge < end; edge++) {
        long step = Integer.toUnsignedLong(edges.getSteps((int) edge));
        node += step;
        if (node >= nodes || (step == 0 && edge > first)) {
          throw new IllegalArgumentException("an edge leads to no other node of its graph");
        }
        double weight = weights[(int) edge];
        if (!(weight > 0)) {
          throw new IllegalArgumentException("an edge has no positive weight");
        }
        graph.add(row, (int) node, weight);
      }
    }
    if (edge != edgeCount || weights.length != edgeCount) {
      throw incomplete();
    }
    return graph.build();
  }

  private static IllegalArgumentException incomplete() {
    return new IllegalArgumentException("a graph's edges are incomplete");
  }
}
