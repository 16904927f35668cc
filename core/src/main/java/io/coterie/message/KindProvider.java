package io.coterie.message;

import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;

/**
 * Kinds of payload that several methods or an add-on share, so that what is sent can be rebuilt
 * from its fields. Found by {@link ServiceLoader}.
 */
@FunctionalInterface
public interface KindProvider {
  List<PayloadKind<? extends Payload>> kinds();

  /** Returns the kinds of all add-ons that are of a type, each with that type. */
  static <T extends Payload> List<PayloadKind<? extends T>> of(Class<T> type) {
    List<PayloadKind<? extends T>> found = new ArrayList<>();
    for (KindProvider provider : ServiceLoader.load(KindProvider.class)) {
      for (PayloadKind<? extends Payload> kind : provider.kinds()) {
        if (type.isAssignableFrom(kind.type())) {
          @SuppressWarnings("unchecked") // what a kind makes is of its type
          PayloadKind<? extends T> typed = (PayloadKind<? extends T>) kind;
          found.add(typed);
        }
      }
    }
    return found;
  }
}
