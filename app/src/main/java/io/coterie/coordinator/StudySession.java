package io.coterie.coordinator;

import io.coterie.coordinator.operator.StudyHistory;
import io.coterie.coordinator.operator.StudyStatus;
import io.coterie.coordinator.operator.StudyStatus.State;
import io.coterie.coordinator.operator.StudyView;
import io.coterie.coordinator.rpc.SiteNotifier;
import io.coterie.coordinator.rpc.SubmissionHandler;
import io.coterie.study.Study;
import io.coterie.wire.Slot;
import io.grpc.Status;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * Where the sites of a study and its course meet. Sites come in on the network's threads, say who
 * they are, look what is asked and hand in their messages; the course waits here until a step is
 * complete or its time is up.
 *
 * <p>Thread-safe; {@link SessionLock} says how.
 */
public final class StudySession {
  private final Study study;
  private final StudyLog log;
  private final LongSupplier clock;
  private final Consumer<String> notes;
  private final SessionLock lock = new SessionLock();

  private final SiteRegistry attendance;
  private final Quorum quorum;
  private final OpenRound step;
  private final PhaseDeadline wait;
  private final StudyView view;
  private final SiteNotifier notices;
  private final Admission admission;
  private final SubmissionHandler intake;

  private final MessageCounts counts = new MessageCounts();
  private final StudyHistory course;
  private final WaitNotes waits;
  private String lastTrouble = "";

  /**
   * Opens the room of a study, with its sites where the journal has them.
   *
   * @param clock tells the nanoseconds since some moment
   * @param notes is told what the operator should know
   */
  StudySession(Study study, StudyLog log, LongSupplier clock, Consumer<String> notes) {
    this.study = study;
    this.log = log;
    this.clock = clock;
    this.notes = notes;
    this.attendance = new SiteRegistry(study.participation().sites(), clock);
    this.quorum = new Quorum(study.participation(), attendance);
    this.step = new OpenRound(study, attendance);
    this.wait = new PhaseDeadline(lock, clock, quorum);
    this.view = new StudyView(study, attendance, step, wait);
    this.notices = new SiteNotifier(view::notice);
    this.admission = new Admission(quorum, log, notices, notes);
    this.intake = new SubmissionHandler(lock, log, step, admission);
    this.waits = new WaitNotes(notes);
    this.course = new StudyHistory(study.plan().privacy().smallestGroup());
    log.restore(attendance);
  }

  // ---- what sites do

  /** Takes a site in that agrees to the study. */
  public void join(String site, String incarnation) {
    lock.change(
        () -> {
          if (admission.join(site, incarnation)) {
            step.restarted(site);
          }
        });
  }

  public void decline(String site, String reason) {
    lock.change(() -> admission.decline(site, reason));
  }

  /** Takes a sign of life; returns whether this process of the site has joined. */
  public boolean beat(String site, String incarnation, String doing) {
    return lock.hold(
        () -> {
          boolean hasJoined = admission.hasJoined(site, incarnation);
          if (hasJoined && admission.beat(site, doing)) {
            lock.wake();
          }
          return hasJoined;
        });
  }

  /** Tells a site what is asked of it, now and whenever that changes. */
  public void watch(String site, SiteNotifier.Watcher watcher) {
    lock.change(() -> admission.watch(site, watcher));
  }

  public void unwatch(String site, SiteNotifier.Watcher watcher) {
    lock.change(() -> notices.remove(site, watcher));
  }

  /** Returns what a site needs to answer; earlier questions too, for those who come late. */
  public byte[] fetch(String site, Slot slot) {
    return lock.hold(() -> material(site, slot))
        .or(() -> earlierQuestion(slot))
        .orElseThrow(
            () -> // the site looks again: the step is over, or a restarted study not there yet
            Status.ABORTED
                    .withDescription("What %s needs is not given out now.".formatted(slot))
                    .asRuntimeException());
  }

  private Optional<byte[]> material(String site, Slot slot) {
    Optional<byte[]> material =
        step.at(slot).filter(open -> open.admits(site)).map(open -> open.material(site));
    material.ifPresent(bytes -> attendance.sent(site, bytes.length));
    return material;
  }

