package io.coterie.secure;

import java.util.Map;

/**
 * What the peers have sealed for one site. Those who are missing here are left out of the sum.
 *
 * @param context the sum
 * @param site who can open them
 * @param sealed by the peer whose secrets they are
 */
public record DeliveredShares(SumContext context, String site, Map<String, Bytes> sealed) {
  public DeliveredShares {
    sealed = Map.copyOf(sealed);
  }
}
