package io.coterie.coordinator;

import static io.coterie.coordinator.Http2Frames.DATA;
import static io.coterie.coordinator.Http2Frames.END_HEADERS;
import static io.coterie.coordinator.Http2Frames.END_STREAM;
import static io.coterie.coordinator.Http2Frames.HEADERS;
import static io.coterie.coordinator.Http2Frames.OPENING;
import static io.coterie.coordinator.Http2Frames.SETTINGS;
import static io.coterie.coordinator.Http2Frames.frame;
import static io.coterie.coordinator.Http2Frames.headers;
import static io.coterie.coordinator.Http2Frames.prefix;
import static java.nio.charset.StandardCharsets.US_ASCII;

import io.coterie.wire.Protocol;
import io.coterie.wire.v1.FederationProto.HelloRequest;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;

/** How a caller keeps the other side waiting. */
public enum SlowCall {
  /** Connects and says nothing. */
  SILENT(false),

  /** Shakes hands, a byte at a time. */
  SLOW_HANDSHAKE(true),

  /** Shakes hands and says nothing more. */
  SILENT_AFTER_HANDSHAKE(true),

  /** Speaks HTTP/2, and begins a call a byte at a time. */
  SLOW_HEADER(true),

  /** Begins a call whose message it says a byte at a time, each in a frame that is whole. */
  SLOW_MESSAGE(true),

  /** Makes many calls and takes no answer. */
  NEVER_READS(true),

  /** Speaks HTTP/1.1, and asks a byte at a time. */
  SLOW_REQUEST(false);

  private static final int CALLS = 32;
  private static final int MESSAGE_BYTES = 200_000;

  private final boolean isEncrypted;

  SlowCall(boolean isEncrypted) {
    this.isEncrypted = isEncrypted;
  }

  boolean isEncrypted() {
    return isEncrypted;
  }

  /** Returns whether it confirms what HTTP/2 wants confirmed, as one that is alive does. */
  boolean confirms() {
    return this == SLOW_MESSAGE || this == NEVER_READS;
  }

  /** Returns what it says at once. */
  byte[] atOnce(String site) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    switch (this) {
      case SLOW_HEADER, SLOW_MESSAGE -> {
        bytes.writeBytes(OPENING);
        bytes.writeBytes(frame(SETTINGS, 0, 0, new byte[0]));
        if (this == SLOW_MESSAGE) {
          bytes.writeBytes(frame(HEADERS, END_HEADERS, 1, headers("Submit")));
          bytes.writeBytes(frame(DATA, 0, 1, prefix(MESSAGE_BYTES)));
        }
      }
      case NEVER_READS -> {
        bytes.writeBytes(OPENING);
        byte[] noWindow = {0, 4, 0, 0, 0, 0};
        bytes.writeBytes(frame(SETTINGS, 0, 0, noWindow));
        for (int call = 0; call < CALLS; call++) {
          int stream = 2 * call + 1;
          bytes.writeBytes(frame(HEADERS, END_HEADERS, stream, headers("Hello")));
          bytes.writeBytes(frame(DATA, END_STREAM, stream, hello(site)));
        }
      }
      default -> {}
    }
    return bytes.toByteArray();
  }

  /** Returns what it says at a later moment, if anything. */
  byte[] at(int moment) {
    return switch (this) {
      case SLOW_HEADER -> byteOf(frame(HEADERS, END_HEADERS, 1, headers("Hello")), moment);
      case SLOW_MESSAGE -> frame(DATA, 0, 1, new byte[1]);
      case SLOW_REQUEST ->
          byteOf(
              ("GET /health HTTP/1.1\r\nHost: localhost\r\nX: " + "x".repeat(9_999))
                  .getBytes(US_ASCII),
              moment);
      default -> new byte[0];
    };
  }

  private static byte[] byteOf(byte[] bytes, int moment) {
    // The last one is never said.
    return moment < bytes.length - 1 ? new byte[] {bytes[moment]} : new byte[0];
  }

  private static byte[] hello(String site) {
    byte[] message =
        HelloRequest.newBuilder().setProtocol(Protocol.VERSION).setSite(site).build().toByteArray();
    return ByteBuffer.allocate(5 + message.length).put(prefix(message.length)).put(message).array();
  }
}
