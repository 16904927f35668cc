package io.coterie.message;

import io.coterie.graph.SparseGraph;
import io.coterie.math.IntVector;
import io.coterie.math.LongVector;
import io.coterie.math.Matrix;
import io.coterie.math.Vector;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;

/**
 * One named part of a {@link Payload}. Everything that crosses the border, is counted in bytes, is
 * listed to the data owner or is kept in a model file is made of these five kinds.
 */
public sealed interface Field {
  String name();

  long size();

  Field renamed(String newName);

  static Field numbers(String name, Vector values) {
    return new Numbers(name, Matrix.over(1, values.size(), values.toArray()));
  }

  /** Returns a payload as parts of another: its kind under the name, then its fields below it. */
  static List<Field> nested(String name, Payload payload) {
    List<Field> fields = new ArrayList<>();
    fields.add(new Text(name, payload.kind()));
    for (Field field : payload.fields()) {
      fields.add(field.renamed(name + "." + field.name()));
    }
    return fields;
  }

  /**
   * A value that is written as several fields, or none, in the place of one. Its type reads it back
   * by a static method {@code of(Fields)}.
   */
  interface Group extends Serializable {
    List<Field> fields();
  }

  /** Doubles with a shape. */
  record Numbers(String name, Matrix values) implements Field {
    @Override
    public Field renamed(String newName) {
      return new Numbers(newName, values);
    }

    @Override
    public long size() {
      return (long) values.rows() * values.columns();
    }
  }

  /** Whole numbers. */
  record Integers(String name, IntVector values) implements Field {
    @Override
    public Field renamed(String newName) {
      return new Integers(newName, values);
    }

    @Override
    public long size() {
      return values.size();
    }
  }

  /** Whole numbers of 64 bits: exact sums, which may be masked. */
  record Longs(String name, LongVector values) implements Field {
    @Override
    public Field renamed(String newName) {
      return new Longs(newName, values);
    }

    @Override
    public long size() {
      return values.size();
    }
  }

  /** A weighted graph: each edge once, as two node numbers and a weight. */
  record Edges(String name, SparseGraph graph) implements Field {
    @Override
    public Field renamed(String newName) {
      return new Edges(newName, graph);
    }

    @Override
    public long size() {
      return 3L * graph.edgeCount();
    }
  }

  /** A word, such as the name of a mode. */
  record Text(String name, String value) implements Field {
    @Override
    public Field renamed(String newName) {
      return new Text(newName, value);
    }

    @Override
    public long size() {
      return 1;
    }
  }
}
