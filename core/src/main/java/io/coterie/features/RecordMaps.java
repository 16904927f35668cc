package io.coterie.features;

import io.coterie.features.internal.Box;
import io.coterie.features.internal.ClipRows;
import io.coterie.features.internal.HogMap;
import io.coterie.features.internal.NormalizeRows;
import io.coterie.features.internal.Project;
import io.coterie.features.internal.SignedLog;
import io.coterie.features.internal.Standardize;
import io.coterie.math.IntVector;
import io.coterie.message.Fields;
import io.coterie.message.KindProvider;
import io.coterie.message.PayloadKind;
import io.coterie.message.internal.KindTable;
import io.coterie.plan.PublicBounds;
import java.util.ArrayList;
import java.util.List;

/** From what a file or a message states to steps of a representation. */
public final class RecordMaps {
  /** Every kind of step. */
  public static final KindTable<RecordMap> KINDS = new KindTable<>("step", all());

  private static List<PayloadKind<? extends RecordMap>> all() {
    List<PayloadKind<? extends RecordMap>> kinds =
        new ArrayList<>(
            List.of(
                new PayloadKind<>("box", Box.class, RecordMaps::box),
                new PayloadKind<>("clip-rows", ClipRows.class, RecordMaps::clipRows),
                new PayloadKind<>(
                    "fill-missing",
                    FillMissing.class,
                    fields -> new FillMissing(fields.vector("means"))),
                new PayloadKind<>("hog", HogMap.class, RecordMaps::hog),
                new PayloadKind<>(
                    "normalize-rows",
                    NormalizeRows.class,
                    fields -> new NormalizeRows(fields.integer("norm"))),
                new PayloadKind<>(
                    "project",
                    Project.class,
                    fields -> new Project(fields.vector("mean"), fields.numbers("axes"))),
                new PayloadKind<>("signed-log", SignedLog.class, fields -> new SignedLog()),
                new PayloadKind<>(
                    "standardize",
                    Standardize.class,
                    fields -> new Standardize(fields.vector("center"), fields.vector("scale")))));
    kinds.addAll(KindProvider.of(RecordMap.class));
    return kinds;
  }

  private RecordMaps() {}

  /** Refuses fields that do not fit, and says which. */
  public static RecordMap of(String kind, Fields fields) {
    return KINDS.build(kind, fields);
  }

  private static Box box(Fields fields) {
    return new Box(new PublicBounds(fields.vector("lower"), fields.vector("upper")));
  }

  private static ClipRows clipRows(Fields fields) {
    return new ClipRows(fields.vector("center"), fields.number("radius"), fields.number("unit"));
  }

  private static HogMap hog(Fields fields) {
    IntVector shape = fields.integers("shape", 2);
    return new HogMap(shape.at(0), shape.at(1));
  }
}
