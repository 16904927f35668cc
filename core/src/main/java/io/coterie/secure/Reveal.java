package io.coterie.secure;

import java.util.Map;

/**
 * The shares that a site gives away at the end: for each peer of one secret or of the other, never
 * of both.
 *
 * @param context the sum
 * @param site who reveals
 * @param selfMasks of each site that is counted, its share of the self mask seed
 * @param maskingKeys of each site that was lost after it had shared, its share of the masking key
 */
public record Reveal(
    SumContext context, String site, Map<String, Bytes> selfMasks, Map<String, Bytes> maskingKeys) {
  public Reveal {
    selfMasks = Map.copyOf(selfMasks);
    maskingKeys = Map.copyOf(maskingKeys);
  }
}
