package io.coterie.store.journal;

import io.coterie.math.Seed;
import io.coterie.store.journal.Journal.Acceptance;
import io.coterie.store.journal.Journal.Incoming;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Collection;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A measurement, not a test: it runs only when named, as in -Dtest=JournalSpeed, and prints. */
class JournalSpeed {
  private static final int SITES = 100;
  private static final int BYTES = 5_000_000;
  private static final int FRAME = 64 * 1024;
  private static final int ROUNDS = 5;
  private static final int STEPS = 200;

  @TempDir private Path folder;

  @ParameterizedTest
  @EnumSource
  void aHundredSitesOfFiveMegabytes(JournalPlace place) throws Exception {
    byte[] bytes = new byte[BYTES];
    new Seed(1).random().nextBytes(bytes);
    ExecutorService threads = Executors.newFixedThreadPool(SITES);
    try (Journal journal = Journal.open(place.fresh(folder))) {
      journal.begin(new BegunStudy("heart", "ab12", "{}", Instant.EPOCH));
      for (int round = 1; round <= ROUNDS; round++) {
        int number = round;
        Collection<Callable<Acceptance>> sites =
            IntStream.range(0, SITES)
                .<Callable<Acceptance>>mapToObj(site -> () -> send(journal, number, site, bytes))
                .toList();
        long start = System.nanoTime();
        for (Future<Acceptance> sent : threads.invokeAll(sites)) {
          sent.get();
        }
        print(place, "received", start);
        start = System.nanoTime();
        for (int site = 0; site < SITES; site++) {
          read(journal, key(round, site));
        }
        print(place, "read", start);
      }
      long start = System.nanoTime();
      for (int step = 0; step < STEPS; step++) {
        journal.append("heart", new JournalEvent("step", 1, "{}"));
      }
      double millis = (System.nanoTime() - start) / 1e6 / STEPS;
      System.out.printf(Locale.ROOT, "%s a step: %.2f ms%n", place, millis);
    } finally {
      threads.shutdownNow();
    }
  }

  private static MessageKey key(int round, int site) {
    return new MessageKey(round, 0, "ask", "site-" + site);
  }

  private static Acceptance send(Journal journal, int round, int site, byte[] bytes) {
    try (Incoming incoming = journal.receive("heart", key(round, site))) {
      for (int at = 0; at < bytes.length; at += FRAME) {
        incoming.write(ByteBuffer.wrap(bytes, at, Math.min(FRAME, bytes.length - at)));
      }
      return incoming.accept();
    }
  }

  private static void read(Journal journal, MessageKey key) {
    if (journal.read("heart", key).length != BYTES) {
      throw new IllegalStateException("A message was cut.");
    }
  }

  private static void print(JournalPlace place, String done, long start) {
    double seconds = (System.nanoTime() - start) / 1e9;
    System.out.printf(
        Locale.ROOT, "%s %s: %.0f MB/s%n", place, done, SITES * (BYTES / 1e6) / seconds);
  }
}
