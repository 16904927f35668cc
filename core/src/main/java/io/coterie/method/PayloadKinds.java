package io.coterie.method;

import static java.util.stream.Collectors.toMap;

import io.coterie.CoterieException;
import io.coterie.features.RecordMap;
import io.coterie.message.Field;
import io.coterie.message.Fields;
import io.coterie.message.Fields.FieldMismatch;
import io.coterie.message.KindProvider;
import io.coterie.message.Payload;
import io.coterie.message.PayloadKind;
import io.coterie.message.internal.KindTable;
import io.coterie.message.internal.ProtocolKinds;
import io.coterie.model.ClusterModel;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * The way back from the fields of a message to what a site or a coordinator can use. Whoever sent
 * them is not trusted: building the payload checks it, and no message of an error tells a value.
 */
public final class PayloadKinds {
  private static final KindTable<Payload> KINDS = new KindTable<>("message", all());

  /** What only references send, which pool records. It is described, and never received. */
  private static final Map<String, PayloadKind<? extends Payload>> POOLED =
      kindsOfMethods(method -> !method.isFederated())
          .collect(toMap(PayloadKind::name, kind -> kind, (one, same) -> one));

  private PayloadKinds() {}

  private static List<PayloadKind<?>> all() {
    List<PayloadKind<?>> kinds = new ArrayList<>(ProtocolKinds.ALL);
    // Steps and models are messages too: questions bring steps, and an answer is a model.
    kinds.addAll(RecordMap.KINDS.kinds());
    kinds.addAll(ClusterModel.KINDS.kinds());
    for (PayloadKind<? extends Payload> added : KindProvider.of(Payload.class)) {
      if (!RecordMap.class.isAssignableFrom(added.type())) { // those are among the steps
        kinds.add(added);
      }
    }
    kindsOfMethods(FederatedMethod::isFederated).forEach(kinds::add);
    return kinds;
  }

  private static Stream<PayloadKind<? extends Payload>> kindsOfMethods(
      Predicate<FederatedMethod> which) {
    return Methods.installed().values().stream()
        .filter(which)
        .flatMap(method -> method.kinds().stream());
  }

  /** Returns whether a payload holds records, which no federated method may send. */
  public static boolean isOfRecords(Payload payload) {
    return POOLED.containsKey(payload.kind());
  }

  public static Collection<PayloadKind<? extends Payload>> kinds() {
    return KINDS.kinds();
  }

  /** Returns the kind of a name, also that of records, which cannot be received. */
  public static Optional<PayloadKind<? extends Payload>> find(String name) {
    return Optional.<PayloadKind<? extends Payload>>ofNullable(POOLED.get(name))
        .or(() -> KINDS.find(name));
  }

  public static String nameOf(Class<? extends Payload> type) {
    return KINDS.nameOf(type);
  }

  /**
   * Returns the payload of a kind that is made of the fields.
   *
   * @throws IllegalArgumentException if there is no such kind or the fields do not make one
   */
  public static Payload typed(String kind, List<Field> fields) {
    Payload built = built(kind, new Fields(kind, fields));
    if (!names(built.fields()).equals(names(fields))) {
      throw new FieldMismatch(
          "A message of kind %s has parts that it cannot have.".formatted(kind));
    }
    return built;
  }

  public static Payload nested(String kind, Fields fields) {
    return KINDS.build(kind, fields);
  }

  private static Payload built(String kind, Fields fields) {
    try {
      return KINDS.build(kind, fields);
    } catch (FieldMismatch e) {
      throw e;
    } catch (IllegalArgumentException | ArithmeticException | CoterieException e) {
      // The reason may hold a value, so neither it nor its message goes on.
      throw new IllegalArgumentException(
          "The parts of a message of kind %s do not fit together or are out of range."
              .formatted(kind));
    }
  }

  private static List<String> names(List<Field> fields) {
    return fields.stream().map(Field::name).toList();
  }
}
