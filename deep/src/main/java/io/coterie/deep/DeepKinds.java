package io.coterie.deep;

import io.coterie.deep.fdec.CodeQuestion;
import io.coterie.deep.frozen.FrozenMap;
import io.coterie.deep.plus.AdoptQuestion;
import io.coterie.deep.plus.CentersQuestion;
import io.coterie.deep.plus.ChoiceQuestion;
import io.coterie.deep.plus.ClusterQuestion;
import io.coterie.deep.plus.DrawQuestion;
import io.coterie.deep.plus.EncodedQuestion;
import io.coterie.deep.plus.RefineQuestion;
import io.coterie.deep.plus.ShareQuestion;
import io.coterie.deep.plus.SiteAnswers;
import io.coterie.deep.plus.TeachQuestion;
import io.coterie.message.KindProvider;
import io.coterie.message.Payload;
import io.coterie.message.PayloadKind;
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
