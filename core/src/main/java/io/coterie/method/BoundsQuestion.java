package io.coterie.method;

import io.coterie.protocol.Field;
import io.coterie.protocol.Payload;
import java.util.List;

/** Asks how many records a site has and between which values they lie. */
record BoundsQuestion() implements Payload {
  @Override
  public String kind() {
    return "bounds";
  }

  @Override
  public List<Field> fields() {
    return List.of();
  }
}
