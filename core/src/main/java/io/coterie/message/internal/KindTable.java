package io.coterie.message.internal;

import io.coterie.message.Fields;
import io.coterie.message.Fields.FieldMismatch;
import io.coterie.message.Payload;
import io.coterie.message.PayloadKind;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Kinds of payload by name.
 *
 * <p>Immutable.
 *
 * @param <T> what they have in common
 */
public final class KindTable<T extends Payload> {
  private final String what;
  private final Map<String, PayloadKind<? extends T>> byName = new LinkedHashMap<>();
  private final Map<Class<?>, String> names = new HashMap<>();

  /** Takes kinds of what is named, such as "model". */
  public KindTable(String what, List<? extends PayloadKind<? extends T>> kinds) {
    this.what = what;
    for (PayloadKind<? extends T> kind : kinds) {
      if (byName.put(kind.name(), kind) != null) {
        throw new IllegalArgumentException("Two kinds of %s are %s.".formatted(what, kind.name()));
      }
      names.put(kind.type(), kind.name());
    }
  }

  public Collection<PayloadKind<? extends T>> kinds() {
    return List.copyOf(byName.values());
  }

  public String nameOf(Class<? extends T> type) {
    return Optional.ofNullable(names.get(type)).orElseThrow();
  }

  public Optional<PayloadKind<? extends T>> find(String name) {
    return Optional.ofNullable(byName.get(name));
  }

  /** Returns the payload of a kind with the given fields, or says what does not fit. */
  public T build(String name, Fields fields) {
    PayloadKind<? extends T> kind = byName.get(name);
    if (kind == null) {
      throw new FieldMismatch("There is no %s of kind %s.".formatted(what, name));
    }
    return kind.builder().apply(fields);
  }
}
