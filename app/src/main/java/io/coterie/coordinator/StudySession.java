package io.coterie.coordinator;

import io.coterie.CoterieException;
import io.coterie.EnumText;
import io.coterie.ErrorCode;
import io.coterie.coordinator.Exchange.BadMessageException;
import io.coterie.coordinator.operator.StudyHistory;
import io.coterie.coordinator.operator.StudyStatus;
import io.coterie.coordinator.operator.StudyStatus.State;
import io.coterie.store.journal.EventKind;
import io.coterie.store.journal.Journal;
import io.coterie.store.journal.Journal.Acceptance;
import io.coterie.store.journal.Journal.Incoming;
import io.coterie.study.Study;
import io.coterie.wire.Slot;
import io.coterie.wire.v1.FederationProto.Ended;
import io.coterie.wire.v1.FederationProto.Notice;
import io.coterie.wire.v1.FederationProto.Receipt;
import io.coterie.wire.v1.FederationProto.Receipt.Verdict;
import io.coterie.wire.v1.FederationProto.Task;
import io.coterie.wire.v1.FederationProto.Waiting;
import io.grpc.Status;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A study under way: sites call on the network's threads, the execution waits for them on a thread
 * of its own, operators look from a third.
 *
 * <p>Thread-safe. The session itself is the only lock:
 *
 * <ul>
 *   <li>{@link SiteRegistry}, {@link OpenRound} and {@link PhaseDeadline} are used only while it is
 *       held and take no lock themselves.
 *   <li>Messages are decoded without it, so whether their step is still open is checked again
 *       before they are taken in.
 *   <li>Journal entries on sites and steps are written while it is held: the order in the journal
 *       is the order in which things happened.
 *   <li>The execution gives it up while it waits. Every change that it may wait for notifies it.
 *   <li>{@link StudyLog} and {@link StudyHistory} are thread-safe by themselves and never call
 *       back.
 * </ul>
 */
public final class StudySession {
  private static final Logger LOG = LoggerFactory.getLogger(StudySession.class);

  /** The operator does not read more often what the study waits for. */
  private static final long NOTE_NANOS = TimeUnit.SECONDS.toNanos(5);

  /** How many messages are decoded at a time; each takes a few times its size in memory. */
  private static final int DECODERS = 2;

  private static final Receipt ACCEPTED = OpenRound.receipt(Verdict.ACCEPTED, "");
  private static final Receipt DAMAGED =
      OpenRound.receipt(Verdict.UNKNOWN, "The message was damaged on its way; it is sent again.");

  private final Study study;
  private final String hash;
  private final StudyLog log;
  private final LongSupplier clock;
  private final Consumer<String> notes;
  private final SiteRegistry sites;
  private final OpenRound round;
  private final PhaseDeadline deadline;
  private final StudyHistory history;
  private final Semaphore decoders = new Semaphore(DECODERS, true);
  private final Map<String, Long> counts = new TreeMap<>();
  private final Map<String, Watcher> watchers = new HashMap<>();
  private String notedTrouble = "";
  private String notedWait = "";
  private long waitNotedAt;

  /** Gets the notices to one site. */
  public interface Watcher {
    void tell(Notice notice);

    /** Ends the stream, so that the site calls again. */
    void dismiss();
  }

  /**
   * Opens a study, with its sites where the journal has them.
   *
   * @param clock gives the nanoseconds since some moment
   * @param notes gets what the operator should know
   */
  StudySession(Study study, StudyLog log, LongSupplier clock, Consumer<String> notes) {
    this.study = study;
    this.hash = study.hash();
    this.log = log;
    this.clock = clock;
    this.notes = notes;
    this.sites = new SiteRegistry(study.participation(), clock);
    this.round = new OpenRound(study, sites);
    this.deadline = new PhaseDeadline(this, clock, sites);
    this.history = new StudyHistory(study.plan().privacy().smallestGroup());
    log.restore(sites);
    List.of("accepted", "duplicate", "late", "refused", "damaged")
        .forEach(word -> counts.put(word, 0L));
  }

  public Study study() {
    return study;
  }

  // ---- calls of sites: coming and going

  public synchronized void join(String site, String incarnation) {
    State state = sites.state(site);
    if (state == State.REFUSED) {
      throw new CoterieException(
          ErrorCode.NETWORK,
          "Site %s was put out of this study: %s".formatted(site, sites.reason(site)));
    }
    if (!sites.isIncarnation(site, incarnation) || state != State.JOINED) {
      log.joined(site, incarnation);
      notes.accept("site %s %s".formatted(site, state == State.EXPECTED ? "joined" : "is back"));
    }
    if (sites.join(site, incarnation)) {
      round.restarted(site);
    }
    sites.beat(site, "");
    notifyAll();
  }

