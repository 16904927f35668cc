package io.coterie.serve;

import io.coterie.CoterieException;
import io.coterie.ErrorCode;
import io.coterie.secure.SecureSumException;
import io.coterie.serve.StudyEndException.How;
import io.coterie.serve.StudyStatus.State;
import io.coterie.store.journal.Acceptance;
import io.coterie.study.Study;
import io.coterie.study.SumTerms;
import io.coterie.wire.PayloadCodec;
import io.coterie.wire.Slot;
import io.coterie.wire.v1.FederationProto.Notice;
import io.grpc.Status;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * Where the sites of a study and its course meet. Sites come in on the network's threads, say who
 * they are, look what is asked and hand in their messages; the course waits here until a step is
 * complete or its time is up.
 *
 * <p>Thread-safe.
 */
final class StudyRoom {
  /** A site that has not been heard of for so long may have lost what it knew. */
  static final Duration SILENCE = Duration.ofSeconds(20);

  /** How many messages are decoded at a time; each takes a few times its size in memory. */
  private static final int DECODERS = 2;

  private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

  /** A look that takes so long was no look. */
  private static final long SLEEP_NANOS = TimeUnit.SECONDS.toNanos(2);

  private final Study study;
  private final String hash;
  private final StudyLog log;
  private final Clock clock;
  private final Consumer<String> notes;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final Semaphore decoders = new Semaphore(DECODERS, true);

  private final Attendance attendance;
  private final MessageCounts counts = new MessageCounts();
  private final CourseLog course;
  private final Notices notices = new Notices(this::notice);
  private final Quorum quorum;
  private final WaitNotes waits;
  private final Map<String, Traffic> traffic = new LinkedHashMap<>();
  private final Set<String> answered = new TreeSet<>();

  /** Sites that cannot go on with the secure sum that is open: they started again, or left it. */
  private final Set<String> lost = new TreeSet<>();

  private Exchange open;
  private long deadline;
  private String phase = "starting";
  private int round;
  private StudyEndException ended;
  private boolean closeRequested;
  private String lastTrouble = "";

  /** Tells the time; the tests' own runs faster. */
  @FunctionalInterface
  interface Clock {
    long nanos();
  }

  /** Bytes from and to one site. */
  private static final class Traffic {
    private long in;
    private long out;
  }

  StudyRoom(Study study, StudyLog log, Clock clock, Consumer<String> notes) {
    this.notes = notes;
    this.study = study;
    this.hash = study.hash();
    this.log = log;
    this.clock = clock;
    this.attendance = new Attendance(study.participation().sites());
    this.quorum = new Quorum(study.participation(), attendance);
    this.waits = new WaitNotes(notes);
    this.course = new CourseLog(study.plan().privacy().smallestGroup());
    study.participation().sites().forEach(site -> traffic.put(site, new Traffic()));
    log.restore(attendance, clock.nanos());
  }

  // ---- what sites do

  /** Takes a site in that agrees to the study. */
  void join(String site, String incarnation) {
    locked(
        () -> {
          State state = attendance.state(site);
          if (state == State.REFUSED) {
            throw refusal(site);
          }
          boolean another = !attendance.isIncarnation(site, incarnation);
          if (another || state != State.JOINED) {
            log.joined(site, incarnation);
            notes.accept(
                "site %s %s".formatted(site, state == State.EXPECTED ? "joined" : "is back"));
          }
          boolean again = attendance.join(site, incarnation);
          if (again && open != null && (open.needsPresence() || answered.contains(site))) {
            lost.add(site);
          }
          attendance.beat(site, "", clock.nanos());
        });
  }

  void decline(String site, String reason) {
    locked(
        () -> {
          if (attendance.state(site) != State.DECLINED) {
            log.site("declined", site, reason);
            notes.accept("site %s declined: %s".formatted(site, reason));
            attendance.leave(site, State.DECLINED, reason);
          }
        });
  }

