package io.coterie.store.journal;

import io.coterie.math.Seed;
import io.coterie.store.journal.Journal.Acceptance;
import io.coterie.store.journal.Journal.Incoming;
import io.coterie.testing.JavaCommand;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.List;

/** What another process does with a journal in a test. */
final class JournalChild {
  static final String STUDY = "heart";
  private static final int LARGE_BYTES = 64 << 20;

  private JournalChild() {}

  /** Starts a process with so much heap that works on a journal, in a mode, as a run. */
  static Process start(String heap, String where, String mode, int run) throws IOException {
    return new ProcessBuilder(
            JavaCommand.of(
                heap, JournalChild.class.getName(), List.of(where, mode, Integer.toString(run))))
        .redirectError(ProcessBuilder.Redirect.DISCARD)
        .start();
  }

  public static void main(String[] args) throws Exception {
    int run = Integer.parseInt(args[2]);
    try (Journal journal = Journal.open(args[0])) {
      journal.begin(new BegunStudy(STUDY, "ab12", "{}", Instant.EPOCH));
      if (args[1].equals("large")) {
        large(journal);
      } else {
        Thread events = new Thread(() -> appendForEver(journal, run));
        events.start();
        receiveForEver(journal, run);
      }
    }
  }

  private static void appendForEver(Journal journal, int run) {
    while (true) {
      long sequence = journal.append(STUDY, new JournalEvent("step", run, "{}"));
      say("event " + sequence);
    }
  }

  /** Sends messages of 0 to 3 chunks, and gives up every fifth of them. */
  private static void receiveForEver(Journal journal, int run) {
    for (int number = 0; ; number++) {
      byte[] bytes = bytes(run, number);
      try (Incoming incoming = journal.receive(STUDY, key(run, number))) {
        incoming.write(ByteBuffer.wrap(bytes));
        if (number % 5 < 4 && incoming.accept() == Acceptance.ACCEPTED) {
          say("message " + number);
        }
      }
    }
  }

  static MessageKey key(int run, int number) {
    return new MessageKey(run, number, "ask", "a");
  }

  static byte[] bytes(int run, int number) {
    Seed seed = new Seed(run).child(number);
    byte[] bytes = new byte[seed.child("length").random().nextInt(3 * SqlJournal.CHUNK_BYTES)];
    seed.child("bytes").random().nextBytes(bytes);
    return bytes;
  }

  private static synchronized void say(String line) {
    System.out.println(line);
    System.out.flush();
  }

  /** Receives a message that is larger than the heap. */
  private static void large(Journal journal) {
    MessageKey key = key(0, 0);
    byte[] frame = new byte[64 * 1024];
    try (Incoming incoming = journal.receive(STUDY, key)) {
      for (int sent = 0; sent < LARGE_BYTES; sent += frame.length) {
        frame[0] = (byte) (sent >> 16);
        incoming.write(ByteBuffer.wrap(frame));
      }
      say(incoming.accept().toString());
    }
  }
}
