package io.coterie.deep;

import static java.util.Objects.requireNonNull;

import io.coterie.method.PayloadKinds;
import io.coterie.protocol.Field;
import io.coterie.protocol.Fields;
import io.coterie.protocol.Payload;
import java.util.ArrayList;
import java.util.List;

/**
 * The first question about embedded records, with the network that embeds them.
 *
 * @param encoder maps records to where they are clustered
 * @param question of the method that clusters them
 */
record EncodedQuestion(EncoderMap encoder, Payload question) implements Payload {
  EncodedQuestion {
    requireNonNull(encoder, "encoder is null");
    requireNonNull(question, "question is null");
  }

  static EncodedQuestion of(Fields fields) {
    return new EncodedQuestion(
        fields.nested("encoder", (kind, inner) -> EncoderMap.of(inner)),
        fields.nested("question", PayloadKinds::nested));
  }

  @Override
  public String kind() {
    return "encoded";
  }

  @Override
  public List<Field> fields() {
    List<Field> fields = new ArrayList<>(Field.nested("encoder", encoder));
    fields.addAll(Field.nested("question", question));
    return fields;
  }
}
