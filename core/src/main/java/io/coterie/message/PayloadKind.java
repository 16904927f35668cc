package io.coterie.message;

import static java.util.Objects.requireNonNull;

import java.util.function.Function;

/**
 * One kind of payload and the way back to it from its fields.
 *
 * @param name as {@link Payload#kind} says it
 * @param type the payloads of this kind
 * @param builder makes one of its fields; what does not fit is an IllegalArgumentException
 */
public record PayloadKind<T extends Payload>(
    String name, Class<T> type, Function<Fields, ? extends T> builder) {
  public PayloadKind {
    requireNonNull(name, "name is null");
    requireNonNull(type, "type is null");
    requireNonNull(builder, "builder is null");
  }
}
