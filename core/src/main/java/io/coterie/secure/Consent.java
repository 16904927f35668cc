package io.coterie.secure;

/**
 * A site's signature under the list of those who are counted. A site signs one list per sum.
 *
 * @param context the sum
 * @param site who signs
 * @param signature Ed25519 over plan, roster, those who shared and those who are counted
 */
public record Consent(SumContext context, String site, Bytes signature) {}
