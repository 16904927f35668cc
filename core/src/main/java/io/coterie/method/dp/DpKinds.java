package io.coterie.method.dp;

import io.coterie.message.KindProvider;
import io.coterie.message.Payload;
import io.coterie.message.PayloadKind;
import java.util.List;

/** The questions of level dp, which several methods share. */
public final class DpKinds implements KindProvider {
  @Override
  public List<PayloadKind<? extends Payload>> kinds() {
    return List.of(
        PayloadKind.of(DpQuestion.Boundaries.class),
        PayloadKind.of(DpQuestion.Edges.class),
        PayloadKind.of(DpQuestion.Grid.class),
        PayloadKind.of(DpQuestion.Line.class),
        PayloadKind.of(DpQuestion.Lloyd.class),
        PayloadKind.of(DpQuestion.Moments.class),
        PayloadKind.of(DpQuestion.Scatter.class),
        PayloadKind.of(Magnitudes.class));
  }
}
