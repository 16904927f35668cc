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
        new PayloadKind<>("frozen-encoder", FrozenMap.class, FrozenMap::of),
        new PayloadKind<>("encoder", EncoderMap.class, EncoderMap::of),
        new PayloadKind<>("refine", RefineQuestion.class, RefineQuestion::of)
            .asks("training towards prototypes"),
        new PayloadKind<>("train", TrainQuestion.class, TrainQuestion::of)
            .asks("training a network"));
  }
}
