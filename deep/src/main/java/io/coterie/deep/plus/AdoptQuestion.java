package io.coterie.deep.plus;

import static java.util.Objects.requireNonNull;

import io.coterie.deep.EncoderMap;
import io.coterie.message.Field;
import io.coterie.message.Fields;
import io.coterie.message.Payload;
import java.util.List;

/**
 * Asks for how many records the taught network says what the graph said.
 *
 * @param network that was taught
 */
@Payload.Name("adopt")
record AdoptQuestion(EncoderMap network) implements Payload {
  public AdoptQuestion {
    requireNonNull(network, "network is null");
  }

  public static AdoptQuestion of(Fields fields) {
    return new AdoptQuestion(fields.nested("network", (kind, inner) -> EncoderMap.of(inner)));
  }

  @Override
  public List<Field> fields() {
    return Field.nested("network", network);
  }
}
