package io.coterie.deep.plus;

import io.coterie.CoterieException;
import io.coterie.deep.frozen.Frozen;
import io.coterie.deep.frozen.FrozenMap;
import io.coterie.deep.network.FrozenNetwork;
import io.coterie.message.Payload;
import io.coterie.message.PayloadKind;
import io.coterie.method.Clustering;
import io.coterie.method.CoordinatorContext;
import io.coterie.method.FederatedMethod;
import io.coterie.method.MethodOption;
import io.coterie.method.Schedule;
import io.coterie.method.SiteContext;
import io.coterie.method.SitePart;
import io.coterie.method.Sites;
import io.coterie.method.anchor.AnchorMethods;
import io.coterie.plan.PrivacyLevel;
import io.coterie.plan.StudyPlan;
import io.coterie.plan.StudyPlan.InputPlan;
import io.coterie.plan.StudyPlan.MethodOptions;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * SPP-FGC+: the sites learn features together, then the graph is made of the learned features. Of
 * images the oriented gradients are taken instead, unless an encoder is named, and the learning
 * comes after the graph.
 *
 * <ol>
 *   <li>Shared anchors by sums; each site draws its training records so that it sees about the
 *       mixture of all sites.
 *   <li>Rounds of local training, each followed by the average of the networks.
 *   <li>The anchor graph of the embedded records; of images, beside their oriented gradients.
 *   <li>Autoencoders: the clusters' means are the global prototypes, towards which the sites train
 *       with L_vae + λ KL(P‖Q), Eq. (16); then the graph again, up to T rounds.
 *   <li>Images: a network, averaged over the sites, is taught the clusters.
 * </ol>
 *
 * <p>With {@code --alignment prototypes} it is as the paper has it: no anchors, no average, no
 * teaching, and prototypes alone bring the sites' networks together. They do not: the spaces of
 * networks that start alike and train alone drift apart, which is why networks are averaged.
 *
 * <p>He, Wang, Wang, Chen, Zhang, Nie. SPP-FGC+ in <i>Structural Privacy-Preserving Federated Graph
 * Clustering</i>; where it departs is said in docs/decisions.md.
 */
public final class SppFgcPlusMethod implements FederatedMethod {
  @Override
  public String name() {
    return "spp-fgc-plus";
  }

  @Override
  public String summary() {
    return "the anchor graph of given or learned features, then a network taught its clusters";
  }

  @Override
  public List<MethodOption<?>> options() {
    return PlusOptions.ALL;
  }

  @Override
  public List<PayloadKind<? extends Payload>> kinds() {
    return List.of(
        PayloadKind.of(SelfTeaching.AdoptQuestion.class).asks("agreement with the network"),
        PayloadKind.of(PrototypeRounds.CentersQuestion.class)
            .asks("sums by cluster of embedded records"),
        PayloadKind.of(PrototypeRounds.ChoiceQuestion.class).asks("taking a round's answer"),
        PayloadKind.of(SelfTeaching.ClusterQuestion.class).asks("sums of records by cluster"),
        PayloadKind.of(SelfTeaching.DrawQuestion.class).asks("what draws stand for"),
        PayloadKind.of(PrototypeRounds.EncodedQuestion.class)
            .asks("small groups of embedded records"),
        PayloadKind.of(SharedAnchors.ShareQuestion.class).asks("sums for shared anchors"),
        PayloadKind.of(SiteAnswers.class),
        PayloadKind.of(SelfTeaching.TeachQuestion.class).asks("teaching a network"));
  }

  @Override
  public MethodOptions stated(MethodOptions options, InputPlan input) {
    return options
        .word(PlusOptions.ENCODER.name())
        .map(word -> options.with(PlusOptions.ENCODER.name(), FrozenNetwork.stated(word, input)))
        .orElse(options);
  }

  @Override
  public Set<PrivacyLevel> levels() {
    return Set.of(PrivacyLevel.COMPONENT, PrivacyLevel.TOTALS, PrivacyLevel.DP);
  }

  @Override
  public boolean findsClusterCount() {
    return true;
  }

  @Override
  public void check(StudyPlan plan) {
    if (Frozen.of(plan).isPresent()) {
      Frozen.check(plan);
      return;
    }
    PlusOptions options = PlusOptions.of(plan);
    PrivacyLevel level = plan.privacy().level();
    if (level == PrivacyLevel.DP || (level == PrivacyLevel.TOTALS && options.learns())) {
      throw CoterieException.usage(
          "Method spp-fgc-plus trains networks on records, which level %s does not allow: what"
                  .formatted(level.word())
              + " they give away is not accounted for. Use anchor-graph, a frozen public encoder"
              + " (--encoder onnx:FILE), or --privacy component --accept-group-disclosure.");
    }
    if (options.learns() && !plan.input().kind().isImage() && plan.input().dimension() < 2) {
      throw CoterieException.usage(
          "An encoder needs records of at least two features; use --encoder identity.");
    }
  }

  @Override
  public boolean learnsFeatures(StudyPlan plan) {
    return Frozen.of(plan).isPresent() || PlusOptions.of(plan).learns();
  }

  @Override
  public boolean isPrepared(StudyPlan plan) {
    boolean isRaw = Frozen.of(plan).isPresent() && !plan.input().kind().isImage();
    return !plan.privacy().isDp() && !isRaw;
  }

  @Override
  public StudyPlan clustered(StudyPlan plan) {
    return Frozen.of(plan).map(encoder -> Frozen.embedded(plan, encoder)).orElse(plan);
  }

  @Override
  public Schedule schedule(StudyPlan plan) {
    Optional<FrozenMap> frozen = Frozen.of(plan);
    if (frozen.isPresent()) {
      return Frozen.schedule(plan, frozen.get());
    }
    return PlusOptions.of(plan).learns()
        ? PlusSchedule.of(plan)
        : AnchorMethods.of(plan).schedule(plan);
  }

  @Override
  public SitePart site(StudyPlan plan, SiteContext context) {
    Optional<FrozenMap> frozen = Frozen.of(plan);
    if (frozen.isPresent()) {
      return Frozen.site(plan, frozen.get(), context);
    }
    return PlusOptions.of(plan).learns()
        ? new PlusSite(plan, context)
        : AnchorMethods.of(plan).site(plan, context);
  }

  @Override
  public Clustering coordinate(StudyPlan plan, CoordinatorContext context, Sites sites) {
    Optional<FrozenMap> frozen = Frozen.of(plan);
    if (frozen.isPresent()) {
      return Frozen.coordinate(plan, frozen.get(), context, sites);
    }
    return PlusOptions.of(plan).learns()
        ? new PlusCoordinator(plan, context, sites).coordinate()
        : AnchorMethods.of(plan).coordinate(plan, context, sites);
  }
}
