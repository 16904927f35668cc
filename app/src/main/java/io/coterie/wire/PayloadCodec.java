package io.coterie.wire;

import com.google.protobuf.InvalidProtocolBufferException;
import io.coterie.CoterieException;
import io.coterie.ErrorCode;
import io.coterie.message.Payload;
import io.coterie.message.SiteMessage;
import io.coterie.message.WireSize;
import io.coterie.method.PayloadKinds;
import io.coterie.wire.v1.PayloadProto;
import java.io.IOException;
import java.util.Locale;

/**
 * Payloads as bytes and back, as {@code coterie/v1/payload.proto} says. Bytes are hostile until
 * they are decoded: their number is checked first, then their shape, so that a few of them cannot
 * fill the memory, then every value. Whatever is wrong with them is an error of kind BAD_DATA.
 *
 * <p>Stateless and thread-safe.
 */
public final class PayloadCodec {
  /** The longest message in bytes that is sent or taken unless a smaller limit is set. */
  public static final int MOST_BYTES = 256 << 20;

  private PayloadCodec() {}

  /** Returns the bytes of a payload; as many as {@link WireSize} counts. */
  public static byte[] encode(Payload payload) {
    try {
      requireSize(WireSize.of(payload), MOST_BYTES);
      DecodedPayload whole = new DecodedPayload(payload.kind(), payload.fields());
      return PayloadWriter.write(whole).toByteArray();
    } catch (IllegalArgumentException e) {
      throw new CoterieException(
          ErrorCode.BAD_DATA,
          "A message cannot be sent: %s. Check the records for values that are missing or out of range."
              .formatted(e.getMessage()),
          e);
    }
  }

  public static DecodedPayload decode(byte[] bytes) {
    return decode(bytes, MOST_BYTES);
  }

  static DecodedPayload decode(byte[] bytes, int mostBytes) {
    try {
      requireSize(bytes.length, mostBytes);
      MessageShape.PAYLOAD.require(bytes);
      return PayloadReader.read(PayloadProto.Payload.parseFrom(bytes));
    } catch (InvalidProtocolBufferException e) {
      throw refused("its bytes are no protocol buffer of this kind", e);
    } catch (IOException e) {
      throw refused("its bytes end too early", e);
    } catch (IllegalArgumentException e) {
      throw refused(e.getMessage(), e);
    }
  }

  /** Returns the payload in the bytes as the type that a site or a coordinator can use. */
  public static Payload typed(byte[] bytes) {
    DecodedPayload decoded = decode(bytes);
    try {
      return PayloadKinds.typed(decoded.kind(), decoded.fields());
    } catch (IllegalArgumentException e) {
      throw refused(e.getMessage().replaceAll("\\.$", ""), e);
    }
  }

  /** Returns what a site said; BAD_DATA if the bytes cannot be that. */
  public static SiteMessage reply(String site, byte[] bytes) {
    return new SiteMessage(site, typed(bytes));
  }

  public static SiteMessage total(Payload total) {
    return new SiteMessage("all sites", total);
  }

  private static void requireSize(long bytes, int mostBytes) {
    if (bytes > mostBytes) {
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT,
              "it has %,d bytes; the limit is %,d",
              bytes,
              Integer.valueOf(mostBytes)));
    }
  }

  private static CoterieException refused(String reason, Exception cause) {
    return new CoterieException(
        ErrorCode.BAD_DATA,
        "A message is refused: %s. Its sender may use another version of Coterie; both need the same."
            .formatted(reason),
        cause);
  }
}
