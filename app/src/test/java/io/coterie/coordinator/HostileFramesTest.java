package io.coterie.coordinator;

import static io.coterie.coordinator.Http2Frames.DATA;
import static io.coterie.coordinator.Http2Frames.END_HEADERS;
import static io.coterie.coordinator.Http2Frames.END_STREAM;
import static io.coterie.coordinator.Http2Frames.HEADERS;
import static io.coterie.coordinator.Http2Frames.OPENING;
import static io.coterie.coordinator.Http2Frames.RESET;
import static io.coterie.coordinator.Http2Frames.SETTINGS;
import static io.coterie.coordinator.Http2Frames.frame;
import static io.coterie.coordinator.Http2Frames.headers;
import static io.coterie.coordinator.Http2Frames.prefix;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import io.coterie.log.ProcessLog;
import io.coterie.store.journal.Journal;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Callers whose frames are well-formed and meant to cost the coordinator more than themselves. */
@Timeout(120)
final class HostileFramesTest {
  private static final int BOMBS = 60;
  private static final int FRAME_BYTES = 16_000;
  private static final int GO_AWAY = 7;
  private static final int ENHANCE_YOUR_CALM = 11;

  @TempDir private Path folder;

  private final List<LogRecord> records = new CopyOnWriteArrayList<>();
  private final Handler handler =
      new Handler() {
        @Override
        public void publish(LogRecord line) {
          records.add(line);
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
      };
  private Journal journal;
  private Coordinator coordinator;

  @BeforeEach
  void serve() {
    journal = Journal.open(folder.resolve("coordinator.db"));
    coordinator =
        new Coordinator(
            new Coordinator.Settings(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                Optional.empty(),
                "test",
                reason -> {}),
            journal);
    Logger.getLogger("").addHandler(handler);
  }

  @AfterEach
  void end() {
    Logger.getLogger("").removeHandler(handler);
    coordinator.close();
    journal.close();
  }

  private Socket open() throws IOException {
    Socket socket = new Socket(InetAddress.getLoopbackAddress(), coordinator.port());
    socket.setSoTimeout(30_000);
    socket.getOutputStream().write(OPENING);
    socket.getOutputStream().write(frame(SETTINGS, 0, 0, new byte[0]));
    return socket;
  }

  /** A frame of the other side. */
  private record Heard(int type, int flags, ByteString content) {}

  /** Returns the next frame, or none if the connection was closed. */
  private static Optional<Heard> next(DataInputStream in) {
    try {
      int length = in.readUnsignedByte() << 16 | in.readUnsignedShort();
      int type = in.readUnsignedByte();
      int flags = in.readUnsignedByte();
      int unused = in.readInt();
      return Optional.of(new Heard(type, flags, ByteString.copyFrom(in.readNBytes(length))));
    } catch (SocketTimeoutException e) {
      throw new AssertionError("nothing is heard", e);
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  @Test
  void aCallerThatBeginsAndResetsManyCallsLosesItsConnection() throws IOException {
    try (Socket socket = open()) {
      OutputStream out = socket.getOutputStream();
      byte[] cancel = {0, 0, 0, 8};
      try {
        for (int stream = 1; stream < 40_000; stream += 2) {
          out.write(frame(HEADERS, END_HEADERS, stream, headers("Hello")));
          out.write(frame(RESET, 0, stream, cancel));
        }
      } catch (IOException e) {
        // closed before all were sent
      }
      DataInputStream in = new DataInputStream(socket.getInputStream());
      List<Integer> reasons = new ArrayList<>();
      for (Optional<Heard> heard = next(in); heard.isPresent(); heard = next(in)) {
        if (heard.get().type() == GO_AWAY) {
          reasons.add(heard.get().content().asReadOnlyByteBuffer().getInt(Integer.BYTES));
        }
      }
      assertThat(reasons).contains(ENHANCE_YOUR_CALM);
    }
    assertIsThere();
  }

  private void assertIsThere() throws IOException {
    try (Socket socket = open()) {
      assertThat(socket.getInputStream().read()).isNotNegative();
    }
  }

  private static byte[] gzip(int bytes) throws IOException {
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(packed)) {
      gzip.write(new byte[bytes]);
    }
    return packed.toByteArray();
  }

  private static void send(OutputStream out, int stream, Map<String, String> more, byte[]... parts)
      throws IOException {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      all.writeBytes(part);
    }
    byte[] message = all.toByteArray();
    out.write(frame(HEADERS, END_HEADERS, stream, headers("Join", more)));
    for (int from = 0; from < message.length; from += FRAME_BYTES) {
      int to = Math.min(message.length, from + FRAME_BYTES);
      byte[] piece = Arrays.copyOfRange(message, from, to);
      out.write(frame(DATA, to == message.length ? END_STREAM : 0, stream, piece));
    }
  }

  @Test
  void bombsLeaveAFewShortLinesInTheLog() throws IOException {
    byte[] packed = gzip(50_000_000);
    ByteArrayOutputStream text = new ByteArrayOutputStream();
    try (ProcessLog log = ProcessLog.toStream(text, Level.INFO, false);
        Socket socket = open()) {
      assertThat(log).isNotNull();
      OutputStream out = socket.getOutputStream();
      DataInputStream in = new DataInputStream(socket.getInputStream());
      for (int bomb = 0; bomb < BOMBS; bomb++) {
        int stream = 2 * bomb + 1;
        switch (bomb % 3) {
          case 0 -> send(out, stream, Map.of(), prefix(Integer.MAX_VALUE), new byte[100]);
          case 1 ->
              send(
                  out,
                  stream,
                  Map.of("grpc-encoding", "gzip"),
                  prefix(true, packed.length),
                  packed);
          default -> send(out, stream, Map.of(), prefix(3), new byte[] {-1, -1, -1});
        }
        awaitEndOfCall(in);
      }
    }
    String lines = text.toString(StandardCharsets.UTF_8);
    assertThat(records).isNotEmpty().noneMatch(line -> line.getThrown() != null);
    assertThat(lines).contains("RESOURCE_EXHAUSTED").doesNotContain("\tat ", "    at ");
    assertThat(lines.lines()).hasSizeBetween(2, 15).allMatch(line -> line.length() < 400);
    assertIsThere();
  }

  /** Waits until a call has ended, by trailers or a reset. */
  private static void awaitEndOfCall(DataInputStream in) {
    Heard heard;
    do {
      heard = next(in).orElseThrow();
    } while (!(heard.type() == RESET
        || (heard.type() == HEADERS && (heard.flags() & END_STREAM) != 0)));
  }
}
