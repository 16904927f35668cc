package io.coterie.secure;

import static java.util.Objects.requireNonNull;

import io.coterie.math.LongVector;
import io.coterie.math.Parallel;
import io.coterie.secure.SecureSumException.Reason;
import io.coterie.secure.SumMessage.Advertisement;
import io.coterie.secure.SumMessage.Consent;
import io.coterie.secure.SumMessage.Consents;
import io.coterie.secure.SumMessage.DeliveredShares;
import io.coterie.secure.SumMessage.EncryptedShares;
import io.coterie.secure.SumMessage.KeyRoster;
import io.coterie.secure.SumMessage.MaskedVector;
import io.coterie.secure.SumMessage.Reveal;
import io.coterie.secure.SumMessage.Survivors;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The coordinator's part of one secure sum: it collects the messages of a step, closes the step,
 * and tells the sites what came of it. A message that is refused changes nothing, so that one bad
 * site is left out and not the sum; a step that closes with fewer sites than the threshold ends it.
 *
 * <p>It holds no secret of its own, and sees vectors under masks alone until the last step, which
 * gives it the total.
 *
 * <p>Not thread-safe.
 */
public final class SecureSumCoordinator {
  private final SumPlan plan;
  private final Identities identities;

  private final TreeMap<String, Advertisement> advertisements = new TreeMap<>();
  private final TreeMap<String, EncryptedShares> shares = new TreeMap<>();
  private final TreeSet<String> survivors = new TreeSet<>();
  private final TreeMap<String, Consent> consents = new TreeMap<>();
  private final TreeMap<String, Reveal> reveals = new TreeMap<>();
  private final long[] maskedTotal;

  private SumStep step = SumStep.ADVERTISE;
  private CheckedRoster roster;

  public SecureSumCoordinator(SumPlan plan, Identities identities) {
    this.plan = requireNonNull(plan, "plan is null");
    this.identities = requireNonNull(identities, "identities is null");
    plan.checkFor(identities);
    this.maskedTotal = new long[plan.length()];
  }

  public SumStep step() {
    return step;
  }

  public void accept(Advertisement advertisement) {
    step.check(SumStep.ADVERTISE, "The coordinator");
    advertisement.check(plan, identities);
    requireFirst(advertisement.site(), advertisements.keySet());
    advertisements.put(advertisement.site(), advertisement);
  }

  /** Closes step 0 and returns who takes part. */
  public KeyRoster closeAdvertising() {
    KeyRoster proposed = new KeyRoster(plan.context(), List.copyOf(advertisements.values()));
    close(SumStep.ADVERTISE, advertisements.size(), "have advertised keys");
    roster = CheckedRoster.check(proposed, plan, identities);
    return proposed;
  }

  public void accept(EncryptedShares sealed) {
    step.check(SumStep.SHARE, "The coordinator");
    plan.context().check(sealed.context(), "A message with shares");
    requireAmong(sealed.site(), roster.sites());
    requireFirst(sealed.site(), shares.keySet());
    Set<String> peers = new TreeSet<>(roster.sites());
    peers.remove(sealed.site());
    if (!sealed.sealed().keySet().equals(peers)) {
      throw new SecureSumException(
          Reason.CONTRADICTION,
          "Site %s must send a share to each of its peers in the roster.".formatted(sealed.site()));
    }
    shares.put(sealed.site(), sealed);
  }

  /** Closes step 1 and returns, for each site that shared, what its peers have sealed for it. */
  public Map<String, DeliveredShares> closeSharing() {
    close(SumStep.SHARE, shares.size(), "have shared their secrets");
    Map<String, DeliveredShares> deliveries = new TreeMap<>();
    for (String to : shares.keySet()) {
      Map<String, Bytes> sealed = new TreeMap<>();
      for (EncryptedShares from : shares.values()) {
        if (!from.site().equals(to)) {
          sealed.put(from.site(), from.sealed().get(to));
        }
      }
      deliveries.put(to, new DeliveredShares(plan.context(), to, sealed));
    }
    return deliveries;
  }

  public void accept(MaskedVector masked) {
    step.check(SumStep.MASK, "The coordinator");
    plan.context().check(masked.context(), "A masked vector");
    requireAmong(masked.site(), shares.keySet());
    requireFirst(masked.site(), survivors);
    if (masked.vector().size() != plan.length()) {
      throw new SecureSumException(
          Reason.CONTRADICTION,
          "Site %s sent a vector of %d words, but the plan says %d."
              .formatted(masked.site(), masked.vector().size(), plan.length()));
    }
    for (int i = 0; i < maskedTotal.length; i++) {
      maskedTotal[i] += masked.vector().at(i);
    }
    survivors.add(masked.site());
  }

  /** Closes step 2 and returns who is counted. */
  public Survivors closeMasking() {
    close(SumStep.MASK, survivors.size(), "have sent their vectors");
    return new Survivors(plan.context(), survivors);
  }

  public void accept(Consent consent) {
    step.check(SumStep.CONSENT, "The coordinator");
    plan.context().check(consent.context(), "A consent");
    requireAmong(consent.site(), survivors);
    requireFirst(consent.site(), consents.keySet());
    SortedSet<String> shared = new TreeSet<>(shares.keySet());
    identities.check(
        consent.site(), roster.consentStatement(shared, survivors), consent.signature());
    consents.put(consent.site(), consent);
  }

  /** Closes step 3 and returns what shows each site that the others have signed the same list. */
  public Consents closeConsent() {
    close(SumStep.CONSENT, consents.size(), "have signed the list of survivors");
    return new Consents(plan.context(), List.copyOf(consents.values()));
  }

  public void accept(Reveal reveal) {
    step.check(SumStep.REVEAL, "The coordinator");
    plan.context().check(reveal.context(), "A message with revealed shares");
    requireAmong(reveal.site(), survivors);
    requireFirst(reveal.site(), reveals.keySet());
    Unmasking.check(reveal, survivors, lost());
    reveals.put(reveal.site(), reveal);
  }

  /**
   * Closes step 4 and returns the total of the survivors' vectors.
   *
   * @throws SecureSumException if the shares do not give the secrets that the sites committed to;
   *     it names the site that sent a wrong one where the others suffice to tell
   */
  public SecureTotal closeRevealing(Parallel parallel) {
    close(SumStep.REVEAL, reveals.size(), "have revealed their shares");
    Masks masks = new Unmasking(plan, roster, reveals).masks(survivors, lost(), parallel);
    masks.applyTo(maskedTotal, parallel);
    return new SecureTotal(survivors, LongVector.of(maskedTotal));
  }

  /** Returns U₂ \ U₃: whose masks are in the survivors' vectors, but not in its own. */
  private SortedSet<String> lost() {
    SortedSet<String> lost = new TreeSet<>(shares.keySet());
    lost.removeAll(survivors);
    return lost;
  }

  private void close(SumStep closing, int sites, String what) {
    step.check(closing, "The coordinator");
    step = SumStep.ENDED;
    plan.requireEnough(sites, what);
    step = closing.next();
  }

  private static void requireFirst(String site, Set<String> seen) {
    if (seen.contains(site)) {
      throw new SecureSumException(
          Reason.CONTRADICTION,
          "Site %s answered already; only its first answer is used.".formatted(site));
    }
  }

  private static void requireAmong(String site, Collection<String> expected) {
    if (!expected.contains(site)) {
      throw new SecureSumException(
          Reason.STRANGER,
          "Site %s has no part in this step; it was lost or never joined.".formatted(site));
    }
  }
}
