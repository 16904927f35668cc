package io.coterie.message.internal;

import static java.util.Objects.requireNonNull;

import io.coterie.math.Vector;
import io.coterie.math.internal.cluster.FuzzyCMeans;
import io.coterie.message.Field;
import io.coterie.message.Payload;
import java.util.List;

/**
 * The centers and the fuzzifier for which sites are to send their sums.
 *
 * @param step the centers and the fuzzifier
 */
public record FuzzyCenters(FuzzyCMeans step) implements Payload {
  public FuzzyCenters {
    requireNonNull(step, "step is null");
  }

  @Override
  public String kind() {
    return "fuzzy-centers";
  }

  @Override
  public List<Field> fields() {
    return List.of(
        new Field.Numbers("centers", step.centers()),
        Field.numbers("fuzzifier", Vector.of(step.fuzzifier())));
  }
}