  /** Takes a sign of life; returns whether this process of the site has joined. */
  boolean beat(String site, String incarnation, String doing) {
    lock.lock();
    try {
      if (!attendance.isIncarnation(site, incarnation)) {
        return false;
      }
      attendance.beat(site, doing, clock.nanos());
      if (attendance.back(site)) {
        log.site("returned", site, "");
        changed.signalAll();
        notices.tell(site);
      }
      return true;
    } finally {
      lock.unlock();
    }
  }

  /** Tells a site what is asked of it, now and whenever that changes. */
  void watch(String site, Notices.Watcher watcher) {
    locked(
        () -> {
          notices.add(site, watcher);
          attendance.beat(site, attendance.doing(site), clock.nanos());
          attendance.back(site);
          notices.tell(site);
        });
  }

  void unwatch(String site, Notices.Watcher watcher) {
    locked(() -> notices.remove(site, watcher));
  }

  /** Returns what a site needs to answer; earlier questions too, for those who come late. */
  byte[] fetch(String site, Slot slot) {
    lock.lock();
    try {
      if (open != null && open.slot().equals(slot) && open.admits(site)) {
        byte[] material = open.material(site);
        traffic.get(site).out += material.length;
        return material;
      }
    } finally {
      lock.unlock();
    }
    boolean isQuestion = slot.step() == Slot.Step.ANSWER || slot.step() == Slot.Step.ADVERTISE;
    return Optional.of(slot)
        .filter(asked -> isQuestion)
        .flatMap(asked -> log.question(asked.round()))
        .orElseThrow(
            () -> // the site looks again: the step is over, or a restarted study not there yet
            Status.ABORTED
                    .withDescription("What %s needs is not given out now.".formatted(slot))
                    .asRuntimeException());
  }

  /** Says what would become of a message before it is sent, if that is known. */
  Optional<Verdict> foresee(String site, Slot slot) {
    lock.lock();
    try {
      if (attendance.state(site) == State.REFUSED) {
        return Optional.of(Verdict.refused(attendance.reason(site)));
      }
      if (attendance.state(site) != State.JOINED && attendance.state(site) != State.ABSENT) {
        return Optional.of(Verdict.refused("Site %s has not joined the study.".formatted(site)));
      }
      if (open == null || !open.slot().equals(slot) || !open.admits(site)) {
        return Optional.of(Verdict.LATE);
      }
      return Optional.empty();
    } finally {
      lock.unlock();
    }
  }

  /** Returns the most bytes that a message of a step can have; nothing longer is read. */
  long mostBytes(Slot slot) {
    lock.lock();
    try {
      return open == null || !open.slot().equals(slot)
          ? PayloadCodec.MOST_BYTES // it is late, whatever it says
          : open.mostBytes();
    } finally {
      lock.unlock();
    }
  }

  /** Refuses a site that announces more than the open step can need, before it is read. */
  Verdict refuseSize(String site, Slot slot, long announced) {
    return refuse(
        site,
        "Its message of %s is refused: it announces %s bytes where at most %s can be needed."
            .formatted(slot, Long.toUnsignedString(announced), mostBytes(slot)));
  }

  /** Takes a message of so many bytes in that is in the journal now, unless another one was. */
  Verdict take(String site, Slot slot, Acceptance acceptance, long bytesSent) {
    if (acceptance == Acceptance.CONFLICT && hasLeft(site, slot, bytesSent)) {
      return Verdict.LATE;
    } else if (acceptance == Acceptance.CONFLICT) {
      return refuse(site, "It answered %s before, and otherwise.".formatted(slot));
    } else if (acceptance == Acceptance.DAMAGED) {
      return new Verdict(
          io.coterie.wire.v1.FederationProto.Receipt.Verdict.UNKNOWN,
          "The message was damaged on its way; it is sent again.");
    }
    Exchange exchange;
    lock.lock();
    try {
      exchange = open;
      if (exchange == null || !exchange.slot().equals(slot)) {
        return Verdict.LATE;
      } else if (answered.contains(site)) {
        return Verdict.DUPLICATE;
      }
    } finally {
      lock.unlock();
    }
    byte[] bytes = log.message(slot, site);
    try {
      Runnable taking = read(exchange, slot, site, bytes);
      lock.lock();
      try {
        if (open != exchange || !exchange.slot().equals(slot)) {
          return Verdict.LATE;
        }
        if (answered.contains(site)) {
          return Verdict.DUPLICATE;
        }
        traffic.get(site).in += bytes.length;
        takeOrLose(exchange, site, bytes.length == 0, taking);
        changed.signalAll();
        return Verdict.ACCEPTED;
      } finally {
        lock.unlock();
      }
    } catch (RuntimeException e) {
      return refuse(site, reason(slot, e));
    }
  }

