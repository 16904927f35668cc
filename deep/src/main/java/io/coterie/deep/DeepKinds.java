package io.coterie.deep;

import io.coterie.deep.frozen.FrozenMap;
import io.coterie.message.KindProvider;
import io.coterie.message.Payload;
import io.coterie.message.PayloadKind;
import java.util.List;

/** What the methods of this add-on share: networks, and the question that trains them. */
public final class DeepKinds implements KindProvider {
  @Override
  public List<PayloadKind<? extends Payload>> kinds() {
    return List.of(
        PayloadKind.of(FrozenMap.class),
        PayloadKind.of(EncoderMap.class),
        PayloadKind.of(RefineQuestion.class).asks("training towards prototypes"),
        PayloadKind.of(TrainQuestion.class).asks("training a network"));
  }
}
