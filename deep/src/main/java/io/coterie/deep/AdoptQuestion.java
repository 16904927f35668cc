package io.coterie.deep;

import static java.util.Objects.requireNonNull;

import io.coterie.protocol.Field;
import io.coterie.protocol.Fields;
import io.coterie.protocol.Payload;
import java.util.List;

/**
 * Asks for how many records the taught network says what the graph said.
 *
 * @param network that was taught
 */
record AdoptQuestion(EncoderMap network) implements Payload {
  AdoptQuestion {
    requireNonNull(network, "network is null");
  }

  static AdoptQuestion of(Fields fields) {
    return new AdoptQuestion(fields.nested("network", (kind, inner) -> EncoderMap.of(inner)));
  }

  @Override
  public String kind() {
    return "adopt";
  }

  @Override
  public List<Field> fields() {
    return Field.nested("network", network);
  }
}
