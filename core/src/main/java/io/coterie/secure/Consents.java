package io.coterie.secure;

import java.util.List;

/**
 * The signatures that show a site that enough others have signed the same list as it has.
 *
 * @param context the sum
 * @param consents one for each site that signed
 */
public record Consents(SumContext context, List<Consent> consents) {
  public Consents {
    consents = List.copyOf(consents);
  }
}
