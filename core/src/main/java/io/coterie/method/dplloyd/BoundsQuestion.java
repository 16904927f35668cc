package io.coterie.method.dplloyd;

import io.coterie.message.Field;
import io.coterie.message.Payload;
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
