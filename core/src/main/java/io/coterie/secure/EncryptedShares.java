package io.coterie.secure;

import java.util.Map;

/**
 * The shares of one site's two secrets, one sealed pair for each peer. The coordinator passes them
 * on and cannot open them.
 *
 * @param context the sum
 * @param site whose secrets they are
 * @param sealed by the peer that can open it
 */
public record EncryptedShares(SumContext context, String site, Map<String, Bytes> sealed) {
  public EncryptedShares {
    sealed = Map.copyOf(sealed);
  }
}
