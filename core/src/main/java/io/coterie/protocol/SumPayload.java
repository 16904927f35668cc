package io.coterie.protocol;

/**
 * A payload of which the coordinator needs the total over the sites alone, so that a runner may add
 * masked messages and hand over one total.
 *
 * @param <T> the kind itself
 */
public interface SumPayload<T extends SumPayload<T>> extends Payload {
  /** Returns the sum of this and another site's payload. */
  T plus(T other);
}
