package io.coterie.coordinator.rpc;

import io.coterie.CoterieException;
import io.coterie.ErrorCode;
import io.coterie.coordinator.Admission;
import io.coterie.coordinator.Exchange;
import io.coterie.coordinator.OpenRound;
import io.coterie.coordinator.SessionLock;
import io.coterie.coordinator.StudyLog;
import io.coterie.secure.SecureSumException;
import io.coterie.store.journal.Acceptance;
import io.coterie.wire.PayloadCodec;
import io.coterie.wire.Slot;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Where messages of sites become part of the open step, or are turned away. Whatever is wrong with
 * a message puts its site out of the study, and never the study; a fault of ours does neither.
 *
 * <p>Thread-safe; see {@link SessionLock}.
 */
public final class SubmissionHandler {
  private static final Logger LOG = LoggerFactory.getLogger(SubmissionHandler.class);

  /** How many messages are decoded at a time; each takes a few times its size in memory. */
  private static final int DECODERS = 2;

  private final SessionLock lock;
  private final StudyLog log;
  private final OpenRound step;
  private final Admission admission;
  private final Semaphore decoders = new Semaphore(DECODERS, true);

  public SubmissionHandler(SessionLock lock, StudyLog log, OpenRound step, Admission admission) {
    this.lock = lock;
    this.log = log;
    this.step = step;
    this.admission = admission;
  }

  // ---- messages from the network

  /** Says what would become of a message before it is sent, if that is known. */
  Optional<SubmissionResult> foresee(String site, Slot slot) {
    return lock.hold(
        () -> {
          Optional<SubmissionResult> refused =
              admission.objection(site).map(SubmissionResult::refused);
          boolean isAsked = step.at(slot).filter(open -> open.admits(site)).isPresent();
          return refused.isEmpty() && !isAsked ? Optional.of(SubmissionResult.LATE) : refused;
        });
  }

  /** Returns the most bytes that a message of a step can have; nothing longer is read. */
  long mostBytes(Slot slot) {
    return lock.hold(
        () ->
            step.at(slot)
                .map(Exchange::mostBytes)
                .orElse((long) PayloadCodec.MOST_BYTES)); // it is late, whatever it says
  }

  /** Refuses a site that announces more than the open step can need, before it is read. */
  SubmissionResult refuseSize(String site, Slot slot, long announced) {
    return refuse(
        site,
        "Its message of %s is refused: it announces %s bytes where at most %s can be needed."
            .formatted(slot, Long.toUnsignedString(announced), mostBytes(slot)));
  }

  /** Takes a message of so many bytes in that is in the journal now, unless another one was. */
  public SubmissionResult take(String site, Slot slot, Acceptance acceptance, long bytesSent) {
    return switch (acceptance) {
      case ACCEPTED, DUPLICATE ->
          lock.hold(() -> step.at(slot))
              .map(exchange -> take(exchange, slot, site))
              .orElse(SubmissionResult.LATE);
      case CONFLICT ->
          hasLeft(site, slot, bytesSent)
              ? SubmissionResult.LATE
              : refuse(site, "It answered %s before, and otherwise.".formatted(slot));
      case DAMAGED -> SubmissionResult.DAMAGED;
    };
  }

  private SubmissionResult take(Exchange exchange, Slot slot, String site) {
    Optional<SubmissionResult> settled = lock.hold(() -> step.settled(exchange, slot, site));
    if (settled.isPresent()) {
      return settled.get();
    }
    byte[] bytes = log.message(slot, site);
    try {
      Runnable taking = read(exchange, slot, site, bytes);
      return lock.hold(
          () ->
              step.settled(exchange, slot, site)
                  .orElseGet(
                      () -> {
                        admission.received(site, bytes.length);
                        step.take(exchange, site, bytes.length == 0, taking);
                        lock.wake();
                        return SubmissionResult.ACCEPTED;
                      }));
    } catch (BadMessageException e) {
      return refuse(site, e.getMessage());
    }
  }

  /**
   * Returns whether a site that says two things at one step only left a secure sum with one of
   * them: it started again, and what its former process had said was still under way.
   */
  private boolean hasLeft(String site, Slot slot, long bytes) {
    boolean isOneEmpty = bytes == 0 || log.size(slot, site) == 0;
    return lock.hold(
        () -> {
          boolean isLeft = isOneEmpty && step.leave(site, slot);
          if (isLeft) {
            lock.wake();
          }
          return isLeft;
        });
  }

  // ---- messages of the journal

  /** Reads what the journal has of the current step of an exchange; how to take each of it in. */
  public Map<String, Runnable> readAgain(Exchange exchange) {
    Slot slot = exchange.slot();
    Map<String, Runnable> known = new LinkedHashMap<>();
    for (String site : log.received(slot)) {
      byte[] bytes = log.message(slot, site);
      unlessBad(
          site,
          slot,
          () -> {
            Runnable taking = read(exchange, slot, site, bytes);
            known.put(site, () -> step.take(exchange, site, bytes.length == 0, taking));
          });
    }
    return known;
  }

  /** Takes in what {@link #readAgain} has read; for those who hold the lock. */
  public void takeAgain(Slot slot, Map<String, Runnable> known) {
    known.forEach((site, taking) -> unlessBad(site, slot, taking));
  }

  /** Refuses a message that is bad, and leaves out one that we fail on, as if it were not there. */
  private void unlessBad(String site, Slot slot, Runnable work) {
    try {
      work.run();
    } catch (BadMessageException e) {
      SubmissionResult unused = refuse(site, e.getMessage());
    } catch (RuntimeException e) {
      LOG.error("The message of {} of site {} is left out by a fault of ours.", slot, site, e);
    }
  }

  private Runnable read(Exchange exchange, Slot slot, String site, byte[] bytes) {
    if (bytes.length == 0 && exchange.canBeLeft()) {
      return () -> {};
    }
    decoders.acquireUninterruptibly();
    try {
      Runnable taking = judged(slot, () -> exchange.read(slot, site, bytes));
      return () ->
          judged(
              slot,
              () -> {
                taking.run();
                return site;
              });
    } finally {
      decoders.release();
    }
  }

  /** A message that is refused, and why. */
  private static final class BadMessageException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    BadMessageException(Slot slot, RuntimeException cause) {
      super(
          "Its message of %s is refused: %s"
              .formatted(
                  slot, cause.getMessage() == null ? "it cannot be read" : cause.getMessage()),
          cause);
    }
  }

  /**
   * Decodes, checks or takes in a message; the border between a bad message and a fault of ours.
   *
   * <p>Decoders and checks object by an IllegalArgumentException, a CoterieException of kind
   * BAD_DATA or a SecureSumException, whatever the bytes are: {@link PayloadCodec} and {@link
   * io.coterie.wire.SecureCodec} promise it, and the fuzz tests hold them to it. Any other
   * exception was not foreseen here, so it proves nothing of the sender; it ends the call as an
   * internal error and the site keeps its place. A sender that provokes one gains no more than by
   * silence: the message is not used, and the step waits for another until its time is up.
   */
  private static <T> T judged(Slot slot, Supplier<T> work) {
    try {
      return work.get();
    } catch (IllegalArgumentException | SecureSumException e) {
      throw new BadMessageException(slot, e);
    } catch (CoterieException e) {
      throw e.code() == ErrorCode.BAD_DATA ? new BadMessageException(slot, e) : e;
    }
  }

  private SubmissionResult refuse(String site, String reason) {
    lock.change(() -> admission.refuse(site, reason));
    return SubmissionResult.refused(reason);
  }
}