  public synchronized void decline(String site, String reason) {
    if (sites.state(site) != State.DECLINED) {
      log.site(EventKind.DECLINED, site, reason);
      notes.accept("site %s declined: %s".formatted(site, reason));
      sites.leave(site, State.DECLINED, reason);
      notifyAll();
    }
  }

  /** Takes note of what keeps a site from joining; it may come yet. */
  public synchronized void falter(String site, String trouble) {
    if (sites.falter(site, trouble)) {
      log.site(EventKind.FALTERED, site, trouble);
      notes.accept("site %s tried to join and could not: %s".formatted(site, trouble));
    }
    if (sites.state(site) == State.EXPECTED) {
      sites.beat(site, ""); // a second process is no sign of life of one that has joined
    }
  }

  /** Takes note of what does not fit at a site, whose owner lets the coordinator know. */
  public synchronized void share(String site, String misfits) {
    State state = sites.state(site);
    boolean takesPart = state == State.JOINED || state == State.ABSENT;
    if (!takesPart || misfits.equals(log.shared().get(site))) {
      return;
    }
    log.site(EventKind.SHARED, site, misfits);
    notes.accept("site %s does not fit: %s".formatted(site, misfits));
  }

  /** Takes a sign of life; returns whether this process of the site has joined. */
  public synchronized boolean beat(String site, String incarnation, String doing) {
    if (!sites.isIncarnation(site, incarnation)) {
      return false;
    }
    sites.beat(site, doing);
    if (sites.back(site)) {
      log.site(EventKind.RETURNED, site, "");
      tell(site);
      notifyAll();
    }
    return true;
  }

  /** Tells a site what is asked of it, now and whenever that changes. */
  public synchronized void watch(String site, Watcher watcher) {
    watchers.put(site, watcher);
    sites.beat(site, sites.doing(site));
    sites.back(site);
    tell(site);
    notifyAll();
  }

  public synchronized void unwatch(String site, Watcher watcher) {
    watchers.remove(site, watcher);
  }

  private void tellAll() {
    List.copyOf(watchers.keySet()).forEach(this::tell);
  }

  private void tell(String site) {
    Watcher watcher = watchers.get(site);
    if (watcher != null) {
      watcher.tell(notice(site));
    }
  }

  private Notice notice(String site) {
    Optional<StudyEnd> ended = deadline.ended().filter(end -> end.phase() != Phase.PAUSED);
    if (ended.isPresent()) {
      return ended(ended.get().phase().word(), ended.get().told());
    }
    if (sites.state(site) == State.REFUSED) {
      return ended(EventKind.REFUSED.word(), sites.reason(site));
    }
    if (round.asks(site)) {
      long left = TimeUnit.NANOSECONDS.toMillis(Math.max(0, deadline.nanosLeft()));
      Task.Builder task = Task.newBuilder().setSlot(round.slot().orElseThrow().proto());
      return Notice.newBuilder().setTask(task.setLeft(left)).build();
    }
    return Notice.newBuilder()
        .setWaiting(Waiting.newBuilder().setText(deadline.phase().word()))
        .build();
  }

  private static Notice ended(String how, String reason) {
    return Notice.newBuilder().setEnded(Ended.newBuilder().setHow(how).setReason(reason)).build();
  }

  // ---- calls of sites: questions and answers

  /** Returns what a site needs to answer; earlier questions too, for those who come late. */
  public byte[] fetch(String site, Slot slot) {
    return material(site, slot)
        .or(() -> earlierQuestion(slot))
        .orElseThrow(
            () -> // the site looks again: the step is over, or a restarted study not there yet
            Status.ABORTED
                    .withDescription("What %s needs is not given out now.".formatted(slot))
                    .asRuntimeException());
  }

  private synchronized Optional<byte[]> material(String site, Slot slot) {
    Optional<byte[]> material =
        round.at(slot).filter(open -> open.admits(site)).map(open -> open.material(site));
    material.ifPresent(bytes -> sites.sent(site, bytes.length));
    return material;
  }

  private Optional<byte[]> earlierQuestion(Slot slot) {
    boolean isQuestion = slot.step() == Slot.Step.ANSWER || slot.step() == Slot.Step.ADVERTISE;
    return isQuestion ? log.question(slot.round()) : Optional.empty();
  }

  /**
   * Returns what becomes of a message before it is sent, if that is known. A site that announces
   * more bytes than the step can need is put out of the study, before any of them is read.
   */
  public synchronized Optional<Receipt> announce(String site, Slot slot, long bytes) {
    Optional<Receipt> known = foresee(site, slot);
    if (known.isPresent()) {
      return known;
    }
    long most = round.at(slot).orElseThrow().mostBytes();
    return Long.compareUnsigned(bytes, most) <= 0
        ? Optional.empty()
        : Optional.of(
            refuse(
                site,
                "Its message of %s is refused: it announces %s bytes where at most %s can be needed."
                    .formatted(slot, Long.toUnsignedString(bytes), most)));
  }

