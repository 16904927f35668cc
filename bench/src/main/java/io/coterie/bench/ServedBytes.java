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
import io.coterie.secure.SumMessage.Consents;
import io.coterie.secure.SumMessage.DeliveredShares;
import io.coterie.secure.SumMessage.EncryptedShares;
import io.coterie.secure.SumMessage.KeyRoster;
import io.coterie.secure.SumMessage.MaskedVector;
import io.coterie.secure.SumMessage.Survivors;
import io.coterie.secure.SumPlan;
import io.coterie.wire.SecureCodec;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Counts the bytes that would leave all sites of a served study, as encoded. A simulation adds up
 * sums without masks; here such a round counts with all five steps of a secure sum, whose sizes are
 * those of a sum that is really made among as many sites.
 *
 * <p>Joining, signs of life, what transport adds and rounds that are tried again are not counted.
 *
 * <p>Not thread-safe.
 */
final class ServedBytes implements RunListener {
  /** As long as the digest that names the sums of a study. */
  private static final String STUDY = "0".repeat(64);

  /** The first round whose number takes two bytes. */
  private static final int TWO_BYTES = 1 << 7;

  private final Map<String, Identity> sites = new TreeMap<>();
  private final Map<SumPlan, Long> steps = new HashMap<>();
  private int masked;
  private long bytes;

  ServedBytes(List<String> names) {
    names.forEach(name -> sites.put(name, Identity.generate(name)));
  }

  long bytes() {
    return bytes;
  }

  @Override
  public void on(RunEvent event) {
    if (event instanceof RunEvent.Masked sums) {
      masked = sums.round();
      bytes += ofSum(sums);
    } else if (event instanceof RunEvent.MessageSent sent
        && sent.direction() == RunEvent.Direction.FROM_SITE
        && sent.round() != masked) {
      bytes += sent.message().bytes();
    }
  }

  private long ofSum(RunEvent.Masked sums) {
    SumContext context = new SumContext(STUDY, Math.min(sums.round(), TWO_BYTES), 1);
    SumPlan plan = new SumPlan(context, 2, sites.size(), sums.isSealed());
    long vectors = 0;
    for (String site : sites.keySet()) {
      long[] words = new long[Math.toIntExact(sums.words())];
      vectors += SecureCodec.encode(MaskedVector.of(context, site, words)).length;
    }
    return vectors + steps.computeIfAbsent(plan, this::ofSteps);
  }

  /** Returns the bytes from all sites in a sum, but those of the vectors. */
  private long ofSteps(SumPlan plan) {
    Map<String, Bytes> keys = new TreeMap<>();
    sites.forEach((name, identity) -> keys.put(name, identity.publicKey()));
    Identities identities = Identities.of(keys);
    SecureSumCoordinator coordinator = new SecureSumCoordinator(plan, identities);
    List<SecureSumSite> members =
        sites.values().stream().map(own -> new SecureSumSite(plan, own, identities)).toList();
    long sent = 0;
    for (SecureSumSite site : members) {
      Advertisement message = site.advertise();
      coordinator.accept(message);
      sent += SecureCodec.encode(message).length;
    }
    KeyRoster roster = coordinator.closeAdvertising();
    for (SecureSumSite site : members) {
      EncryptedShares message = site.share(roster);
      coordinator.accept(message);
      sent += SecureCodec.encode(message).length;
    }
    Map<String, DeliveredShares> shares = coordinator.closeSharing();
    for (SecureSumSite site : members) {
      coordinator.accept(
          site.mask(shares.get(site.name()), new long[plan.length()], Parallel.sequential()));
    }
    Survivors survivors = coordinator.closeMasking();
    for (SecureSumSite site : members) {
      Consent message = site.consent(survivors);
      coordinator.accept(message);
      sent += SecureCodec.encode(message).length;
    }
    Consents consents = coordinator.closeConsent();
    for (SecureSumSite site : members) {
      sent += SecureCodec.encode(site.reveal(consents)).length;
      site.close();
    }
    return sent;
  }
}
