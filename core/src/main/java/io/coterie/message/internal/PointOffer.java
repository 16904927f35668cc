package io.coterie.message.internal;

import io.coterie.math.IntVector;
import io.coterie.message.Field;
import io.coterie.message.Payload;
import java.util.List;

/**
 * Whether a site has enough records to share the mean of some.
 *
 * @param isPossible whether it could
 */
public record PointOffer(boolean isPossible) implements Payload {
  @Override
  public String kind() {
    return "point-offer";
  }

  @Override
  public List<Field> fields() {
    return List.of(new Field.Integers("possible", IntVector.of(isPossible ? 1 : 0)));
  }
}
