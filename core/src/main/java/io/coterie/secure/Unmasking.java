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
import java.util.stream.IntStream;

/**
 * Puts revealed shares together to the masks that are left on the total: each survivor's own, and
 * those that survivors made with sites that were lost. Every secret is held against what its owner
 * published, so a total is never made of wrong ones.
 */
final class Unmasking {
  private static final int NOBODY = -1;

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
    this.weights = weights(NOBODY);
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
    byte[] secret = combined(shares, NOBODY, weights);
    if (fits.test(secret)) {
      return secret;
    }
    // One share more than needed tells a single wrong one: without it the rest fits.
    for (int i = 0; i < plan.threshold() && shares.length > plan.threshold(); i++) {
      byte[] without = combined(shares, i, weights(i));
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

  /** Returns which t reveals are put together: the first ones, passing over one of them. */
  private int[] chosen(int skip) {
    return IntStream.range(0, reveals.length)
        .filter(i -> i != skip)
        .limit(plan.threshold())
        .toArray();
  }

  private BigInteger[] weights(int skip) {
    return Shamir.weights(IntStream.of(chosen(skip)).map(i -> points[i]).toArray());
  }

  private byte[] combined(byte[][] shares, int skip, BigInteger[] weights) {
    return Shamir.combine(
        IntStream.of(chosen(skip)).mapToObj(i -> shares[i]).toArray(byte[][]::new), weights);
  }
}
