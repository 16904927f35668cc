package io.coterie.json;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coterie.graph.SparseGraph;
import io.coterie.graph.SparseGraphBuilder;
import io.coterie.math.IntVector;
import io.coterie.math.LongVector;
import io.coterie.math.Matrix;
import io.coterie.message.Field;
import io.coterie.message.Fields;
import io.coterie.message.Payload;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Payloads as JSON, whatever their kind. Doubles are written in the shortest form that reads back
 * as the same bits. Reading throws IllegalArgumentException for anything that does not fit.
 */
public final class FieldJson {
  private FieldJson() {}

  public static ObjectNode write(Payload payload) {
    ObjectNode node = Json.object().put("kind", payload.kind());
    ArrayNode fields = node.putArray("fields");
    payload.fields().forEach(field -> fields.add(write(field)));
    return node;
  }

  public static String kind(JsonNode payload) {
    return text(payload, "kind");
  }

  public static Fields fields(JsonNode payload) {
    List<Field> fields = new ArrayList<>();
    list(payload, "fields").forEach(field -> fields.add(read(field)));
    return new Fields(kind(payload), fields);
  }

  private static ObjectNode write(Field field) {
    ObjectNode node = Json.object().put("name", field.name());
    if (field instanceof Field.Numbers numbers) {
      Matrix values = numbers.values();
      node.put("type", "numbers").put("rows", values.rows()).put("columns", values.columns());
      ArrayNode array = node.putArray("values");
      for (double value : values.array()) {
        array.add(finite(value, field.name()));
      }
    } else if (field instanceof Field.Integers integers) {
      ArrayNode array = node.put("type", "integers").putArray("values");
      for (int value : integers.values().toArray()) {
        array.add(value);
      }
    } else if (field instanceof Field.Longs longs) {
      ArrayNode array = node.put("type", "longs").putArray("values");
      for (long value : longs.values().toArray()) {
        array.add(value);
      }
    } else if (field instanceof Field.Edges edges) {
      write(edges.graph(), node.put("type", "edges"));
    } else if (field instanceof Field.Text text) {
      node.put("type", "text").put("value", text.value());
    }
    return node;
  }

  private static void write(SparseGraph graph, ObjectNode node) {
    ArrayNode from = node.put("nodes", graph.nodeCount()).putArray("from");
    ArrayNode to = node.putArray("to");
    ArrayNode weights = node.putArray("weights");
    for (int i = 0; i < graph.nodeCount(); i++) {
      int row = i;
      graph.forEachNeighbor(
          row,
          (neighbor, weight) -> {
            if (neighbor >= row) {
              from.add(row);
              to.add(neighbor);
              weights.add(finite(weight, "weights"));
            }
          });
    }
  }

  private static Field read(JsonNode node) {
    String name = text(node, "name");
    return switch (text(node, "type")) {
      case "numbers" ->
          new Field.Numbers(
              name,
              Matrix.over(
                  integer(node, "rows"), integer(node, "columns"), doubles(node, "values")));
      case "integers" -> new Field.Integers(name, IntVector.of(integers(node, "values")));
      case "longs" -> new Field.Longs(name, LongVector.of(longs(node, "values")));
      case "edges" -> new Field.Edges(name, graph(node));
      case "text" -> new Field.Text(name, text(node, "value"));
      default -> throw new IllegalArgumentException("field %s has no known type".formatted(name));
    };
  }

  private static SparseGraph graph(JsonNode node) {
    int[] from = integers(node, "from");
    int[] to = integers(node, "to");
    double[] weights = doubles(node, "weights");
    if (from.length != to.length || from.length != weights.length) {
      throw new IllegalArgumentException("a graph's edges are incomplete");
    }
    SparseGraphBuilder builder = SparseGraph.builder(integer(node, "nodes"));
    for (int edge = 0; edge < from.length; edge++) {
      builder.add(from[edge], to[edge], weights[edge]);
    }
    return builder.build();
  }

  public static String text(JsonNode node, String name) {
    JsonNode value = node.path(name);
    if (!value.isTextual()) {
      throw new IllegalArgumentException("\"%s\" is missing or no text".formatted(name));
    }
    return value.textValue();
  }

  public static int integer(JsonNode node, String name) {
    JsonNode value = node.path(name);
    if (!value.canConvertToInt() || !value.isIntegralNumber()) {
      throw new IllegalArgumentException("\"%s\" is missing or no whole number".formatted(name));
    }
    return value.intValue();
  }

  public static JsonNode list(JsonNode node, String name) {
    JsonNode value = node.path(name);
    if (!value.isArray()) {
      throw new IllegalArgumentException("\"%s\" is missing or no list".formatted(name));
    }
    return value;
  }

  private static int[] integers(JsonNode node, String name) {
    return array(node, name, int[].class, "whole number");
  }

  private static long[] longs(JsonNode node, String name) {
    return array(node, name, long[].class, "whole number");
  }

  private static double[] doubles(JsonNode node, String name) {
    double[] values = array(node, name, double[].class, "number");
    Arrays.stream(values).forEach(value -> finite(value, name));
    return values;
  }

  private static <T> T array(JsonNode node, String name, Class<T> type, String what) {
    JsonNode list = list(node, name);
    try {
      return Json.read(list, type);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("\"%s\" holds no %s".formatted(name, what), e);
    }
  }

  private static double finite(double value, String name) {
    if (!Double.isFinite(value)) {
      throw new IllegalArgumentException("\"%s\" holds a value that is not finite".formatted(name));
    }
    return value;
  }
}
