package io.coterie.wire;

import io.coterie.graph.SparseGraph;
import io.coterie.graph.SparseGraphBuilder;
import io.coterie.math.IntVector;
import io.coterie.math.LongVector;
import io.coterie.math.Matrix;
import io.coterie.protocol.Field;
import io.coterie.wire.v1.PayloadProto;
import java.util.ArrayList;
import java.util.List;

/** Turns a protocol buffer into its payload; IllegalArgumentException says what does not fit. */
final class PayloadReader {
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
    // Unsigned on the wire: what is too large for an int is negative here.
    if (numbers.getRows() < 0
        || numbers.getColumns() < 0
        || (long) numbers.getRows() * numbers.getColumns() != numbers.getValuesCount()) {
      throw new IllegalArgumentException("a matrix has not as many values as its shape says");
    }
    double[] values = new double[numbers.getValuesCount()];
    for (int i = 0; i < values.length; i++) {
      values[i] = numbers.getValues(i);
    }
    return Matrix.over(numbers.getRows(), numbers.getColumns(), values);
  }

  private static IntVector integers(PayloadProto.Integers integers) {
    int[] values = new int[integers.getValuesCount()];
    for (int i = 0; i < values.length; i++) {
      values[i] = integers.getValues(i);
    }
    return IntVector.of(values);
  }

  private static LongVector longs(PayloadProto.Longs longs) {
    long[] values = new long[longs.getValuesCount()];
    for (int i = 0; i < values.length; i++) {
      values[i] = longs.getValues(i);
    }
    return LongVector.of(values);
  }

  private static SparseGraph graph(PayloadProto.Edges edges) {
    int nodes = edges.getRowLengthsCount();
    int edgeCount = edges.getStepsCount();
    SparseGraphBuilder graph = SparseGraph.builder(nodes);
    long edge = 0;
    for (int row = 0; row < nodes; row++) {
      long end = edge + Integer.toUnsignedLong(edges.getRowLengths(row));
      if (end > edgeCount || edges.getWeightsCount() != edgeCount) {
        throw incomplete();
      }
      long node = row;
      for (long first = edge; edge < end; edge++) {
        long step = Integer.toUnsignedLong(edges.getSteps((int) edge));
        node += step;
        if (node >= nodes || (step == 0 && edge > first)) {
          throw new IllegalArgumentException("an edge leads to no other node of its graph");
        }
        double weight = edges.getWeights((int) edge);
        if (!(weight > 0)) {
          throw new IllegalArgumentException("an edge has no positive weight");
        }
        graph.add(row, (int) node, weight);
      }
    }
    if (edge != edgeCount || edges.getWeightsCount() != edgeCount) {
      throw incomplete();
    }
    return graph.build();
  }

  private static IllegalArgumentException incomplete() {
    return new IllegalArgumentException("a graph's edges are incomplete");
  }
}
