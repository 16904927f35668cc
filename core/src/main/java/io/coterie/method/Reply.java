package io.coterie.method;

import static java.util.Objects.requireNonNull;

import io.coterie.protocol.Field;
import io.coterie.protocol.Payload;
import io.coterie.protocol.PayloadKind;
import io.coterie.protocol.SumPayload;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * What every site must answer in a round. The coordinator part says it with its question, so that a
 * runner can refuse a site's message before anything uses it, and knows what may be added up.
 *
 * <p>Immutable.
 */
public final class Reply {
  private final Class<? extends Payload> type;
  private final Optional<SumPayload<?>> zero;
  private final Consumer<Payload> check;

  private Reply(
      Class<? extends Payload> type, Optional<SumPayload<?>> zero, Consumer<Payload> check) {
    this.type = type;
    this.zero = zero;
    this.check = check;
  }

  /** Returns a reply of which the total over the sites is needed: sums shaped like this zero. */
  public static <T extends SumPayload<T>> Reply sum(T zero) {
    return new Reply(zero.getClass(), Optional.of(zero), payload -> requireShapes(zero, payload));
  }

  /** Returns a reply that is no sum; the check throws IllegalArgumentException and says why. */
  public static <T extends Payload> Reply of(Class<T> type, Consumer<T> check) {
    requireNonNull(check, "check is null");
    return new Reply(type, Optional.empty(), payload -> check.accept(type.cast(payload)));
  }

  /** Returns the sums of no records, where the reply is a sum. */
  public Optional<SumPayload<?>> zero() {
    return zero;
  }

  /** Returns what the reply is called. */
  public String kind() {
    return PayloadKinds.kinds().stream()
        .filter(known -> known.type() == type)
        .map(PayloadKind::name)
        .findFirst()
        .orElseThrow();
  }

  /** Refuses a payload that is not what was asked for; the reason tells no value. */
  public void check(Payload payload) {
    if (!type.isInstance(payload)) {
      throw new IllegalArgumentException(
          "it is %s where %s was asked for".formatted(payload.kind(), type.getSimpleName()));
    }
    check.accept(payload);
    payload.fields().forEach(Reply::requireFinite);
  }

  private static void requireShapes(Payload zero, Payload payload) {
    List<String> expected = shapes(zero);
    List<String> found = shapes(payload);
    for (int i = 0; i < Math.max(expected.size(), found.size()); i++) {
      String wanted = i < expected.size() ? expected.get(i) : "nothing more";
      String given = i < found.size() ? found.get(i) : "nothing more";
      if (!wanted.equals(given)) {
        throw new IllegalArgumentException(
            "it has %s where %s was asked for".formatted(given, wanted));
      }
    }
  }

  private static List<String> shapes(Payload payload) {
    return payload.fields().stream().map(field -> field.name() + " of " + shape(field)).toList();
  }

  private static String shape(Field field) {
    if (field instanceof Field.Numbers numbers) {
      return "%d x %d numbers".formatted(numbers.values().rows(), numbers.values().columns());
    } else if (field instanceof Field.Edges edges) {
      return "%d nodes".formatted(edges.graph().nodeCount());
    } else if (field instanceof Field.Text text) {
      return "'%s'".formatted(text.value());
    }
    return "%d whole numbers".formatted(field.size());
  }

  private static void requireFinite(Field field) {
    if (field instanceof Field.Numbers numbers) {
      for (double value : numbers.values().array()) {
        if (!Double.isFinite(value)) {
          throw new IllegalArgumentException(
              "%s has a value that is not finite".formatted(field.name()));
        }
      }
    }
  }

  /** Requires so many columns: the features of a record where the method gets it. */
  static void requireColumns(String name, int columns, int expected) {
    if (columns != expected) {
      throw new IllegalArgumentException(
          "%s have %d columns where records have %d".formatted(name, columns, expected));
    }
  }

  /** Requires what is true of a message that an honest site could send. */
  static void require(boolean isTrue, String otherwise) {
    if (!isTrue) {
      throw new IllegalArgumentException(otherwise);
    }
  }
}