  /** Returns what becomes of a message that is under way, if that is known. */
  public synchronized Optional<Receipt> foresee(String site, Slot slot) {
    return switch (sites.state(site)) {
      case REFUSED -> Optional.of(refused(sites.reason(site)));
      case EXPECTED, DECLINED ->
          Optional.of(refused("Site %s has not joined the study.".formatted(site)));
      case JOINED, ABSENT ->
          round.at(slot).filter(open -> open.admits(site)).isPresent()
              ? Optional.empty()
              : Optional.of(OpenRound.LATE);
    };
  }

  public Incoming receive(String site, Slot slot) {
    return log.receive(slot, site);
  }

  /**
   * Takes a message of so many bytes in that has come to the journal. Whatever is wrong with it
   * puts its site out of the study, and never the study; a fault of ours does neither.
   */
  public Receipt submit(String site, Slot slot, Acceptance acceptance, long bytes) {
    return switch (acceptance) {
      case ACCEPTED, DUPLICATE -> take(site, slot);
      case CONFLICT ->
          hasLeft(site, slot, bytes == 0 || log.size(slot, site) == 0)
              ? OpenRound.LATE
              : refuse(site, "It answered %s before, and otherwise.".formatted(slot));
      case DAMAGED -> DAMAGED;
    };
  }

  private Receipt take(String site, Slot slot) {
    Exchange exchange;
    synchronized (this) {
      Optional<Exchange> open = round.at(slot);
      if (open.isEmpty()) {
        return OpenRound.LATE;
      }
      exchange = open.get();
      Optional<Receipt> settled = round.settled(exchange, slot, site);
      if (settled.isPresent()) {
        return settled.get();
      }
    }
    byte[] message = log.message(slot, site);
    try {
      Runnable taking = judge(exchange, slot, site, message);
      synchronized (this) {
        Optional<Receipt> settled = round.settled(exchange, slot, site);
        if (settled.isPresent()) {
          return settled.get();
        }
        sites.received(site, message.length);
        round.take(exchange, site, message.length == 0, taking);
        notifyAll();
        return ACCEPTED;
      }
    } catch (BadMessageException e) {
      return refuse(site, e.getMessage());
    }
  }

  private Runnable judge(Exchange exchange, Slot slot, String site, byte[] message) {
    decoders.acquireUninterruptibly();
    try {
      return exchange.judge(slot, site, message);
    } finally {
      decoders.release();
    }
  }

  /**
   * Returns whether a site that says two things at one step only left a secure sum with one of
   * them: it started again, and what its former process had said was still under way.
   */
  private synchronized boolean hasLeft(String site, Slot slot, boolean isOneEmpty) {
    boolean isLeft = isOneEmpty && round.leave(site, slot);
    if (isLeft) {
      notifyAll();
    }
    return isLeft;
  }

  private synchronized Receipt refuse(String site, String reason) {
    log.site(EventKind.REFUSED, site, reason);
    notes.accept(
        "site %s is out of the study: %s The study continues without it while %d sites are left."
            .formatted(
                site,
                reason.endsWith(".") ? reason : reason + ".",
                study.participation().quorum()));
    sites.leave(site, State.REFUSED, reason);
    tell(site);
    notifyAll();
    return refused(reason);
  }

  private static Receipt refused(String reason) {
    return OpenRound.receipt(Verdict.REFUSED, reason);
  }

  // ---- the execution of the study

  /** Waits until every site has joined, or long enough with a quorum. */
  synchronized void gather() {
    deadline.begin(Phase.GATHERING, study.participation().joinWithin());
    tellAll();
    deadline.until(() -> sites.in(State.EXPECTED).isEmpty(), this::noteWait);
    sites.requireJoined();
  }

  /** Opens a new exchange; sites that started again can take part in it. */
  synchronized void begin(Exchange exchange) {
    round.begin(exchange);
  }

  /**
   * Collects the messages of a step; those of the journal count.
   *
   * @return whose they are, in the study's order
   */
  List<String> collect(Exchange exchange) {
    return collect(exchange, readAgain(exchange));
  }

