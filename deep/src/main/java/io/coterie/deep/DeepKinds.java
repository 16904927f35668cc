package io.coterie.deep;

import io.coterie.protocol.KindProvider;
import io.coterie.protocol.Payload;
import io.coterie.protocol.PayloadKind;
import java.util.List;

/** What this add-on sends, and the ways back to it. */
public final class DeepKinds implements KindProvider {
  @Override
  public List<PayloadKind<? extends Payload>> kinds() {
    return List.of(
        new PayloadKind<>("adopt", AdoptQuestion.class, AdoptQuestion::of),
        new PayloadKind<>("centers", CentersQuestion.class, CentersQuestion::of),
        new PayloadKind<>("choice", ChoiceQuestion.class, ChoiceQuestion::of),
        new PayloadKind<>("cluster-question", ClusterQuestion.class, ClusterQuestion::of),
        new PayloadKind<>("draw-question", DrawQuestion.class, DrawQuestion::of),
        new PayloadKind<>("code-question", CodeQuestion.class, CodeQuestion::of),
        new PayloadKind<>("encoded", EncodedQuestion.class, EncodedQuestion::of),
        new PayloadKind<>("frozen-encoder", FrozenMap.class, FrozenMap::of),
        new PayloadKind<>("encoder", EncoderMap.class, EncoderMap::of),
        new PayloadKind<>("refine", RefineQuestion.class, RefineQuestion::of),
        new PayloadKind<>("share-question", ShareQuestion.class, ShareQuestion::of),
        new PayloadKind<>("site-answers", SiteAnswers.class, SiteAnswers::of),
        new PayloadKind<>("teach", TeachQuestion.class, TeachQuestion::of),
        new PayloadKind<>("train", TrainQuestion.class, TrainQuestion::of));
  }
}
