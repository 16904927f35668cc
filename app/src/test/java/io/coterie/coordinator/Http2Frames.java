package io.coterie.coordinator;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.Map;

/** The bytes of HTTP/2 and gRPC, for callers that no library would let be made. */
final class Http2Frames {
  static final byte[] OPENING = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(US_ASCII);

  static final int DATA = 0;
  static final int HEADERS = 1;
  static final int RESET = 3;
  static final int SETTINGS = 4;
  static final int END_STREAM = 1;
  static final int END_HEADERS = 4;

  private Http2Frames() {}

  /** What gRPC puts before a message: not packed, so long. */
  static byte[] prefix(int length) {
    return prefix(false, length);
  }

  static byte[] prefix(boolean isPacked, int length) {
    return ByteBuffer.allocate(5).put((byte) (isPacked ? 1 : 0)).putInt(length).array();
  }

  static byte[] frame(int type, int flags, int stream, byte[] content) {
    return ByteBuffer.allocate(9 + content.length)
        .put((byte) 0)
        .putShort((short) content.length)
        .put((byte) type)
        .put((byte) flags)
        .putInt(stream)
        .put(content)
        .array();
  }

  /** HPACK, without Huffman's code and without a table of one's own. */
  static byte[] headers(String call) {
    return headers(call, Map.of());
  }

  static byte[] headers(String call, Map<String, String> more) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    bytes.writeBytes(new byte[] {(byte) 0x83, (byte) 0x87}); // POST, https
    bytes.writeBytes(new byte[] {4}); // path
    text(bytes, "/coterie.v1.Federation/" + call);
    bytes.writeBytes(new byte[] {1}); // authority
    text(bytes, "localhost");
    bytes.writeBytes(new byte[] {0});
    text(bytes, "content-type");
    text(bytes, "application/grpc");
    bytes.writeBytes(new byte[] {0});
    text(bytes, "te");
    text(bytes, "trailers");
    more.forEach(
        (name, value) -> {
          bytes.writeBytes(new byte[] {0});
          text(bytes, name);
          text(bytes, value);
        });
    return bytes.toByteArray();
  }

  static void text(ByteArrayOutputStream bytes, String text) {
    bytes.write(text.length());
    bytes.writeBytes(text.getBytes(US_ASCII));
  }
}