  private synchronized List<String> collect(Exchange exchange, Map<String, Runnable> known) {
    Slot slot = exchange.slot();
    try {
      round.open(exchange);
      known.forEach((site, taking) -> unlessBad(site, slot, taking));
      deadline.begin(
          slot.step() == Slot.Step.LABEL ? Phase.LABELLING : Phase.COLLECTING,
          study.participation().answerWithin());
      tellAll();
      deadline.until(round::isComplete, this::noteWait);
      List<String> present = round.answered();
      List<String> missing = round.missing();
      deadline.work();
      if (slot.step() == Slot.Step.ANSWER) {
        sites.requireAnswers(slot.round(), present);
      }
      log.close(slot, present, missing);
      missing.stream().filter(sites::isSilent).forEach(site -> sites.leave(site, State.ABSENT, ""));
      return present;
    } finally {
      round.close();
    }
  }

  /** Reads what the journal has of the current step of an exchange; how to take each of it in. */
  Map<String, Runnable> readAgain(Exchange exchange) {
    Slot slot = exchange.slot();
    Map<String, Runnable> known = new LinkedHashMap<>();
    for (String site : log.received(slot)) {
      byte[] message = log.message(slot, site);
      unlessBad(
          site,
          slot,
          () -> {
            Runnable taking = judge(exchange, slot, site, message);
            known.put(site, () -> round.take(exchange, site, message.length == 0, taking));
          });
    }
    return known;
  }

  /** Refuses a message that is bad, and leaves out one that we fail on, as if it were not there. */
  private void unlessBad(String site, Slot slot, Runnable work) {
    try {
      work.run();
    } catch (BadMessageException e) {
      Receipt unused = refuse(site, e.getMessage());
    } catch (RuntimeException e) {
      if (Journal.isTrouble(e)) {
        throw e;
      }
      LOG.error("The message of {} of site {} is left out by a fault of ours.", slot, site, e);
    }
  }

  private void noteWait() {
    long now = clock.getAsLong();
    String wait = waitingFor();
    if (now - waitNotedAt > NOTE_NANOS && !wait.equals(notedWait)) {
      waitNotedAt = now;
      notedWait = wait;
      notes.accept(round.number() == 0 ? wait : "round %d: %s".formatted(round.number(), wait));
    }
  }

  /** Ends the study, and tells its sites unless it only pauses. */
  synchronized void end(StudyEnd end) {
    deadline.end(end);
    if (end.phase() != Phase.PAUSED) {
      tellAll();
    }
  }

  // ---- what the operator does

  /** Makes the sites call again, to find the session that resumes the study. */
  synchronized void dismiss() {
    watchers.values().forEach(Watcher::dismiss);
    watchers.clear();
  }

  /** Makes the execution end soon, without telling the sites. */
  void pause() {
    boolean unused =
        endSoon(
            new StudyEnd(
                Phase.PAUSED, "The coordinator was shut down; go on with coterie resume."));
  }

  /** Makes the execution end soon; returns whether it had not ended before. */
  boolean stop(String reason) {
    return endSoon(new StudyEnd(Phase.STOPPED, reason));
  }

  private synchronized boolean endSoon(StudyEnd end) {
    boolean isFirst = deadline.endSoon(end);
    notifyAll();
    return isFirst;
  }

  /** Ends the wait for missing sites; returns whether any was waited for. */
  synchronized boolean closeRound() {
    boolean closes = deadline.ended().isEmpty() && isWaiting();
    if (closes) {
      deadline.cutShort();
      notifyAll();
    }
    return closes;
  }

  private boolean isWaiting() {
    return round.slot().isPresent() || deadline.phase() == Phase.GATHERING;
  }

  // ---- what people see

  /** Notes trouble that sites have met here; once, until there is another. */
  public synchronized void note(String trouble) {
    if (!trouble.equals(notedTrouble)) {
      notedTrouble = trouble;
      notes.accept(trouble);
    }
    notifyAll();
  }

  StudyHistory history() {
    return history;
  }

  /**
   * Counts what became of a message, since this process began. One that broke the form, or came
   * with other bytes than it announced, has no verdict of its own.
   */
  public synchronized void count(Verdict verdict) {
    String word = EnumText.of(verdict);
    counts.merge(counts.containsKey(word) ? word : "damaged", 1L, Long::sum);
  }

  synchronized StudyStatus status() {
    Set<String> awaited = new HashSet<>(round.missing());
    return new StudyStatus(
        study.name(),
        hash,
        deadline.phase(),
        round.number(),
        round.slot().map(slot -> slot.step().word()),
        isWaiting()
            ? Optional.of(Duration.ofNanos(Math.max(0, deadline.nanosLeft())))
            : Optional.empty(),
        study.participation().quorum(),
        deadline.ended().map(StudyEnd::reason),
        counts,
        history.soFar(),
        sites.names().stream()
            .map(site -> sites.status(site, awaited.contains(site), history.rounds(site)))
            .toList());
  }

  String waitingFor() {
    return status().waitingFor();
  }

  public String waitingFor(String site) {
    return status().waitingFor(site);
  }
}
