package io.coterie.serve;

import io.coterie.CoterieException;
import io.coterie.secure.SecureSumException;
import io.coterie.store.journal.Acceptance;
import io.coterie.wire.PayloadCodec;
import io.coterie.wire.Slot;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Semaphore;

/**
 * Where messages of sites become part of the open step, or are turned away. Whatever is wrong with
 * a message puts its site out of the study, and never the study.
 *
 * <p>Thread-safe; see {@link RoomLock}.
 */
final class Intake {
  /** How many messages are decoded at a time; each takes a few times its size in memory. */
  private static final int DECODERS = 2;

  private final RoomLock lock;
  private final StudyLog log;
  private final OpenStep step;
  private final Admission admission;
  private final Semaphore decoders = new Semaphore(DECODERS, true);

  Intake(RoomLock lock, StudyLog log, OpenStep step, Admission admission) {
    this.lock = lock;
    this.log = log;
    this.step = step;
    this.admission = admission;
  }

  // ---- messages from the network

  /** Says what would become of a message before it is sent, if that is known. */
  Optional<Verdict> foresee(String site, Slot slot) {
    return lock.hold(
        () -> {
          Optional<Verdict> refused = admission.objection(site).map(Verdict::refused);
          boolean isAsked = step.at(slot).filter(open -> open.admits(site)).isPresent();
          return refused.isEmpty() && !isAsked ? Optional.of(Verdict.LATE) : refused;
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
  Verdict refuseSize(String site, Slot slot, long announced) {
    return refuse(
        site,
        "Its message of %s is refused: it announces %s bytes where at most %s can be needed."
            .formatted(slot, Long.toUnsignedString(announced), mostBytes(slot)));
  }

  /** Takes a message of so many bytes in that is in the journal now, unless another one was. */
  Verdict take(String site, Slot slot, Acceptance acceptance, long bytesSent) {
    return switch (acceptance) {
      case ACCEPTED, DUPLICATE ->
          lock.hold(() -> step.at(slot))
              .map(exchange -> take(exchange, slot, site))
              .orElse(Verdict.LATE);
      case CONFLICT ->
          hasLeft(site, slot, bytesSent)
              ? Verdict.LATE
              : refuse(site, "It answered %s before, and otherwise.".formatted(slot));
      case DAMAGED -> Verdict.DAMAGED;
    };
  }

  private Verdict take(Exchange exchange, Slot slot, String site) {
    Optional<Verdict> settled = lock.hold(() -> step.settled(exchange, slot, site));
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
                        return Verdict.ACCEPTED;
                      }));
    } catch (RuntimeException e) {
      return refuse(site, reason(slot, e));
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
  Map<String, Runnable> readAgain(Exchange exchange) {
    Slot slot = exchange.slot();
    Map<String, Runnable> known = new LinkedHashMap<>();
    for (String site : log.received(slot)) {
      byte[] bytes = log.message(slot, site);
      refuseIfBad(
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
  void takeAgain(Slot slot, Map<String, Runnable> known) {
    known.forEach((site, taking) -> refuseIfBad(site, slot, taking));
  }

  private void refuseIfBad(String site, Slot slot, Runnable work) {
    try {
      work.run();
    } catch (RuntimeException e) {
      Verdict unused = refuse(site, reason(slot, e));
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

  private Verdict refuse(String site, String reason) {
    lock.change(() -> admission.refuse(site, reason));
    return Verdict.refused(reason);
  }
}
