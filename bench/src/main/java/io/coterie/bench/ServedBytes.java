package io.coterie.bench;

import io.coterie.federation.RunListener;
import io.coterie.math.Parallel;
import io.coterie.secure.Bytes;
import io.coterie.secure.Identities;
import io.coterie.secure.Identity;
import io.coterie.secure.SecureSumCoordinator;
import io.coterie.secure.SecureSumSite;
import io.coterie.secure.SumContext;
import io.coterie.secure.SumMessage.Advertisement;
import io.coterie.secure.SumMessage.Consent;
import io.coterie.secure.SumMessage.DeliveredShares;
import io.coterie.secure.SumMessage.EncryptedShares;
import io.coterie.secure.SumMessage.KeyRoster;
import io.coterie.secure.SumMessage.MaskedVector;
import io.coterie.secure.SumMessage.Reveal;
import io.coterie.secure.SumMessage.Survivors;
import io.coterie.secure.SumPlan;
import io.coterie.wire.SecureCodec;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Counts the bytes that would leave all sites of a served study, as encoded. A simulation adds up
 * sums without masks; here such a round counts with the messages of all five steps of a secure sum.
 *
 * <p>Joining, signs of life, what transport adds and rounds that are tried again are not counted.
 *
 * <p>Not thread-safe.
 */
final class ServedBytes implements RunListener {
  /** As long as the digest that names the sums of a study. */
  private static final String STUDY = "0".repeat(64);

  private final Set<String> sites;
  private int masked;
  private long bytes;

  ServedBytes(List<String> sites) {
    this.sites = new TreeSet<>(sites);
  }

  long bytes() {
    return bytes;
  }

  @Override
  public void on(RunEvent event) {
    if (event instanceof RunEvent.Masked sums) {
      masked = sums.round();
      SumContext context = new SumContext(STUDY, sums.round(), 1);
      Sample sample = Sample.of(new SumPlan(context, 2, 2, sums.isSealed()));
      long[] words = new long[Math.toIntExact(sums.words())];
      sites.forEach(site -> bytes += sample.bytes(site, sites, words));
    } else if (event instanceof RunEvent.MessageSent sent
        && sent.direction() == RunEvent.Direction.FROM_SITE
        && sent.round() != masked) {
      bytes += sent.message().bytes();
    }
  }

  /**
   * What a site says in a sum of two: keys, signatures and shares are as long in any sum.
   *
   * @param shares sealed for the other
   * @param share that is revealed
   */
  private record Sample(Advertisement keys, Bytes shares, Consent consent, Bytes share) {
    static Sample of(SumPlan plan) {
      Identity first = Identity.generate("a");
      Identity second = Identity.generate("b");
      Identities both = Identities.of(Map.of("a", first.publicKey(), "b", second.publicKey()));
      SecureSumCoordinator coordinator = new SecureSumCoordinator(plan, both);
      try (SecureSumSite a = new SecureSumSite(plan, first, both);
          SecureSumSite b = new SecureSumSite(plan, second, both)) {
        Advertisement keys = a.advertise();
        coordinator.accept(keys);
        coordinator.accept(b.advertise());
        KeyRoster roster = coordinator.closeAdvertising();
        EncryptedShares shares = a.share(roster);
        coordinator.accept(shares);
        coordinator.accept(b.share(roster));
        Map<String, DeliveredShares> delivered = coordinator.closeSharing();
        Parallel here = Parallel.sequential();
        coordinator.accept(a.mask(delivered.get("a"), new long[plan.length()], here));
        coordinator.accept(b.mask(delivered.get("b"), new long[plan.length()], here));
        Survivors survivors = coordinator.closeMasking();
        Consent consent = a.consent(survivors);
        coordinator.accept(consent);
        coordinator.accept(b.consent(survivors));
        Reveal reveal = a.reveal(coordinator.closeConsent());
        return new Sample(keys, shares.sealed().get("b"), consent, reveal.selfMasks().get("b"));
      }
    }

    /** Returns the bytes of a site's five messages. */
    int bytes(String site, Set<String> sites, long[] words) {
      SumContext context = keys.context();
      Map<String, Bytes> forOthers = new TreeMap<>();
      Map<String, Bytes> revealed = new TreeMap<>();
      for (String peer : sites) {
        forOthers.put(peer, shares);
        revealed.put(peer, share);
      }
      forOthers.remove(site);
      return SecureCodec.encode(new Advertisement(context, site, keys.keys(), keys.signature()))
              .length
          + SecureCodec.encode(new EncryptedShares(context, site, forOthers)).length
          + SecureCodec.encode(MaskedVector.of(context, site, words)).length
          + SecureCodec.encode(new Consent(context, site, consent.signature())).length
          + SecureCodec.encode(new Reveal(context, site, revealed, Map.of())).length;
    }
  }
}
