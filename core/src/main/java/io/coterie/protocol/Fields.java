package io.coterie.protocol;

import io.coterie.graph.SparseGraph;
import io.coterie.math.IntVector;
import io.coterie.math.LongVector;
import io.coterie.math.Matrix;
import io.coterie.math.Vector;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Fields by name, as read from a file or the wire; asking for one that is absent or of another kind
 * says so.
 */
public final class Fields {
  private final String owner;
  private final Map<String, Field> byName = new LinkedHashMap<>();

  /** Takes the fields of the named owner (a kind of payload). */
  public Fields(String owner, List<Field> fields) {
    this.owner = owner;
    for (Field field : fields) {
      if (byName.put(field.name(), field) != null) {
        throw new IllegalArgumentException(
            "%s has two fields named %s.".formatted(owner, field.name()));
      }
    }
  }

  public boolean has(String name) {
    return byName.containsKey(name);
  }

  public Matrix numbers(String name) {
    return field(name, Field.Numbers.class).values();
  }

  public Vector vector(String name) {
    Matrix values = numbers(name);
    if (values.rows() != 1) {
      throw new IllegalArgumentException(
          "%s.%s has %d rows; one is expected.".formatted(owner, name, values.rows()));
    }
    return Vector.of(values.array());
  }

  public IntVector integers(String name) {
    return field(name, Field.Integers.class).values();
  }

  public LongVector longs(String name) {
    return field(name, Field.Longs.class).values();
  }

  public SparseGraph graph(String name) {
    return field(name, Field.Edges.class).graph();
  }

  public String text(String name) {
    return field(name, Field.Text.class).value();
  }

  private <T extends Field> T field(String name, Class<T> kind) {
    Field field = byName.get(name);
    if (!kind.isInstance(field)) {
      throw new IllegalArgumentException(
          "%s has no %s named %s.".formatted(owner, kind.getSimpleName(), name));
    }
    return kind.cast(field);
  }
}
