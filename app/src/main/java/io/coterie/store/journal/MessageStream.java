package io.coterie.store.journal;

import io.coterie.CoterieException;
import io.coterie.Sha256;
import java.io.InputStream;
import java.security.MessageDigest;
import java.util.HexFormat;

/**
 * The bytes of a message, of which one chunk is held at a time.
 *
 * <p>Not thread-safe.
 */
final class MessageStream extends InputStream {
  private final Chunks chunks;
  private final long id;
  private final StoredMessage message;
  private final String place;
  private final MessageDigest digest = Sha256.digest();
  private byte[] chunk = new byte[0];
  private int next;
  private int parts;
  private long left;

  MessageStream(Chunks chunks, long id, StoredMessage message, String place) {
    this.chunks = chunks;
    this.id = id;
    this.message = message;
    this.place = place;
    left = message.bytes();
  }

  @Override
  public int read() {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] target, int offset, int length) {
    if (length == 0) {
      return 0;
    }
    if (next == chunk.length && !advance()) {
      return -1;
    }
    int count = Math.min(length, chunk.length - next);
    System.arraycopy(chunk, next, target, offset, count);
    next += count;
    return count;
  }

  @Override
  public int available() {
    return chunk.length - next;
  }

  /** Returns false at the end. The last chunk is checked before any of it is given away. */
  private boolean advance() {
    if (left == 0) {
      return false;
    }
    chunk = chunks.read(id, parts++);
    next = 0;
    left -= chunk.length;
    digest.update(chunk);
    if (chunk.length == 0
        || left < 0
        || (left == 0 && !HexFormat.of().formatHex(digest.digest()).equals(message.sha256()))) {
      throw CoterieException.badData(
          ("The journal %s is damaged: the message of %s for step %s of round %d is not what was"
                  + " accepted. Begin the study in a new journal.")
              .formatted(place, message.key().site(), message.key().step(), message.key().round()));
    }
    return true;
  }
}
