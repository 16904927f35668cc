package io.coterie.method;

import io.coterie.CoterieException;
import io.coterie.ErrorCode;
import io.coterie.message.Field;
import io.coterie.message.Payload;
import io.coterie.message.SiteMessage;
import io.coterie.message.SumPayload;
import io.coterie.method.internal.check.SumInvariants;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;
import java.util.function.ObjIntConsumer;
import java.util.function.Supplier;

/**
 * What every site must answer to a question. It goes with the question, so that a message is
 * refused before anything uses it, and sums are known as such.
 *
 * @param <T> the kind of answer
 * @param type the class of the answer
 * @param zero the sums of no records, where the reply is a sum: they give the shape
 * @param rule refuses what so many honest sites cannot send, by an IllegalArgumentException
 * @param isSeenBySite whether sums must reach the coordinator one by one, unless masks hide them
 * @param mostNumbers of a reply that is no sum, where the question settles it
 */
public record Reply<T extends Payload>(
    Class<T> type,
    Optional<SumPayload<?>> zero,
    ObjIntConsumer<T> rule,
    boolean isSeenBySite,
    OptionalLong mostNumbers) {
  /** More records than this nobody has at one site. */
  public static final double MOST_RECORDS = 0x1p40;

  /** Squares of larger numbers, and sums of those, come close to what a double can be. */
  private static final double LARGEST = 1e100;

  /** Returns a reply of which the total over the sites is needed: sums shaped like this zero. */
  public static <T extends SumPayload<T>> Reply<T> sum(T zero) {
    return sum(zero, (sums, sites) -> {});
  }

  /** Returns the same where sums are held to something more, whether of a site or of all. */
  public static <T extends SumPayload<T>> Reply<T> sum(T zero, Consumer<T> more) {
    return sum(zero, (sums, sites) -> more.accept(sums));
  }

  /**
   * Returns the same where what sums are held to depends on how many sites' they are; the check
   * throws IllegalArgumentException.
   */
  public static <T extends SumPayload<T>> Reply<T> sum(T zero, ObjIntConsumer<T> more) {
    @SuppressWarnings("unchecked") // a sum is of its own kind
    Class<T> type = (Class<T>) zero.getClass();
    return new Reply<>(
        type,
        Optional.of(zero),
        (sums, sites) -> {
          requireShapes(zero, sums);
          requireNumbers(sums);
          SumInvariants.require(sums, sites);
          more.accept(sums, sites);
        },
        false,
        OptionalLong.empty());
  }

  /** Returns a reply that is no sum; the check throws IllegalArgumentException and says why. */
  public static <T extends Payload> Reply<T> of(Class<T> type, Consumer<T> check) {
    return ofOwnNumbers(
        type,
        payload -> {
          requireNumbers(payload);
          check.accept(payload);
        });
  }

  /** Returns a reply whose check looks at every number by itself. */
  public static <T extends Payload> Reply<T> ofOwnNumbers(Class<T> type, Consumer<T> check) {
    return new Reply<>(
        type,
        Optional.empty(),
        (payload, sites) -> check.accept(payload),
        false,
        OptionalLong.empty());
  }

  /** Returns the same where it is known how many numbers it has at most. */
  public Reply<T> ofAtMost(long numbers) {
    return new Reply<>(type, zero, rule, isSeenBySite, OptionalLong.of(numbers));
  }

  /** Returns the same where sums that no masks hide are looked at site by site. */
  public Reply<T> bySite() {
    return new Reply<>(type, zero, rule, true, mostNumbers);
  }

  public String kind() {
    return zero.map(Payload::kind).orElseGet(() -> PayloadKinds.nameOf(type));
  }

  /** Refuses a site's payload that is not what was asked for; the reason tells no value. */
  public void check(Payload payload) {
    check(payload, 1);
  }

  private void check(Payload payload, int sites) {
    if (!type.isInstance(payload)) {
      throw new IllegalArgumentException(
          "it is %s where %s was asked for".formatted(payload.kind(), type.getSimpleName()));
    }
    rule.accept(type.cast(payload), sites);
  }

  /**
   * Returns the total that sites' words add up to, or ends the study where no honest sites' do:
   * under masks nobody can tell which of them lied.
   */
  public SiteMessage total(int sites, Supplier<SiteMessage> total) {
    try {
      SiteMessage message = total.get();
      check(message.payload(), sites);
      return message;
    } catch (IllegalArgumentException e) {
      throw new CoterieException(
          ErrorCode.BAD_DATA,
          ("The total of %d sites' %s cannot be one of honest sites: %s. A site lies or its records"
                  + " are damaged, and masks hide which; the study ends here. Begin it again with"
                  + " sums plain, which names the site.")
              .formatted(sites, kind(), e.getMessage().replaceAll("\\.$", "")),
          e);
    }
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

  /** Refuses numbers that are none, or whose squares and sums would soon be none. */
  private static void requireNumbers(Payload payload) {
    for (Field field : payload.fields()) {
      if (field instanceof Field.Numbers numbers) {
        for (double value : numbers.values().array()) {
          requireNumber(field.name(), value);
        }
      } else if (field instanceof Field.Edges edges) {
        for (double degree : edges.graph().degrees()) {
          requireNumber(field.name(), degree);
        }
      }
    }
  }

  public static void requireNumber(String name, double value) {
    if (!(Math.abs(value) <= LARGEST)) { // the words cost more than millions of looks
      throw new IllegalArgumentException(
          (Double.isFinite(value)
                  ? "%s has a value beyond 1e100"
                  : "%s has a value that is not finite")
              .formatted(name));
    }
  }

  /** Requires so many columns: the features of a record where the method gets it. */
  public static void requireColumns(String name, int columns, int expected) {
    if (columns != expected) {
      throw new IllegalArgumentException(
          "%s have %d columns where records have %d".formatted(name, columns, expected));
    }
  }

  /** Requires what is true of a message that an honest site could send. */
  public static void require(boolean isTrue, String otherwise) {
    if (!isTrue) {
      throw new IllegalArgumentException(otherwise);
    }
  }
}
