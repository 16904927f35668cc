package io.coterie.message;

import static java.util.Objects.requireNonNull;

import io.coterie.message.FieldProtection.Disclosure;
import io.coterie.message.FieldProtection.Rule;
import io.coterie.message.FieldProtection.Sent;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * One kind of payload: the way back to it from its fields, and how it is described to people.
 *
 * @param name as {@link Payload#kind} says it
 * @param type the payloads of this kind
 * @param builder makes one of its fields; what does not fit is an IllegalArgumentException
 * @param roundName what a round that asks it is called in progress
 * @param terms what protects each field, for a kind that a site sends
 */
public record PayloadKind<T extends Payload>(
    String name,
    Class<T> type,
    Function<Fields, ? extends T> builder,
    String roundName,
    Map<String, Terms> terms) {
  /**
   * What protects a field.
   *
   * @param usual without regard to the message
   * @param rule in one message
   */
  public record Terms(FieldProtection usual, Rule rule) {
    public FieldProtection in(Sent sent) {
      return rule.in(usual, sent);
    }
  }

  public PayloadKind {
    requireNonNull(name, "name is null");
    requireNonNull(type, "type is null");
    requireNonNull(builder, "builder is null");
    requireNonNull(roundName, "roundName is null");
    terms = Collections.unmodifiableMap(new TreeMap<>(terms));
  }

  /** Returns the kind whose name, fields and way back follow from the record itself. */
  public static <T extends Payload> PayloadKind<T> of(Class<T> type) {
    String name = RecordFields.name(type, type.getSimpleName());
    return new PayloadKind<>(
        name, type, fields -> RecordFields.build(type, fields), name.replace('-', ' '), Map.of());
  }

  /** Returns this kind for rounds that are called so in progress. */
  public PayloadKind<T> asks(String what) {
    return new PayloadKind<>(name, type, builder, what, terms);
  }

  public PayloadKind<T> field(String field, String protection, Disclosure... disclosed) {
    return field(field, FieldProtection.of(protection, disclosed), (usual, sent) -> usual);
  }

  public PayloadKind<T> field(String field, String protection, Rule rule) {
    return field(field, FieldProtection.of(protection), rule);
  }

  private PayloadKind<T> field(String field, FieldProtection usual, Rule rule) {
    Map<String, Terms> all = new TreeMap<>(terms);
    all.put(field, new Terms(usual, rule));
    return new PayloadKind<>(name, type, builder, roundName, all);
  }

  /** Returns the terms of a field; numbered parts such as mixtures are all alike. */
  public Optional<Terms> termsOf(String field) {
    return Optional.ofNullable(terms.get(field.replaceFirst("^[a-z]+-[0-9]+\\.", "")));
  }
}
