package io.coterie.secure;

import io.coterie.math.Parallel;
import io.coterie.secure.SecureSumException.Reason;
import io.coterie.secure.SumMessage.Advertisement;
import io.coterie.secure.SumMessage.Reveal;
import java.math.BigInteger;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * Puts revealed shares together to the masks that are left on the total: each survivor's own, and
 * those that survivors made with sites that were lost. Every secret is held against what its owner
 * published, so a total is never made of wrong ones.
 */
final class Unmasking {
  private final SumPlan plan;
  private final CheckedRoster roster;
  private final Reveal[] reveals;
  private final int[] points;
  private final BigInteger[] weights;

  Unmasking(SumPlan plan, CheckedRoster roster, SortedMap<String, Reveal> reveals) {
    this.plan = plan;
    this.roster = roster;
    this.reveals = reveals.values().toArray(Reveal[]::new);
    this.points = new int[this.reveals.length];
    for (int i = 0; i < points.length; i++) {
      points[i] = roster.index(this.reveals[i].site()) + 1;
    }
    this.weights = Shamir.weights(first(points, -1));
  }

  /** Refuses a message that does not hold one share of the right secret for each site. */
  static void check(Reveal reveal, SortedSet<String> survivors, SortedSet<String> lost) {
    if (!reveal.selfMasks().keySet().equals(survivors)
        || !reveal.maskingKeys().keySet().equals(lost)) {
      throw new SecureSumException(
          Reason.CONTRADICTION,
          "Site %s must reveal one share for each site that is counted or lost."
              .formatted(reveal.site()));
    }
    checkShares(reveal.site(), reveal.selfMasks());
    checkShares(reveal.site(), reveal.maskingKeys());
  }

  private static void checkShares(String site, Map<String, Bytes> shares) {
    shares.forEach(
        (owner, share) -> {
          if (!Shamir.isShare(share.array())) {
            throw new SecureSumException(
                Reason.WRONG_SHARE,
                "What site %s revealed of site %s is no share.".formatted(site, owner));
          }
        });
  }

  /** Returns what takes all masks off the total of the survivors' masked vectors. */
  Masks masks(SortedSet<String> survivors, SortedSet<String> lost, Parallel parallel) {
    Masks masks = new Masks();
    for (String site : survivors) {
      byte[] seed = selfSeed(site);
      masks.subtract(roster.selfKey(seed, site));
      Secrets.wipe(seed);
    }
    for (String site : lost) {
      byte[] maskingKey = maskingKey(site);
      String[] peers = survivors.toArray(String[]::new);
      byte[][] pairKeys = new byte[peers.length][];
      parallel.forEach(peers.length, i -> pairKeys[i] = roster.pairKey(maskingKey, site, peers[i]));
      for (int i = 0; i < peers.length; i++) {
        masks.subtractPair(pairKeys[i], roster.index(peers[i]), roster.index(site));
      }
      Secrets.wipe(maskingKey);
    }
    return masks;
  }

  private byte[] selfSeed(String owner) {
    Bytes commitment = roster.keys(owner).commitment();
    return secret(
        owner,
        reveal -> reveal.selfMasks().get(owner),
        seed -> Advertisement.commitment(plan, owner, seed).equals(commitment));
  }

  private byte[] maskingKey(String owner) {
    Bytes publicKey = roster.keys(owner).masking();
    return secret(
        owner,
        reveal -> reveal.maskingKeys().get(owner),
        key -> KeyExchange.publicKey(key).equals(publicKey));
  }

  private byte[] secret(String owner, Function<Reveal, Bytes> share, Predicate<byte[]> fits) {
    byte[][] shares = new byte[reveals.length][];
    for (int i = 0; i < shares.length; i++) {
      shares[i] = share.apply(reveals[i]).array();
    }
    byte[] secret = Shamir.combine(first(shares, -1), weights);
    if (fits.test(secret)) {
      return secret;
    }
    // One share more than needed tells a single wrong one: without it the rest fits.
    for (int i = 0; i < plan.threshold() && shares.length > plan.threshold(); i++) {
      byte[] without = Shamir.combine(first(shares, i), Shamir.weights(first(points, i)));
      if (fits.test(without)) {
        throw new SecureSumException(
            Reason.WRONG_SHARE,
            "Site %s revealed a wrong share of site %s; one of the two is at fault and must stay out of a retry."
                .formatted(reveals[i].site(), owner));
      }
    }
    throw new SecureSumException(
        Reason.WRONG_SHARE,
        "The shares of site %s do not give the secret it committed to: it dealt, or a peer revealed, wrong ones."
            .formatted(owner));
  }

  /** Returns the first t entries, passing over one of them. */
  private int[] first(int[] all, int skip) {
    int[] chosen = new int[plan.threshold()];
    for (int i = 0, next = 0; i < chosen.length; next++) {
      if (next != skip) {
        chosen[i++] = all[next];
      }
    }
    return chosen;
  }

  private byte[][] first(byte[][] all, int skip) {
    byte[][] chosen = new byte[plan.threshold()][];
    for (int i = 0, next = 0; i < chosen.length; next++) {
      if (next != skip) {
        chosen[i++] = all[next];
      }
    }
    return chosen;
  }
}
