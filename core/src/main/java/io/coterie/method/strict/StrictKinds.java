package io.coterie.method.strict;

import io.coterie.message.KindProvider;
import io.coterie.message.Payload;
import io.coterie.message.PayloadKind;
import java.util.List;

/** The questions of the strict level, which several methods share. */
public final class StrictKinds implements KindProvider {
  @Override
  public List<PayloadKind<? extends Payload>> kinds() {
    return List.of(
        PayloadKind.of(StrictQuestion.Edges.class),
        PayloadKind.of(StrictQuestion.Grid.class),
        PayloadKind.of(StrictQuestion.Line.class),
        PayloadKind.of(StrictQuestion.Lloyd.class),
        PayloadKind.of(StrictQuestion.Moments.class),
        PayloadKind.of(StrictQuestion.Scatter.class));
  }
}
