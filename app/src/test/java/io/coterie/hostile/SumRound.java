package io.coterie.hostile;

import io.coterie.hostile.HostileCoordinator.Ask;
import io.coterie.math.Parallel;
import io.coterie.message.Payload;
import io.coterie.secure.Identities;
import io.coterie.secure.SecureSumCoordinator;
import io.coterie.secure.SecureSumException;
import io.coterie.secure.SecureSumSite;
import io.coterie.secure.SumContext;
import io.coterie.secure.SumMessage.Advertisement;
import io.coterie.secure.SumMessage.Consents;
import io.coterie.secure.SumMessage.DeliveredShares;
import io.coterie.secure.SumMessage.KeyRoster;
import io.coterie.secure.SumMessage.Survivors;
import io.coterie.secure.SumPlan;
import io.coterie.study.Study;
import io.coterie.study.SumTerms;
import io.coterie.trust.SiteCredentials;
import io.coterie.wire.AskedSoFar;
import io.coterie.wire.PayloadCodec;
import io.coterie.wire.SecureCodec;
import io.coterie.wire.Slot;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/**
 * One attempt at a masked sum that a script asks of a real site. The other sites are honest and
 * played here, each with the words that it would send; what they hold is not the attacker's.
 *
 * <p>Not thread-safe; the script's coordinator calls one step at a time.
 */
final class SumRound {
  /**
   * An honest site beside the victim.
   *
   * @param own its credentials
   * @param words that it puts under its masks; as many as the victim has
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Other(SiteCredentials own, long[] words) {}

  private final Study study;
  private final Identities identities;
  private final Slot first;
  private final Supplier<byte[]> question;
  private final Map<String, Other> others;
  private final Map<String, SecureSumSite> members = new TreeMap<>();
  private final Map<Slot.Step, UnaryOperator<byte[]>> forgeries = new EnumMap<>(Slot.Step.class);
  private List<Supplier<byte[]>> earlier = List.of();
  private Optional<List<byte[]>> othersHeard = Optional.empty();
  private SecureSumCoordinator coordinator;
  private KeyRoster roster;
  private Map<String, DeliveredShares> delivered;
  private Survivors survivors;
  private Consents consents;
  private Optional<long[]> total = Optional.empty();
  private boolean isSealed;
  private boolean left;

  /**
   * Prepares.
   *
   * @param others the sites that are in this attempt beside the victim
   */
  SumRound(
      Study study,
      Identities identities,
      Slot slot,
      Supplier<byte[]> question,
      Map<String, Other> others) {
    this.study = study;
    this.identities = identities;
    this.first = slot.at(Slot.Step.ADVERTISE);
    this.question = question;
    this.others = new TreeMap<>(others);
  }

  /** States that the sites hide the total from the coordinator. */
  SumRound sealed() {
    isSealed = true;
    return this;
  }

  /** States the questions of earlier rounds, which all sites have heard. */
  SumRound after(List<Supplier<byte[]>> questions) {
    earlier = questions;
    return this;
  }

  /** Asks the others something else than the victim, in this round or in one before. */
  SumRound askingOthers(Payload... questions) {
    othersHeard = Optional.of(Arrays.stream(questions).map(PayloadCodec::encode).toList());
    return this;
  }

  /** Changes what the victim is given at a step. */
  SumRound forging(Slot.Step step, UnaryOperator<byte[]> change) {
    forgeries.put(step, change);
    return this;
  }

  /** Returns the total, if the victim went along to the end. */
  Optional<long[]> total() {
    return total;
  }

  /** Returns whether the victim answered nothing at some step, or nothing that others accept. */
  boolean wasLeft() {
    return left;
  }

  List<Ask> asks() {
    List<Ask> asks = new ArrayList<>();
    asks.add(ask(Slot.Step.ADVERTISE, () -> new byte[0], this::advertised));
    asks.add(ask(Slot.Step.SHARE, () -> SecureCodec.encode(roster), this::shared));
    asks.add(
        ask(Slot.Step.MASK, () -> SecureCodec.encode(delivered.get(Victim.NAME)), this::masked));
    asks.add(ask(Slot.Step.CONSENT, () -> SecureCodec.encode(survivors), this::consented));
    asks.add(ask(Slot.Step.REVEAL, () -> SecureCodec.encode(consents), this::revealed));
    return asks;
  }

  /** After the victim has left, steps are still asked, with nothing in them. */
  private Ask ask(Slot.Step step, Supplier<byte[]> material, Consumer<byte[]> heard) {
    return new Ask(
        first.at(step),
        question,
        () ->
            left ? new byte[0] : forgeries.getOrDefault(step, bytes -> bytes).apply(material.get()),
        bytes -> {
          left |= bytes.length == 0;
          try {
            if (!left) {
              heard.accept(bytes);
            }
          } catch (SecureSumException e) {
            left = true; // an honest site would go no further
          }
        });
  }

  private void advertised(byte[] bytes) {
    List<byte[]> heard = new ArrayList<>();
    earlier.forEach(each -> heard.add(each.get()));
    heard.add(question.get());
    SumPlan plan = plan(heard);
    SumPlan theirs = othersHeard.map(this::plan).orElse(plan);
    others.forEach(
        (name, other) ->
            members.put(name, new SecureSumSite(theirs, other.own().identity(), identities)));
    coordinator = new SecureSumCoordinator(plan, identities);
    Advertisement own = SecureCodec.advertisement(bytes);
    coordinator.accept(own);
    if (theirs.equals(plan)) {
      members.values().forEach(site -> coordinator.accept(site.advertise()));
      roster = coordinator.closeAdvertising();
    } else {
      List<Advertisement> all = new ArrayList<>(List.of(own));
      members.values().forEach(site -> all.add(relabelled(site.advertise(), plan.context())));
      roster = new KeyRoster(plan.context(), all);
    }
  }

  private static Advertisement relabelled(Advertisement theirs, SumContext context) {
    return new Advertisement(context, theirs.site(), theirs.keys(), theirs.signature());
  }

  private SumPlan plan(List<byte[]> questions) {
    AskedSoFar all = new AskedSoFar(study.hash());
    questions.forEach(all::add);
    return new SumPlan(
        new SumContext(all.digest(), first.round(), first.attempt()),
        others.values().iterator().next().words().length,
        SumTerms.of(study).threshold(),
        isSealed);
  }

  private void shared(byte[] bytes) {
    coordinator.accept(SecureCodec.encryptedShares(bytes));
    members.values().forEach(site -> coordinator.accept(site.share(roster)));
    delivered = coordinator.closeSharing();
  }

  private void masked(byte[] bytes) {
    coordinator.accept(SecureCodec.maskedVector(bytes));
    members.forEach(
        (name, site) ->
            coordinator.accept(
                site.mask(delivered.get(name), others.get(name).words(), Parallel.sequential())));
    survivors = coordinator.closeMasking();
  }

  private void consented(byte[] bytes) {
    coordinator.accept(SecureCodec.consent(bytes));
    members.values().forEach(site -> coordinator.accept(site.consent(survivors)));
    consents = coordinator.closeConsent();
  }

  private void revealed(byte[] bytes) {
    coordinator.accept(SecureCodec.reveal(bytes));
    members.values().forEach(site -> coordinator.accept(site.reveal(consents)));
    total = Optional.of(coordinator.closeRevealing(Parallel.sequential()).words());
  }
}
