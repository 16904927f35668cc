package io.coterie.secure;

import io.coterie.secure.SecureSumException.Reason;
import io.coterie.secure.SumMessage.Advertisement;
import io.coterie.secure.SumMessage.KeyRoster;
import java.security.InvalidKeyException;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;

/**
 * A roster that holds: enough sites, all of them agreed on, each with keys that it signed for this
 * very sum and that nobody else has. Keys derived here are bound to the whole roster, so that sites
 * that were told different rosters cannot open each other's shares.
 *
 * <p>Immutable and thread-safe.
 */
final class CheckedRoster {
  private final SumPlan plan;
  private final TreeMap<String, Advertisement.Keys> keys = new TreeMap<>();
  private final List<String> sites;
  private final byte[] digest;

  private CheckedRoster(SumPlan plan, KeyRoster roster) {
    this.plan = plan;
    SignedContext statement = SignedContext.of("roster", plan);
    for (Advertisement advertisement : roster.advertisements()) {
      Advertisement.Keys own = advertisement.keys();
      keys.put(advertisement.site(), own);
      statement.text(advertisement.site()).bytes(own.encryption());
      statement.bytes(own.masking()).bytes(own.commitment());
    }
    this.sites = List.copyOf(keys.keySet());
    this.digest = statement.digest();
  }

  static CheckedRoster check(KeyRoster roster, SumPlan plan, Identities identities) {
    plan.context().check(roster.context(), "The roster");
    plan.requireEnough(roster.advertisements().size(), "are in the roster");
    Set<Bytes> seen = new HashSet<>();
    String previous = null;
    for (Advertisement advertisement : roster.advertisements()) {
      advertisement.check(plan, identities);
      String site = advertisement.site();
      if (previous != null && previous.compareTo(site) >= 0) {
        throw new SecureSumException(
            Reason.CONTRADICTION,
            "The roster names site %s after site %s; each site comes once, in order of names."
                .formatted(site, previous));
      }
      if (!seen.add(advertisement.keys().encryption())
          || !seen.add(advertisement.keys().masking())) {
        throw new SecureSumException(
            Reason.CONTRADICTION,
            "Site %s advertises a key that the roster holds already; each key must be its own."
                .formatted(site));
      }
      previous = site;
    }
    return new CheckedRoster(plan, roster);
  }

  List<String> sites() {
    return sites;
  }

  Advertisement.Keys keys(String site) {
    return keys.get(site);
  }

  /** Returns the place of a site in the roster, from 0; its shares are at this point plus 1. */
  int index(String site) {
    return Collections.binarySearch(sites, site);
  }

  /** Returns what the shares of one site for another are sealed with besides a key. */
  byte[] shareStatement(String from, String to) {
    return SignedContext.of("share", plan).bytes(digest).text(from).text(to).digest();
  }

  /** Returns what the keys for shares between a site and its peer, both ways, are made of. */
  byte[] shareSecret(byte[] encryptionKey, String peer) {
    return agree(encryptionKey, keys(peer).encryption(), peer);
  }

  /** Returns the key of the mask that two sites share; both come to the same. */
  byte[] pairKey(byte[] maskingKey, String owner, String peer) {
    boolean first = owner.compareTo(peer) < 0;
    byte[] info =
        SignedContext.of("pair mask", plan)
            .bytes(digest)
            .text(first ? owner : peer)
            .text(first ? peer : owner)
            .digest();
    byte[] secret = agree(maskingKey, keys(peer).masking(), peer);
    byte[] key = Hkdf.key(secret, info);
    Secrets.wipe(secret);
    return key;
  }

  /** Returns the key of the mask that a site puts on its vector alone. */
  byte[] selfKey(byte[] seed, String site) {
    return Hkdf.key(seed, SignedContext.of("self mask", plan).bytes(digest).text(site).digest());
  }

  /** Returns what a site signs when it agrees to those who are counted. */
  byte[] consentStatement(SortedSet<String> shared, SortedSet<String> survivors) {
    return SignedContext.of("consent", plan).bytes(digest).texts(shared).texts(survivors).digest();
  }

  private static byte[] agree(byte[] privateKey, Bytes publicKey, String peer) {
    try {
      return KeyExchange.agree(privateKey, publicKey);
    } catch (InvalidKeyException e) {
      throw new SecureSumException(
          Reason.CONTRADICTION,
          "Site %s advertises a key that is no X25519 public key; leave the site out."
              .formatted(peer));
    }
  }
}
