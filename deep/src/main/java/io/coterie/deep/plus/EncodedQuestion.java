package io.coterie.deep.plus;

import static java.util.Objects.requireNonNull;

import io.coterie.deep.EncoderMap;
import io.coterie.message.Field;
import io.coterie.message.Fields;
import io.coterie.message.Payload;
import io.coterie.method.PayloadKinds;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The first question about embedded records, with the network that embeds them.
 *
 * @param encoder maps records to where they are clustered; none where every site has its own
 * @param question of the method that clusters them
 */
@Payload.Name("encoded")
record EncodedQuestion(Optional<EncoderMap> encoder, Payload question) implements Payload {
  public EncodedQuestion {
    requireNonNull(encoder, "encoder is null");
    requireNonNull(question, "question is null");
  }

  public static EncodedQuestion of(Fields fields) {
    return new EncodedQuestion(
        fields.has("encoder")
            ? Optional.of(fields.nested("encoder", (kind, inner) -> EncoderMap.of(inner)))
            : Optional.empty(),
        fields.nested("question", PayloadKinds::nested));
  }

  @Override
  public List<Field> fields() {
    List<Field> fields = new ArrayList<>();
    encoder.ifPresent(map -> fields.addAll(Field.nested("encoder", map)));
    fields.addAll(Field.nested("question", question));
    return fields;
  }
}
