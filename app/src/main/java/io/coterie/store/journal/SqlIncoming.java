package io.coterie.store.journal;

import io.coterie.CoterieException;
import io.coterie.Sha256;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.Arrays;
import java.util.HexFormat;

/** Collects bytes until a chunk is full, and keeps no other. */
final class SqlIncoming implements Incoming {
  private static final int FIRST_BYTES = 4 * 1024;

  private final SqlJournal journal;
  private final Chunks.Draft draft;
  private final String study;
  private final MessageKey key;
  private final MessageDigest digest = Sha256.digest();
  private byte[] chunk = new byte[FIRST_BYTES];
  private int filled;
  private long bytes;
  private boolean ended;

  SqlIncoming(SqlJournal journal, Chunks.Draft draft, String study, MessageKey key) {
    this.journal = journal;
    this.draft = draft;
    this.study = study;
    this.key = key;
  }

  @Override
  public void write(ByteBuffer source) {
    requireOpen();
    digest.update(source.duplicate());
    bytes += source.remaining();
    while (source.hasRemaining()) {
      if (filled == Chunks.BYTES) {
        draft.add(chunk);
        filled = 0;
      } else if (filled == chunk.length) {
        chunk = Arrays.copyOf(chunk, Math.min(2 * chunk.length, Chunks.BYTES));
      }
      int length = Math.min(source.remaining(), chunk.length - filled);
      source.get(chunk, filled, length);
      filled += length;
    }
  }

  @Override
  public Acceptance accept() {
    requireOpen();
    return accept(HexFormat.of().formatHex(digest.digest()), Acceptance.ACCEPTED);
  }

  @Override
  public Acceptance accept(String sha256) {
    requireOpen();
    String actual = HexFormat.of().formatHex(digest.digest());
    return accept(actual, actual.equals(sha256) ? Acceptance.ACCEPTED : Acceptance.DAMAGED);
  }

  private Acceptance accept(String sha256, Acceptance wanted) {
    Acceptance acceptance = wanted;
    if (wanted == Acceptance.ACCEPTED) {
      StoredMessage message = new StoredMessage(key, bytes, sha256, Instant.now());
      acceptance = journal.accept(draft, Arrays.copyOf(chunk, filled), study, message);
    }
    if (acceptance == Acceptance.ACCEPTED) {
      ended = true;
    } else {
      close();
    }
    return acceptance;
  }

  private void requireOpen() {
    if (ended) {
      throw new IllegalStateException("The message was accepted or dropped.");
    }
  }

  @Override
  public void close() {
    if (ended) {
      return;
    }
    ended = true;
    try {
      draft.drop();
    } catch (CoterieException e) {
      // The draft is dropped when the journal is opened again; nobody sees it until then.
    }
  }
}
