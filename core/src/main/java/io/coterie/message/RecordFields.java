package io.coterie.message;

import io.coterie.EnumText;
import io.coterie.graph.SparseGraph;
import io.coterie.math.IntVector;
import io.coterie.math.LongVector;
import io.coterie.math.Matrix;
import io.coterie.math.Vector;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.BinaryOperator;

/**
 * A record as the fields of its components, in their order, and the way back. Records are the one
 * place that says what a message is made of: a second list of the same parts could differ from it.
 *
 * <p>A number, a vector, a matrix, a graph, a word or a constant is one field. Any other record
 * puts its own fields in the place of one. A payload whose kind is open is nested, see {@link
 * Field#nested}: its interface makes it of its kind by a static method {@code of(String, Fields)}.
 * A list of such payloads is numbered: of steps, the first is step-1.
 *
 * <p>The way back ends in the canonical constructor, which checks every field: their sender is not
 * trusted.
 */
final class RecordFields {
  /** How a component of one type is written, read back, and added to another. */
  private record Shape<T>(
      BiFunction<String, T, Field> write,
      BiFunction<Fields, String, T> read,
      BinaryOperator<T> plus) {
    @SuppressWarnings("unchecked") // the table gives each type its own shape
    Field write(String name, Object value) {
      return write.apply(name, (T) value);
    }

    @SuppressWarnings("unchecked")
    Object plus(Object one, Object other) {
      return plus.apply((T) one, (T) other);
    }
  }

  private static final Map<Class<?>, Shape<?>> SHAPES =
      Map.of(
          Vector.class, new Shape<>(Field::numbers, Fields::vector, Vector::plus),
          Matrix.class, new Shape<>(Field.Numbers::new, Fields::numbers, Matrix::plus),
          LongVector.class, new Shape<>(Field.Longs::new, Fields::longs, LongVector::plus),
          SparseGraph.class, new Shape<>(Field.Edges::new, Fields::graph, SparseGraph::plus),
          double.class, new Shape<>(RecordFields::number, Fields::number, Double::sum),
          IntVector.class, new Shape<>(Field.Integers::new, Fields::integers, RecordFields::same),
          int.class, new Shape<>(RecordFields::integer, Fields::integer, RecordFields::same),
          boolean.class, new Shape<>(RecordFields::flag, Fields::flag, RecordFields::same),
          String.class, new Shape<>(Field.Text::new, Fields::text, RecordFields::same));

  private RecordFields() {}

  private static Field number(String name, double value) {
    return Field.numbers(name, Vector.of(value));
  }

  private static Field integer(String name, int value) {
    return new Field.Integers(name, IntVector.of(value));
  }

  private static Field flag(String name, boolean value) {
    return integer(name, value ? 1 : 0);
  }

  private static <T> T same(T one, T other) {
    if (!one.equals(other)) {
      throw new IllegalArgumentException("Sums of different kinds cannot be added.");
    }
    return one;
  }

  /** Returns the name of a kind or a field: as annotated, or else the Java name with hyphens. */
  static String name(AnnotatedElement element, String javaName) {
    return Optional.ofNullable(element.getAnnotation(Payload.Name.class))
        .map(Payload.Name::value)
        .orElseGet(() -> javaName.replaceAll("([a-z])([A-Z])", "$1-$2").toLowerCase(Locale.ROOT));
  }

  static List<Field> of(Record record) {
    List<Field> fields = new ArrayList<>();
    for (RecordComponent part : record.getClass().getRecordComponents()) {
      String name = name(part, part.getName());
      Object value = value(part, record);
      if (SHAPES.containsKey(part.getType())) {
        fields.add(SHAPES.get(part.getType()).write(name, value));
      } else if (value instanceof Enum<?> constant) {
        fields.add(new Field.Text(name, EnumText.of(constant)));
      } else if (value instanceof List<?> list) {
        for (int i = 0; i < list.size(); i++) {
          fields.addAll(Field.nested(numbered(name, i), (Payload) list.get(i)));
        }
      } else if (value instanceof Payload payload && part.getType().isInterface()) {
        fields.addAll(Field.nested(name, payload));
      } else {
        fields.addAll(value instanceof Field.Group group ? group.fields() : of((Record) value));
      }
    }
    return fields;
  }

