package io.coterie.method.strict;

import io.coterie.features.RecordMap;
import io.coterie.features.Representation;
import io.coterie.message.Fields;
import io.coterie.message.KindProvider;
import io.coterie.message.Payload;
import io.coterie.message.PayloadKind;
import java.util.List;

/** The questions of the strict level, from their fields. */
public final class StrictKinds implements KindProvider {
  @Override
  public List<PayloadKind<? extends Payload>> kinds() {
    return List.of(
        new PayloadKind<>(
            StrictSchedule.EDGES,
            EdgesQuestion.class,
            fields -> new EdgesQuestion(fields.numbers("anchors"))),
        new PayloadKind<>(
            StrictSchedule.GRID,
            GridQuestion.class,
            fields -> new GridQuestion(steps(fields), fields.integer("bins"))),
        new PayloadKind<>(
            StrictSchedule.LINE,
            LineQuestion.class,
            fields ->
                new LineQuestion(steps(fields), fields.number("range"), fields.integer("bins"))),
        new PayloadKind<>(
            StrictSchedule.LLOYD,
            LloydQuestion.class,
            fields ->
                new LloydQuestion(
                    steps(fields), fields.numbers("anchors"), fields.number("radius"))),
        new PayloadKind<>(
            StrictSchedule.MOMENTS,
            StrictMomentsQuestion.class,
            fields -> new StrictMomentsQuestion(steps(fields))),
        new PayloadKind<>(
            StrictSchedule.SCATTER,
            ScatterQuestion.class,
            fields -> new ScatterQuestion(fields.vector("center"), fields.number("radius"))));
  }

  private static List<RecordMap> steps(Fields fields) {
    return Representation.of(fields).steps();
  }
}
