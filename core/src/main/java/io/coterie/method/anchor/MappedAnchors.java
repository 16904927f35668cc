package io.coterie.method.anchor;

import io.coterie.features.RecordMap;
import io.coterie.message.Payload;
import io.coterie.message.internal.Anchors;
import java.util.List;

/**
 * Anchors in a new space, with the way into it for the records.
 *
 * @param steps to be applied to the records first, in order
 * @param anchors in the space after these steps
 */
record MappedAnchors(List<RecordMap> steps, Anchors anchors) implements Payload {
  public MappedAnchors {
    steps = List.copyOf(steps);
  }

  @Override
  public String topic() {
    return anchors.kind();
  }
}
