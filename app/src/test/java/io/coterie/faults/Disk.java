package io.coterie.faults;

import io.coterie.CoterieException;
import io.coterie.ErrorCode;
import io.coterie.faults.Fault.Point;
import io.coterie.store.journal.BegunStudy;
import io.coterie.store.journal.Journal;
import io.coterie.store.journal.Journal.Acceptance;
import io.coterie.store.journal.Journal.Incoming;
import io.coterie.store.journal.Journal.StoredMessage;
import io.coterie.store.journal.JournalEvent;
import io.coterie.store.journal.MessageKey;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * A journal on a disk that fills up, gets slow, or is there no more since its process was killed:
 * then not a byte is written, whatever the threads that are left try.
 *
 * <p>Thread-safe.
 */
final class Disk implements Journal {
  private static final int SLOW_WRITES = 20;

  private final Journal journal;
  private final String party;
  private final Consumer<Point> points;
  private final AtomicInteger fullWrites = new AtomicInteger();
  private final AtomicInteger slowWrites = new AtomicInteger();
  private volatile int slowness;
  private volatile boolean dead;

  /**
   * Wraps a journal.
   *
   * @param points is told before and after each write, and may throw
   */
  Disk(Journal journal, String party, Consumer<Point> points) {
    this.journal = journal;
    this.party = party;
    this.points = points;
  }

  void die() {
    dead = true;
  }

  boolean isDead() {
    return dead;
  }

  void fill(int writes) {
    fullWrites.set(writes);
  }

  void slow(int millis) {
    slowness = millis;
    slowWrites.set(SLOW_WRITES);
  }

  static CoterieException full() {
    return new CoterieException(
        ErrorCode.OUTPUT, "There is no space left for the journal. Make some.");
  }

  private <T> T write(Supplier<T> work) {
    requireAlive();
    points.accept(Point.WRITE);
    if (slowWrites.getAndDecrement() > 0) {
      Pause.millis(slowness);
    }
    if (fullWrites.getAndDecrement() > 0) {
      throw full();
    }
    T done = work.get();
    points.accept(Point.WRITTEN);
    requireAlive();
    return done;
  }

  private void requireAlive() {
    if (dead) {
      throw new Crash(party);
    }
  }

  private <T> T read(Supplier<T> work) {
    requireAlive();
    return work.get();
  }

  @Override
  public String place() {
    return journal.place();
  }

  @Override
  public String id() {
    return journal.id();
  }

  @Override
  public Optional<BegunStudy> study(String name) {
    return read(() -> journal.study(name));
  }

  @Override
  public void begin(BegunStudy study) {
    Object unused =
        write(
            () -> {
              journal.begin(study);
              return study;
            });
  }

  @Override
  public void replace(BegunStudy study) {
    Object unused =
        write(
            () -> {
              journal.replace(study);
              return study;
            });
  }

  @Override
  public List<StoredMessage> messages(String study) {
    return read(() -> journal.messages(study));
  }

  @Override
  public List<BegunStudy> studies() {
    return read(journal::studies);
  }

  @Override
  public Incoming receive(String study, MessageKey key) {
    return read(() -> new Arriving(journal.receive(study, key)));
  }

  @Override
  public Optional<StoredMessage> message(String study, MessageKey key) {
    return read(() -> journal.message(study, key));
  }

  @Override
  public List<StoredMessage> messages(String study, int round, int attempt, String step) {
    return read(() -> journal.messages(study, round, attempt, step));
  }

  @Override
  public byte[] read(String study, MessageKey key) {
    return read(() -> journal.read(study, key));
  }

  @Override
  public long append(String study, JournalEvent event) {
    return write(() -> journal.append(study, event));
  }

  @Override
  public List<JournalEvent> events(String study, long after) {
    return read(() -> journal.events(study, after));
  }

  @Override
  public boolean awaitBack(BooleanSupplier isEnough) {
    return journal.awaitBack(isEnough);
  }

  @Override
  public void close() {
    journal.close();
  }

  /** A message that is being received. */
  private final class Arriving implements Incoming {
    private final Incoming incoming;

    Arriving(Incoming incoming) {
      this.incoming = incoming;
    }

    @Override
    public void write(ByteBuffer bytes) {
      requireAlive();
      incoming.write(bytes);
    }

    @Override
    public Acceptance accept() {
      return Disk.this.write(incoming::accept);
    }

    @Override
    public Acceptance accept(String sha256) {
      return Disk.this.write(() -> incoming.accept(sha256));
    }

    @Override
    public void close() {
      if (!dead) {
        incoming.close();
      }
    }
  }
}
