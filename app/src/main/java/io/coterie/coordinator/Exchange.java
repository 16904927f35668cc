package io.coterie.coordinator;

import io.coterie.CoterieException;
import io.coterie.ErrorCode;
import io.coterie.PeerText;
import io.coterie.message.SiteMessage;
import io.coterie.secure.SecureSumException;
import io.coterie.wire.Slot;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * How one question gets its answer: a step or several, in each of which every member says
 * something. The same messages in the same steps give the same replies, whether they come over the
 * network or out of the journal.
 *
 * <p>Not thread-safe but for {@link #read}; whoever runs the study guards it.
 */
public interface Exchange {
  /** The most bytes of names, tags and lengths around the values of a message. */
  long AROUND = 64 << 10;

  Slot slot();

  /** Returns whether a site can have a part in the current step. */
  boolean admits(String site);

  /** Returns what a site needs for the current step. */
  byte[] material(String site);

  /**
   * Checks a message of a step, away from all locks, and returns what takes it in. Either may end
   * with an IllegalArgumentException, a CoterieException or a SecureSumException; the message is
   * then not used.
   */
  Runnable read(Slot at, String site, byte[] message);

  /**
   * Returns the most bytes that a message of the current step can have, from what was asked alone.
   * A longer one is refused by the length that it announces, before any of it is read.
   */
  long mostBytes();

  /**
   * Closes the current step with the messages taken in so far.
   *
   * @param answered whose they are, in the study's order
   * @return the replies, if this was the last step
   * @throws io.coterie.secure.SecureSumException if a secure sum cannot go on
   */
  Optional<List<SiteMessage>> close(List<String> answered);

  /** Returns whether a site that starts again, or falls silent, cannot go on where it was. */
  default boolean needsPresence() {
    return false;
  }

  /** Returns whether a site may say nothing, by which it leaves the exchange. */
  default boolean canBeLeft() {
    return false;
  }

  /** A message that is refused. */
  final class BadMessageException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private BadMessageException(Slot slot, RuntimeException cause) {
      super(
          "Its message of %s is refused: %s"
              .formatted(
                  slot,
                  cause.getMessage() == null
                      ? "it cannot be read"
                      : PeerText.reason(cause.getMessage())),
          cause);
    }
  }

  /**
   * Reads a message of a step: the border between a bad message and a fault of ours.
   *
   * <p>Decoders and checks object by an IllegalArgumentException, a CoterieException of kind
   * BAD_DATA or a SecureSumException, whatever the bytes are: {@link io.coterie.wire.PayloadCodec}
   * and {@link io.coterie.wire.SecureCodec} promise it, and the fuzz tests hold them to it. Any
   * other exception was not foreseen here, so it proves nothing of the sender; it ends the call as
   * an internal error and the site keeps its place. A sender that provokes one gains no more than
   * by silence: the message is not used, and the step waits for another until its time is up.
   *
   * @return takes it in, which may find it bad as well
   * @throws BadMessageException if it cannot be used
   */
  default Runnable judge(Slot at, String site, byte[] message) {
    if (message.length == 0 && canBeLeft()) {
      return () -> {};
    }
    Runnable taking = judged(at, () -> read(at, site, message));
    return () ->
        judged(
            at,
            () -> {
              taking.run();
              return site;
            });
  }

  private static <T> T judged(Slot slot, Supplier<T> work) {
    try {
      return work.get();
    } catch (IllegalArgumentException | SecureSumException e) {
      throw new BadMessageException(slot, e);
    } catch (CoterieException e) {
      throw e.code() == ErrorCode.BAD_DATA ? new BadMessageException(slot, e) : e;
    }
  }
}
