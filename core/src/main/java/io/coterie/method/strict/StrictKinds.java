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
        PayloadKind.of(EdgesQuestion.class),
        PayloadKind.of(GridQuestion.class),
        PayloadKind.of(LineQuestion.class),
        PayloadKind.of(LloydQuestion.class),
        PayloadKind.of(StrictMomentsQuestion.class),
        PayloadKind.of(ScatterQuestion.class));
  }
}
