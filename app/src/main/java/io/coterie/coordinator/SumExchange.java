package io.coterie.coordinator;

import io.coterie.math.Parallel;
import io.coterie.message.SiteMessage;
import io.coterie.secure.Identities;
import io.coterie.secure.SecureSumCoordinator;
import io.coterie.secure.SumMessage.Advertisement;
import io.coterie.secure.SumMessage.Consent;
import io.coterie.secure.SumMessage.DeliveredShares;
import io.coterie.secure.SumMessage.EncryptedShares;
import io.coterie.secure.SumMessage.MaskedVector;
import io.coterie.secure.SumMessage.Reveal;
import io.coterie.secure.SumPlan;
import io.coterie.wire.PayloadCodec;
import io.coterie.wire.SecureCodec;
import io.coterie.wire.Slot;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Function;

/** One question whose answers are added up under masks, in five steps; see {@code secure}. */
final class SumExchange implements Exchange {
  /** Keys, signatures and sealed shares for or from one other site, and its name. */
  private static final long PER_SITE = 4 << 10;

  private final SecureSumCoordinator sum;
  private final Function<long[], SiteMessage> total;
  private final Parallel parallel;
  private final int words;
  private final int sites;
  private Slot slot;
  private Function<String, byte[]> material;
  private Set<String> members;

  /**
   * Prepares one attempt.
   *
   * @param question goes out with the first step
   * @param total turns the sum's words into the one message that the coordinator sees
   */
  SumExchange(
      SumPlan plan,
      Identities identities,
      byte[] question,
      Function<long[], SiteMessage> total,
      Parallel parallel) {
    this.sum = new SecureSumCoordinator(plan, identities);
    this.total = total;
    this.parallel = parallel;
    this.words = plan.length();
    this.sites = identities.size();
    this.slot = new Slot(plan.context().round(), plan.context().attempt(), Slot.Step.ADVERTISE);
    this.material = site -> question;
  }

  @Override
  public Slot slot() {
    return slot;
  }

  @Override
  public boolean admits(String site) {
    return members == null || members.contains(site);
  }

  @Override
  public byte[] material(String site) {
    return material.apply(site);
  }

  /** The secrets of a sum are in the memory of the site's process alone. */
  @Override
  public boolean needsPresence() {
    return slot.step() != Slot.Step.ADVERTISE;
  }

  @Override
  public boolean canBeLeft() {
    return true;
  }

  @Override
  public long mostBytes() {
    return slot.step() == Slot.Step.MASK
        ? Math.min(AROUND + (long) Long.BYTES * words, PayloadCodec.MOST_BYTES)
        : AROUND + PER_SITE * sites;
  }

  @Override
  public Runnable read(Slot at, String site, byte[] message) {
    return switch (at.step()) {
      case ADVERTISE ->
          from(site, SecureCodec.advertisement(message), Advertisement::site, sum::accept);
      case SHARE ->
          from(site, SecureCodec.encryptedShares(message), EncryptedShares::site, sum::accept);
      case MASK -> from(site, SecureCodec.maskedVector(message), MaskedVector::site, sum::accept);
      case CONSENT -> from(site, SecureCodec.consent(message), Consent::site, sum::accept);
      case REVEAL -> from(site, SecureCodec.reveal(message), Reveal::site, sum::accept);
      default -> throw new IllegalStateException("A sum has no step " + at.step());
    };
  }

  /** Returns what takes a message in, which must be of the site that sent it. */
  private static <T> Runnable from(
      String site, T message, Function<T, String> sender, Consumer<T> taking) {
    if (!site.equals(sender.apply(message))) {
      throw new IllegalArgumentException("it speaks for another site");
    }
    return () -> taking.accept(message);
  }

  @Override
  public Optional<List<SiteMessage>> close(List<String> answered) {
    switch (slot.step()) {
      case ADVERTISE -> next(Slot.Step.SHARE, answered, SecureCodec.encode(sum.closeAdvertising()));
      case SHARE -> {
        Map<String, DeliveredShares> deliveries = sum.closeSharing();
        next(Slot.Step.MASK, answered, new byte[0]);
        material = site -> SecureCodec.encode(deliveries.get(site));
      }
      case MASK -> next(Slot.Step.CONSENT, answered, SecureCodec.encode(sum.closeMasking()));
      case CONSENT -> next(Slot.Step.REVEAL, answered, SecureCodec.encode(sum.closeConsent()));
      case REVEAL -> {
        return Optional.of(List.of(total.apply(sum.closeRevealing(parallel).words())));
      }
      default -> throw new IllegalStateException("A sum has no step " + slot.step());
    }
    return Optional.empty();
  }

  private void next(Slot.Step step, List<String> answered, byte[] forAll) {
    slot = slot.at(step);
    members = new TreeSet<>(answered);
    material = site -> forAll;
  }
}
