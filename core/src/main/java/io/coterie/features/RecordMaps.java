package io.coterie.features;

import io.coterie.protocol.Fields;
import io.coterie.protocol.PublicBounds;

/** Makes steps of a representation of what a file or a message says. */
public final class RecordMaps {
  private RecordMaps() {}

  /** Returns the step of a kind with the given fields, or says what does not fit. */
  public static RecordMap of(String kind, Fields fields) {
    return switch (kind) {
      case "box" -> new Box(new PublicBounds(fields.vector("lower"), fields.vector("upper")));
      case "clip-rows" ->
          new ClipRows(
              fields.vector("center"), fields.vector("radius").at(0), fields.vector("unit").at(0));
      case "fill-missing" -> new FillMissing(fields.vector("means"));
      case "hog" -> new HogMap(fields.integers("shape").at(0), fields.integers("shape").at(1));
      case "normalize-rows" -> new NormalizeRows(fields.integers("norm").at(0));
      case "project" -> new Project(fields.vector("mean"), fields.numbers("axes"));
      case "signed-log" -> new SignedLog();
      case "standardize" -> new Standardize(fields.vector("center"), fields.vector("scale"));
      default -> throw new IllegalArgumentException("There is no step of kind %s.".formatted(kind));
    };
  }
}