  private static String numbered(String plural, int index) {
    return plural.replaceFirst("s$", "-") + (index + 1);
  }

  /**
   * Returns the record that the fields make: by a static method {@code of(Fields)}, which goes with
   * {@code fields()} of its own, or else by its components.
   *
   * @throws IllegalArgumentException if the fields make none
   */
  static <T> T build(Class<T> type, Fields fields) {
    Optional<Method> own =
        Arrays.stream(type.getDeclaredMethods())
            .filter(method -> method.getName().equals("of"))
            .filter(
                method -> Arrays.equals(method.getParameterTypes(), new Class<?>[] {Fields.class}))
            .findFirst();
    if (own.isPresent()) {
      own.get().setAccessible(true);
      return type.cast(called(() -> own.get().invoke(null, fields)));
    }
    return make(type, part -> read(part, fields));
  }

  private static Object read(RecordComponent part, Fields fields) {
    String name = name(part, part.getName());
    if (SHAPES.containsKey(part.getType())) {
      return SHAPES.get(part.getType()).read().apply(fields, name);
    } else if (part.getType().isEnum()) {
      String text = fields.text(name);
      return Arrays.stream(part.getType().getEnumConstants())
          .filter(constant -> EnumText.of((Enum<?>) constant).equals(text))
          .findFirst()
          .orElseThrow(() -> new IllegalArgumentException("There is no such " + name + "."));
    } else if (part.getType() == List.class) {
      Class<?> type =
          (Class<?>) ((ParameterizedType) part.getGenericType()).getActualTypeArguments()[0];
      List<Object> list = new ArrayList<>();
      while (fields.has(numbered(name, list.size()))) {
        list.add(nested(type, numbered(name, list.size()), fields));
      }
      return list;
    }
    return part.getType().isInterface()
        ? nested(part.getType(), name, fields)
        : build(part.getType(), fields);
  }

  private static Object nested(Class<?> type, String name, Fields fields) {
    return fields.nested(
        name,
        (kind, inner) ->
            called(
                () -> type.getMethod("of", String.class, Fields.class).invoke(null, kind, inner)));
  }

  static <T> T plus(Class<T> type, Object one, Object other) {
    return make(
        type,
        part -> {
          Object left = value(part, one);
          Object right = value(part, other);
          return SHAPES.containsKey(part.getType())
              ? SHAPES.get(part.getType()).plus(left, right)
              : plus(part.getType(), left, right);
        });
  }

  private static <T> T make(
      Class<T> type, java.util.function.Function<RecordComponent, Object> values) {
    RecordComponent[] parts = type.getRecordComponents();
    Object[] arguments = Arrays.stream(parts).map(values).toArray();
    Class<?>[] types = Arrays.stream(parts).map(RecordComponent::getType).toArray(Class<?>[]::new);
    return called(
        () -> {
          Constructor<T> constructor = type.getDeclaredConstructor(types);
          constructor.setAccessible(true); // payloads of one method are hidden in its package
          return constructor.newInstance(arguments);
        });
  }

  private static Object value(RecordComponent part, Object record) {
    part.getAccessor().setAccessible(true);
    return called(() -> part.getAccessor().invoke(record));
  }

  private interface Call<T> {
    T call() throws ReflectiveOperationException;
  }

  /** Returns what a reflective call gives; what the called code refuses is thrown as it is. */
  private static <T> T called(Call<T> call) {
    try {
      return call.call();
    } catch (InvocationTargetException e) {
      if (e.getCause() instanceof RuntimeException refused) {
        throw refused;
      }
      throw new IllegalStateException(e);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }
}
