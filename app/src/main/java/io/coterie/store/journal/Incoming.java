package io.coterie.store.journal;

import java.nio.ByteBuffer;

/**
 * A message that is being received. Its bytes go to the disk as they come and nobody sees them
 * until it is accepted; closing it before that drops them, and so does a crash.
 *
 * <p>Not thread-safe; many may be open at a time.
 */
public interface Incoming extends AutoCloseable {
  /** Takes the bytes that remain in a buffer. */
  void write(ByteBuffer bytes);

  /** Ends the message. If accepted, it is durable and seen by all when this returns. */
  Acceptance accept();

  /**
   * Ends the message, unless its digest is another than the sender stated.
   *
   * @param sha256 in 64 lower-case hexadecimal digits
   */
  Acceptance accept(String sha256);

  @Override
  void close();
}
