package io.coterie.deep;

import static java.util.Objects.requireNonNull;

import io.coterie.math.Vector;
import io.coterie.protocol.Field;
import io.coterie.protocol.Fields;
import io.coterie.protocol.Payload;
import java.util.List;

/**
 * Asks how many records a site's draws by cluster shares stand for.
 *
 * @param shares of the clusters among the records of all sites
 */
record DrawQuestion(Vector shares) implements Payload {
  DrawQuestion {
    requireNonNull(shares, "shares is null");
  }

  static DrawQuestion of(Fields fields) {
    return new DrawQuestion(fields.vector("shares"));
  }

  @Override
  public String kind() {
    return "draw-question";
  }

  @Override
  public List<Field> fields() {
    return List.of(Field.numbers("shares", shares));
  }
}
