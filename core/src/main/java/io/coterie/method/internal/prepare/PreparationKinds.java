package io.coterie.method.internal.prepare;

import io.coterie.message.KindProvider;
import io.coterie.message.Payload;
import io.coterie.message.PayloadKind;
import java.util.List;

/** The questions of preparation, which most methods share. */
public final class PreparationKinds implements KindProvider {
  @Override
  public List<PayloadKind<? extends Payload>> kinds() {
    return List.of(
        PayloadKind.of(PreparationQuestion.class).asks("sums over the features"),
        PayloadKind.of(PreparedQuestion.class));
  }
}