  /**
   * Says why a message is refused. Whatever a message does to its reader is the sender's doing: it
   * costs the site its place, and nobody else anything.
   */
  private static String reason(Slot slot, RuntimeException e) {
    boolean isSaid =
        e instanceof IllegalArgumentException
            || e instanceof CoterieException
            || e instanceof SecureSumException;
    return "Its message of %s is refused: %s"
        .formatted(slot, isSaid && e.getMessage() != null ? e.getMessage() : "it cannot be read");
  }

  /**
   * Returns whether a site that says two things at one step only left a secure sum with one of
   * them: it started again, and what its former process had said was still under way.
   */
  private boolean hasLeft(String site, Slot slot, long bytes) {
    boolean isOneEmpty = bytes == 0 || log.size(slot, site) == 0;
    lock.lock();
    try {
      boolean isLeft = isOneEmpty && open != null && open.slot().equals(slot) && open.canBeLeft();
      if (isLeft) {
        lost.add(site);
        changed.signalAll();
      }
      return isLeft;
    } finally {
      lock.unlock();
    }
  }

  /** Takes a message in; a site that says nothing to a secure sum leaves it. */
  private void takeOrLose(Exchange exchange, String site, boolean isEmpty, Runnable taking) {
    if (isEmpty && exchange.canBeLeft()) {
      lost.add(site);
    } else {
      taking.run();
      answered.add(site);
    }
  }

  private Runnable read(Exchange exchange, Slot slot, String site, byte[] bytes) {
    if (bytes.length == 0 && exchange.canBeLeft()) {
      return () -> {};
    }
    decoders.acquireUninterruptibly();
    try {
      return exchange.read(slot, site, bytes);
    } finally {
      decoders.release();
    }
  }

  private Verdict refuse(String site, String reason) {
    locked(
        () -> {
          log.site("refused", site, reason);
          notes.accept(
              "site %s is out of the study: %s The study goes on without it while %d sites are left."
                  .formatted(site, sentence(reason), study.participation().quorum()));
          attendance.leave(site, State.REFUSED, reason);
          notices.tell(site);
        });
    return Verdict.refused(reason);
  }

  private static String sentence(String text) {
    return text.endsWith(".") ? text : text + ".";
  }

  // ---- what the course does

  /** Waits until every site has joined, or long enough with a quorum. */
  void gather() {
    lock.lock();
    try {
      phase = "gathering";
      deadline = clock.nanos() + study.participation().joinWithin().toNanos();
      notices.tellAll();
      closeRequested = false;
      awaitUntil(() -> attendance.in(State.EXPECTED).isEmpty());
      quorum.requireJoined();
    } finally {
      lock.unlock();
    }
  }

  /** Opens a new exchange; sites that started again can take part in it. */
  void begin(Exchange exchange) {
    locked(
        () -> {
          lost.clear();
          round = exchange.slot().round();
        });
  }

