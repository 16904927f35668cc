package io.coterie.wire;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.WireFormat;
import java.io.IOException;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Which parts a message may have, by their tags. A parser keeps parts that it does not know and
 * makes an object of every empty field, so that bytes grow thirtyfold in memory; a walk over the
 * tags before the parser refuses both.
 *
 * <p>Immutable.
 */
final class MessageShape {
  private static final int BYTES = WireFormat.WIRETYPE_LENGTH_DELIMITED;
  private static final MessageShape LEAF = new MessageShape(Map.of());
  private static final MessageShape VALUES = new MessageShape(Map.of(tag(1, BYTES), LEAF));
  private static final MessageShape NUMBERS =
      new MessageShape(
          Map.of(
              tag(1, WireFormat.WIRETYPE_VARINT), // rows
              LEAF,
              tag(2, WireFormat.WIRETYPE_VARINT), // columns
              LEAF,
              tag(3, BYTES), // doubles
              LEAF,
              tag(4, BYTES), // floats
              LEAF,
              tag(5, BYTES), // multiples
              LEAF,
              tag(6, WireFormat.WIRETYPE_VARINT), // exponent
              LEAF));
  private static final MessageShape EDGES =
      new MessageShape(
          Map.of(
              tag(1, BYTES), // row lengths
              LEAF,
              tag(2, BYTES), // steps
              LEAF,
              tag(3, BYTES), // weights as above
              LEAF,
              tag(4, BYTES),
              LEAF,
              tag(5, BYTES),
              LEAF,
              tag(6, WireFormat.WIRETYPE_VARINT),
              LEAF));
  private static final MessageShape FIELD =
      new MessageShape(
          Map.of(
              tag(1, BYTES), // name
              LEAF,
              tag(2, BYTES),
              NUMBERS,
              tag(3, BYTES), // integers
              VALUES,
              tag(4, BYTES), // longs
              VALUES,
              tag(5, BYTES),
              EDGES,
              tag(6, BYTES), // text
              LEAF));

  static final MessageShape PAYLOAD =
      new MessageShape(Map.of(tag(1, BYTES), LEAF, tag(2, BYTES), FIELD));

  private final Map<Integer, MessageShape> parts;

  private MessageShape(Map<Integer, MessageShape> parts) {
    this.parts = parts;
  }

  private static int tag(int number, int type) {
    return number << 3 | type;
  }

  /**
   * Requires that the bytes have known parts alone, each at most once but for a payload's fields.
   */
  void require(byte[] bytes) throws IOException {
    require(CodedInputStream.newInstance(bytes));
  }

  private void require(CodedInputStream input) throws IOException {
    Set<Integer> seen = new HashSet<>();
    int fields = 0;
    for (int tag = input.readTag(); tag != 0; tag = input.readTag()) {
      MessageShape part = parts.get(tag);
      if (part == null) {
        throw new IllegalArgumentException("it has a part that is not known here");
      }
      if (part == FIELD) {
        DecodedPayload.requireCount(++fields);
      } else if (!seen.add(tag)) {
        throw new IllegalArgumentException("it has a part twice");
      }
      if (part == LEAF) {
        input.skipField(tag);
      } else {
        int outer = input.pushLimit(input.readRawVarint32());
        part.require(input);
        input.popLimit(outer);
      }
    }
  }
}
