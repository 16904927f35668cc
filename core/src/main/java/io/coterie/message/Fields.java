package io.coterie.message;

import io.coterie.graph.SparseGraph;
import io.coterie.math.IntVector;
import io.coterie.math.LongVector;
import io.coterie.math.Matrix;
import io.coterie.math.Vector;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;

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
        throw new FieldMismatch("%s has two fields named %s.".formatted(owner, field.name()));
      }
    }
  }

  public List<String> names() {
    return List.copyOf(byName.keySet());
  }

  /** Returns the fields whose names begin with a prefix, under the rest of their names. */
  public Fields under(String prefix) {
    return new Fields(
        owner,
        byName.values().stream()
            .filter(field -> field.name().startsWith(prefix))
            .map(field -> field.renamed(field.name().substring(prefix.length())))
            .toList());
  }

  /** Returns the payload that {@link Field#nested} took apart under a name. */
  public <T> T nested(String name, BiFunction<String, Fields, T> kinds) {
    return kinds.apply(text(name), under(name + "."));
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
      throw new FieldMismatch(
          "%s.%s has %d rows; one is expected.".formatted(owner, name, values.rows()));
    }
    return Vector.of(values.array());
  }

  public double number(String name) {
    Vector values = vector(name);
    requireSize(name, values.size(), 1);
    return values.at(0);
  }

  public IntVector integers(String name) {
    return field(name, Field.Integers.class).values();
  }

  public IntVector integers(String name, int count) {
    IntVector values = integers(name);
    requireSize(name, values.size(), count);
    return values;
  }

  public int integer(String name) {
    return integers(name, 1).at(0);
  }

  public boolean flag(String name) {
    return flag(integer(name));
  }

  /** Returns whether a number is 1; it may be 0 else, and nothing that a sender made up. */
  public static boolean flag(int value) {
    if (value != 0 && value != 1) {
      throw new IllegalArgumentException("A flag is neither 0 nor 1.");
    }
    return value == 1;
  }

  private void requireSize(String name, int size, int expected) {
    if (size != expected) {
      throw new FieldMismatch(
          "%s.%s has %d values; %d are expected.".formatted(owner, name, size, expected));
    }
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
      throw new FieldMismatch(
          "%s has no %s named %s.".formatted(owner, kind.getSimpleName(), name));
    }
    return kind.cast(field);
  }

  /**
   * A field is absent, of another kind or of another size than asked for. The message tells names
   * and sizes, never a value, so it may be shown to sender and receiver of the fields.
   */
  public static final class FieldMismatch extends IllegalArgumentException {
    private static final long serialVersionUID = 1;

    public FieldMismatch(String message) {
      super(message);
    }
  }
}