  /**
   * Collects the messages of a step; those of the journal count.
   *
   * @return whose they are, in the study's order
   */
  List<String> collect(Exchange exchange) {
    Slot slot = exchange.slot();
    List<String> before = log.received(slot);
    Map<String, Runnable> known = new LinkedHashMap<>();
    for (String site : before) {
      readAgain(exchange, slot, site).ifPresent(taking -> known.put(site, taking));
    }
    lock.lock();
    try {
      answered.clear();
      known.forEach((site, taking) -> takeAgain(slot, site, taking));
      phase = slot.step() == Slot.Step.LABEL ? "labelling" : "collecting";
      deadline = clock.nanos() + study.participation().answerWithin().toNanos();
      closeRequested = false;
      open = exchange;
      notices.tellAll();
      awaitUntil(() -> isComplete(exchange));
      List<String> present = attendance.where(answered::contains);
      open = null;
      phase = "working";
      if (slot.step() == Slot.Step.ANSWER) {
        quorum.requireAnswers(slot.round(), present);
      }
      List<String> missing = missing(exchange);
      log.close(slot, present, missing);
      for (String site : missing) {
        if (isSilent(site)) {
          attendance.leave(site, State.ABSENT, "");
        }
      }
      return present;
    } finally {
      open = null;
      lock.unlock();
    }
  }

  private Optional<Runnable> readAgain(Exchange exchange, Slot slot, String site) {
    byte[] bytes = log.message(slot, site);
    try {
      Runnable taking = read(exchange, slot, site, bytes);
      return Optional.of(() -> takeOrLose(exchange, site, bytes.length == 0, taking));
    } catch (RuntimeException e) {
      refuse(site, reason(slot, e));
      return Optional.empty();
    }
  }

  private void takeAgain(Slot slot, String site, Runnable taking) {
    try {
      taking.run();
    } catch (RuntimeException e) {
      refuse(site, reason(slot, e));
    }
  }

  private List<String> missing(Exchange exchange) {
    return attendance.where(site -> isMissing(exchange, site));
  }

  private boolean isMissing(Exchange exchange, String site) {
    return attendance.state(site) == State.JOINED
        && exchange.admits(site)
        && !answered.contains(site);
  }

  private boolean isComplete(Exchange exchange) {
    List<String> missing = new ArrayList<>(missing(exchange));
    missing.removeIf(site -> lost.contains(site) || (exchange.needsPresence() && isSilent(site)));
    return missing.isEmpty()
        && (!answered.isEmpty() || exchange.canBeLeft())
        && (isEnough(exchange) || attendance.in(State.ABSENT).isEmpty());
  }

  /**
   * Returns whether a round can go on with those it has, or sites that are away are worth a wait.
   */
  private boolean isEnough(Exchange exchange) {
    return switch (exchange.slot().step()) {
      case ANSWER -> answered.size() >= study.participation().quorum();
      case ADVERTISE -> answered.size() >= SumTerms.of(study).threshold();
      default -> true;
    };
  }

  private boolean isSilent(String site) {
    return attendance
        .silence(site, clock.nanos())
        .map(silence -> silence.compareTo(SILENCE) > 0)
        .orElse(true);
  }

  /** Ends the wait of a study that has ended, or cannot go on whoever comes. */
  private void requirePossible() {
    if (ended != null) {
      throw ended;
    }
    quorum.requirePossible();
  }

