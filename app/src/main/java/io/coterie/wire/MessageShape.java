package io.coterie.wire;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.WireFormat;
import io.coterie.wire.v1.PayloadProto;
import java.io.IOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Which parts a message may have, by their tags. A parser keeps parts that it does not know and
 * makes an object of every empty field, so that bytes grow thirtyfold in memory; a walk over the
 * tags before the parser refuses both.
 *
 * <p>Immutable.
 */
final class MessageShape {
  static final MessageShape PAYLOAD = new MessageShape(PayloadProto.Payload.getDescriptor());

  /**
   * A part.
   *
   * @param content its own shape, if it is a message
   * @param isRepeated whether it may come more than once; numbers are packed into one part
   */
  private record Part(Optional<MessageShape> content, boolean isRepeated) {}

  private final Map<Integer, Part> parts = new HashMap<>();

  private MessageShape(Descriptor message) {
    for (FieldDescriptor field : message.getFields()) {
      boolean isMessage = field.getJavaType() == FieldDescriptor.JavaType.MESSAGE;
      int type =
          field.isPacked()
              ? WireFormat.WIRETYPE_LENGTH_DELIMITED
              : field.getLiteType().getWireType();
      parts.put(
          field.getNumber() << 3 | type,
          new Part(
              isMessage ? Optional.of(new MessageShape(field.getMessageType())) : Optional.empty(),
              isMessage && field.isRepeated()));
    }
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
      Part part = parts.get(tag);
      if (part == null) {
        throw new IllegalArgumentException("it has a part that is not known here");
      }
      if (part.isRepeated) {
        DecodedPayload.requireCount(++fields);
      } else if (!seen.add(tag)) {
        throw new IllegalArgumentException("it has a part twice");
      }
      if (part.content.isEmpty()) {
        input.skipField(tag);
      } else {
        int outer = input.pushLimit(input.readRawVarint32());
        part.content.get().require(input);
        input.popLimit(outer);
      }
    }
  }
}
