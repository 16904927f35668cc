package io.coterie.message;

import java.util.List;

/**
 * A payload of which the coordinator needs only the total over the sites, so that a runner may add
 * masked messages and hand over one total.
 *
 * @param <T> the kind itself
 */
public interface SumPayload<T extends SumPayload<T>> extends Payload {
  /** Returns the sum of this and another site's payload: component by component unless it says. */
  @SuppressWarnings("unchecked") // a sum is of its own kind
  default T plus(T other) {
    return (T) RecordFields.plus(getClass(), this, other);
  }

  /** Returns whether the coordinator may not read the total; the sites open it. */
  default boolean isSealed() {
    return false;
  }

  /** Returns the sum of this and other sites' payloads: the bits of adding one after the other. */
  default T plusAll(List<T> others) {
    @SuppressWarnings("unchecked") // a sum is of its own kind
    T total = (T) this;
    for (T other : others) {
      total = total.plus(other);
    }
    return total;
  }
}
