package io.coterie.coordinator;

import io.coterie.coordinator.operator.StudyStatus.State;
import io.coterie.study.Study;
import io.coterie.study.SumTerms;
import io.coterie.wire.Slot;
import io.coterie.wire.v1.FederationProto.Receipt;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * The step that is open, if one is: who has spoken in it, who is still to be heard, and when it is
 * complete.
 *
 * <p>Not thread-safe; see {@link StudySession}.
 */
final class OpenRound {
  static final Receipt DUPLICATE = receipt(Receipt.Verdict.DUPLICATE, "");
  static final Receipt LATE =
      receipt(Receipt.Verdict.LATE, "The study has gone on; this is not asked any more.");

  private final Study study;
  private final SiteRegistry sites;
  private final Set<String> answered = new TreeSet<>();

  /** Sites that cannot go on with the secure sum that is open: they started again, or left it. */
  private final Set<String> lost = new TreeSet<>();

  private Exchange exchange;
  private int number;

  OpenRound(Study study, SiteRegistry sites) {
    this.study = study;
    this.sites = sites;
  }

  /** Returns the receipt of a message; the reason is why it is not used. */
  static Receipt receipt(Receipt.Verdict verdict, String reason) {
    return Receipt.newBuilder().setVerdict(verdict).setReason(reason).build();
  }

  // ---- its course

  /** Begins a new exchange; sites that started again can take part in it. */
  void begin(Exchange next) {
    lost.clear();
    number = next.slot().round();
  }

  void open(Exchange next) {
    answered.clear();
    exchange = next;
  }

  void close() {
    exchange = null;
  }

  /** Takes a message in; a site that says nothing to a secure sum leaves it. */
  void take(Exchange to, String site, boolean isEmpty, Runnable taking) {
    if (isEmpty && to.canBeLeft()) {
      lost.add(site);
    } else {
      taking.run();
      answered.add(site);
    }
  }

  /** Lets a site go that started again, where it cannot know any more what it was asked or said. */
  void restarted(String site) {
    if (exchange != null && (exchange.needsPresence() || answered.contains(site))) {
      lost.add(site);
    }
  }

  /** Lets a site go if this is the step and it may be left; returns whether it was so. */
  boolean leave(String site, Slot slot) {
    boolean isLeft = at(slot).filter(Exchange::canBeLeft).isPresent();
    if (isLeft) {
      lost.add(site);
    }
    return isLeft;
  }

  // ---- what is to be known of it

  /** Returns the number of the last round that was begun; 0 before the first. */
  int number() {
    return number;
  }

  Optional<Slot> slot() {
    return Optional.ofNullable(exchange).map(Exchange::slot);
  }

  /** Returns the exchange that is open, if a step is its current one. */
  Optional<Exchange> at(Slot slot) {
    return Optional.ofNullable(exchange).filter(open -> open.slot().equals(slot));
  }

  /** Returns what there is to say to a message without reading it, if there is. */
  Optional<Receipt> settled(Exchange to, Slot slot, String site) {
    if (at(slot).filter(open -> open == to).isEmpty()) {
      return Optional.of(LATE);
    }
    return answered.contains(site) ? Optional.of(DUPLICATE) : Optional.empty();
  }

  /** Returns whose messages there are, in the study's order. */
  List<String> answered() {
    return sites.where(answered::contains);
  }

  /** Returns the sites that have joined and a part in this step, and have said nothing to it. */
  List<String> missing() {
    return sites.where(this::isMissing);
  }

  boolean asks(String site) {
    return isMissing(site) && !lost.contains(site);
  }

  private boolean isMissing(String site) {
    return exchange != null
        && sites.state(site) == State.JOINED
        && exchange.admits(site)
        && !answered.contains(site);
  }

  /** Returns whether nobody is waited for any more. */
  boolean isComplete() {
    List<String> awaited = new ArrayList<>(missing());
    awaited.removeIf(
        site -> lost.contains(site) || (exchange.needsPresence() && sites.isSilent(site)));
    return awaited.isEmpty()
        && (!answered.isEmpty() || exchange.canBeLeft())
        && (isEnough() || sites.in(State.ABSENT).isEmpty());
  }

  /**
   * Returns whether a round can go on with those it has, or sites that are away are worth a wait.
   */
  private boolean isEnough() {
    return switch (exchange.slot().step()) {
      case ANSWER -> answered.size() >= study.participation().quorum();
      case ADVERTISE -> answered.size() >= SumTerms.of(study).threshold();
      default -> true;
    };
  }
}