  /** Waits until something is so, or the time is up; silence is noticed by looking. */
  private void awaitUntil(BooleanSupplier isSo) {
    try {
      requirePossible();
      while (!isSo.getAsBoolean() && clock.nanos() < deadline && !closeRequested) {
        long before = clock.nanos();
        long left = Math.max(1, deadline - before);
        long unused = changed.awaitNanos(Math.min(left, LOOK_NANOS));
        forgiveOwnSleep(clock.nanos() - before);
        requirePossible();
        waits.note(round, waitingFor(), clock.nanos());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new StudyEndException(How.STOPPED, ErrorCode.NETWORK, "The coordinator was stopped.");
    }
  }

  /** While this machine was suspended or overloaded nobody could be heard; that is no silence. */
  private void forgiveOwnSleep(long nanos) {
    if (nanos > SLEEP_NANOS) {
      attendance.forgive(nanos, clock.nanos());
    }
  }

  /** Tells every site that the study is over; one that pauses is not. */
  void end(StudyEndException how) {
    locked(
        () -> {
          ended = how;
          phase = how.how().word();
          if (how.how() != How.PAUSED) {
            notices.tellAll();
          }
        });
  }

  /** Makes the sites call again, to come into the room of the study that goes on. */
  void dismiss() {
    locked(notices::dismissAll);
  }

  /** Tells the operator of trouble that sites have met here; once, until there is another. */
  void note(String trouble) {
    locked(
        () -> {
          if (!trouble.equals(lastTrouble)) {
            lastTrouble = trouble;
            notes.accept(trouble);
          }
        });
  }

  /** Makes the course end at its next look without telling the sites. */
  void pause() {
    boolean unused =
        endSoon(
            new StudyEndException(
                How.PAUSED,
                ErrorCode.NETWORK,
                "The coordinator was shut down; go on with coterie resume."));
  }

  /** Makes the course end at its next look; returns whether it had not ended before. */
  boolean stop(String reason) {
    return endSoon(new StudyEndException(How.STOPPED, ErrorCode.NETWORK, reason));
  }

  private boolean endSoon(StudyEndException how) {
    lock.lock();
    try {
      boolean goesOn = ended == null;
      ended = goesOn ? how : ended;
      changed.signalAll();
      return goesOn;
    } finally {
      lock.unlock();
    }
  }

  /** Ends the wait for those who are missing; returns whether anybody was waited for. */
  boolean closeRound() {
    lock.lock();
    try {
      boolean waits = ended == null && (open != null || phase.equals("gathering"));
      closeRequested = waits;
      changed.signalAll();
      return waits;
    } finally {
      lock.unlock();
    }
  }

  // ---- what people see

  /** Takes down what comes of the rounds, for those who look. */
  CourseLog course() {
    return course;
  }

  /** Counts what became of messages. */
  MessageCounts counts() {
    return counts;
  }

  StudyStatus status() {
    lock.lock();
    try {
      long now = clock.nanos();
      Set<String> awaited = open == null ? Set.of() : new HashSet<>(missing(open));
      List<StudyStatus.Site> sites = new ArrayList<>();
      for (String site : attendance.sites()) {
        sites.add(
            new StudyStatus.Site(
                site,
                attendance.state(site),
                awaited.contains(site),
                attendance.silence(site, now),
                attendance.state(site) == State.JOINED
                    ? attendance.doing(site)
                    : attendance.reason(site),
                traffic.get(site).in,
                traffic.get(site).out,
                course.rounds(site)));
      }
      return new StudyStatus(
          study.name(),
          hash,
          phase,
          round,
          Optional.ofNullable(open).map(exchange -> exchange.slot().step().word()),
          open == null && !phase.equals("gathering")
              ? Optional.empty()
              : Optional.of(Duration.ofNanos(Math.max(0, deadline - now))),
          study.participation().quorum(),
          Optional.ofNullable(ended).map(Throwable::getMessage),
          counts.byVerdict(),
          course.soFar(),
          sites);
    } finally {
      lock.unlock();
    }
  }

  /** Says in one line what the study is waiting for. */
  String waitingFor() {
    return status().waitingFor();
  }

  /** Says the same to one of the sites. */
  String waitingFor(String site) {
    return status().waitingFor(site);
  }

  private Notice notice(String site) {
    if (ended != null && ended.how() != How.PAUSED) {
      return Notices.ended(ended.how().word(), ended.getMessage());
    }
    if (attendance.state(site) == State.REFUSED) {
      return Notices.ended("refused", attendance.reason(site));
    }
    if (open != null && isMissing(open, site) && !lost.contains(site)) {
      return Notices.task(open.slot(), deadline - clock.nanos());
    }
    return Notices.waiting(phase);
  }

  private CoterieException refusal(String site) {
    return new CoterieException(
        ErrorCode.NETWORK,
        "Site %s was put out of this study: %s".formatted(site, attendance.reason(site)));
  }

  private void locked(Runnable work) {
    lock.lock();
    try {
      work.run();
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }
}