  private Optional<byte[]> earlierQuestion(Slot slot) {
    boolean isQuestion = slot.step() == Slot.Step.ANSWER || slot.step() == Slot.Step.ADVERTISE;
    return isQuestion ? log.question(slot.round()) : Optional.empty();
  }

  /** Returns where sites hand in their messages. */
  public SubmissionHandler intake() {
    return intake;
  }

  // ---- what the course does

  /** Waits until every site has joined, or long enough with a quorum. */
  void gather() {
    lock.change(
        () -> {
          wait.begin(Phase.GATHERING, study.participation().joinWithin());
          notices.tellAll();
          wait.until(() -> attendance.in(State.EXPECTED).isEmpty(), this::noteWait);
          quorum.requireJoined();
        });
  }

  /** Opens a new exchange; sites that started again can take part in it. */
  void begin(Exchange exchange) {
    lock.change(() -> step.begin(exchange));
  }

  /**
   * Collects the messages of a step; those of the journal count.
   *
   * @return whose they are, in the study's order
   */
  List<String> collect(Exchange exchange) {
    Map<String, Runnable> known = intake.readAgain(exchange);
    return lock.hold(
        () -> {
          try {
            return collect(exchange, known);
          } finally {
            step.close();
          }
        });
  }

  private List<String> collect(Exchange exchange, Map<String, Runnable> known) {
    Slot slot = exchange.slot();
    step.open(exchange);
    intake.takeAgain(slot, known);
    wait.begin(
        slot.step() == Slot.Step.LABEL ? Phase.LABELLING : Phase.COLLECTING,
        study.participation().answerWithin());
    notices.tellAll();
    wait.until(step::isComplete, this::noteWait);
    List<String> present = step.answered();
    List<String> missing = step.missing();
    wait.work();
    if (slot.step() == Slot.Step.ANSWER) {
      quorum.requireAnswers(slot.round(), present);
    }
    log.close(slot, present, missing);
    missing.stream()
        .filter(attendance::isSilent)
        .forEach(site -> attendance.leave(site, State.ABSENT, ""));
    return present;
  }

  private void noteWait() {
    waits.note(step.round(), waitingFor(), clock.getAsLong());
  }

  /** Tells every site that the study is over; one that pauses is not. */
  void end(StudyEnd how) {
    lock.change(
        () -> {
          wait.end(how);
          if (how.phase() != Phase.PAUSED) {
            notices.tellAll();
          }
        });
  }

  // ---- what the operator does

  /** Makes the sites call again, to come into the room of the study that goes on. */
  void dismiss() {
    lock.change(notices::dismissAll);
  }

  /** Makes the course end at its next look without telling the sites. */
  void pause() {
    boolean unused =
        endSoon(
            new StudyEnd(
                Phase.PAUSED, "The coordinator was shut down; go on with coterie resume."));
  }

  /** Makes the course end at its next look; returns whether it had not ended before. */
  boolean stop(String reason) {
    return endSoon(new StudyEnd(Phase.STOPPED, reason));
  }

  private boolean endSoon(StudyEnd how) {
    return lock.hold(
        () -> {
          boolean goesOn = wait.endSoon(how);
          lock.wake();
          return goesOn;
        });
  }

  /** Ends the wait for those who are missing; returns whether anybody was waited for. */
  boolean closeRound() {
    return lock.hold(
        () -> {
          boolean isWaiting =
              wait.ended().isEmpty()
                  && (step.slot().isPresent() || wait.phase() == Phase.GATHERING);
          if (isWaiting) {
            wait.cutShort();
            lock.wake();
          }
          return isWaiting;
        });
  }

  // ---- what people see

  /** Tells the operator of trouble that sites have met here; once, until there is another. */
  public void note(String trouble) {
    lock.change(
        () -> {
          if (!trouble.equals(lastTrouble)) {
            lastTrouble = trouble;
            notes.accept(trouble);
          }
        });
  }

  /** Takes down what comes of the rounds, for those who look. */
  StudyHistory course() {
    return course;
  }

  /** Counts what became of messages. */
  public MessageCounts counts() {
    return counts;
  }

  StudyStatus status() {
    return lock.hold(() -> view.status(counts, course));
  }

  /** Says in one line what the study is waiting for. */
  public String waitingFor() {
    return status().waitingFor();
  }

  /** Says the same to one of the sites. */
  public String waitingFor(String site) {
    return status().waitingFor(site);
  }
}
