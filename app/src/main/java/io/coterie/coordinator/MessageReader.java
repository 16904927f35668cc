package io.coterie.coordinator;

import io.coterie.CoterieException;
import io.coterie.ErrorCode;
import io.coterie.secure.SecureSumException;
import io.coterie.wire.PayloadCodec;
import io.coterie.wire.Slot;
import java.util.concurrent.Semaphore;
import java.util.function.Supplier;

/**
 * Decodes and checks messages of sites: the border between a bad message and a fault of ours.
 *
 * <p>Decoders and checks object by an IllegalArgumentException, a CoterieException of kind BAD_DATA
 * or a SecureSumException, whatever the bytes are: {@link PayloadCodec} and {@link
 * io.coterie.wire.SecureCodec} promise it, and the fuzz tests hold them to it. Any other exception
 * was not foreseen here, so it proves nothing of the sender; it ends the call as an internal error
 * and the site keeps its place. A sender that provokes one gains no more than by silence: the
 * message is not used, and the step waits for another until its time is up.
 *
 * <p>Thread-safe.
 */
final class MessageReader {
  /** How many messages are decoded at a time; each takes a few times its size in memory. */
  private static final int DECODERS = 2;

  private final Semaphore decoders = new Semaphore(DECODERS, true);

  static final class BadMessageException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private BadMessageException(Slot slot, RuntimeException cause) {
      super(
          "Its message of %s is refused: %s"
              .formatted(
                  slot, cause.getMessage() == null ? "it cannot be read" : cause.getMessage()),
          cause);
    }
  }

  /**
   * Reads a message of a step.
   *
   * @return takes it into the exchange, which may find it bad as well
   * @throws BadMessageException if it cannot be used
   */
  Runnable read(Exchange exchange, Slot slot, String site, byte[] message) {
    if (message.length == 0 && exchange.canBeLeft()) {
      return () -> {};
    }
    decoders.acquireUninterruptibly();
    try {
      Runnable taking = judged(slot, () -> exchange.read(slot, site, message));
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
