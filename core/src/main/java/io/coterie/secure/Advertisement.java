package io.coterie.secure;

/**
 * The fresh public keys of a site for one sum, signed by it.
 *
 * @param context the sum
 * @param site who signs
 * @param keys what is signed
 * @param signature Ed25519 over plan, site and keys
 */
public record Advertisement(SumContext context, String site, Keys keys, Bytes signature) {
  /**
   * A site's public values of one sum.
   *
   * @param encryption X25519 key with which peers encrypt shares for it
   * @param masking X25519 key with which peers and it make their common masks
   * @param commitment digest of the self mask seed, so that a wrong one is noticed
   */
  public record Keys(Bytes encryption, Bytes masking, Bytes commitment) {}

  /** Returns what a site signs. */
  static byte[] statement(SumPlan plan, String site, Keys keys) {
    return SignedContext.of("advertise", plan)
        .text(site)
        .bytes(keys.encryption)
        .bytes(keys.masking)
        .bytes(keys.commitment)
        .digest();
  }

  /** Returns the commitment to a seed of a self mask. */
  static Bytes commitment(SumPlan plan, String site, byte[] seed) {
    return Bytes.wrap(SignedContext.of("commitment", plan).text(site).bytes(seed).digest());
  }

  /** Refuses a message of another sum, of a stranger, or that the site did not sign. */
  void check(SumPlan plan, Identities identities) {
    plan.context().check(context, "The advertisement of site " + site);
    identities.check(site, statement(plan, site, keys), signature);
  }
}
