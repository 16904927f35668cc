package io.coterie.deep.frozen;

import io.coterie.CoterieException;
import io.coterie.deep.network.FrozenNetwork;
import io.coterie.method.Clustering;
import io.coterie.method.CoordinatorContext;
import io.coterie.method.Schedule;
import io.coterie.method.SiteContext;
import io.coterie.method.SitePart;
import io.coterie.method.Sites;
import io.coterie.method.anchor.AnchorMethods;
import io.coterie.method.internal.prepare.PreparedMethod;
import io.coterie.plan.DpTerms;
import io.coterie.plan.InputKind;
import io.coterie.plan.PrivacyPlan;
import io.coterie.plan.PublicBounds;
import io.coterie.plan.StudyPlan;
import io.coterie.plan.StudyPlan.InputPlan;
import io.coterie.plan.StudyPlan.MethodOptions;
import io.coterie.site.SiteData;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * SPP-FGC+ with a public network that nobody trains: each site embeds its records with its own copy
 * of the file, and the anchor graph is made of them. No round trains, and since the network owes
 * nothing to the records, levels totals and dp are possible: embedded records are scaled to unit
 * length, as feature vectors are.
 */
public final class Frozen {
  /** What a pixel is divided by at level dp, where no sums may tell its scale. */
  private static final double BRIGHTEST = 255;

  private static final Set<String> OPTIONS = Set.of("encoder", "neighbors");

  private Frozen() {}

  /** Returns the step that embeds, if the study has a frozen network. */
  public static Optional<FrozenMap> of(StudyPlan plan) {
    InputPlan input = plan.input();
    return plan.options()
        .word("encoder")
        .flatMap(FrozenNetwork::parse)
        .map(network -> new FrozenMap(network, input.kind(), input.dimension(), divisor(plan)));
  }

  // At other levels images come as pixels from 0 to 1, and other records are taken as they are.
  private static double divisor(StudyPlan plan) {
    if (!plan.privacy().isDp() || !plan.input().kind().isImage()) {
      return 1;
    }
    return bounds(plan).map(bounds -> bounds.upper().at(0)).orElse(BRIGHTEST);
  }

  private static Optional<PublicBounds> bounds(StudyPlan plan) {
    return plan.privacy().terms().flatMap(DpTerms::bounds);
  }

  public static void check(StudyPlan plan) {
    List<String> others =
        plan.options().values().keySet().stream().filter(name -> !OPTIONS.contains(name)).toList();
    if (!others.isEmpty()) {
      throw CoterieException.usage(
          "With a frozen encoder nothing is trained; leave out --%s."
              .formatted(String.join(", --", others)));
    }
    StudyPlan embedded = embedded(plan, of(plan).orElseThrow());
    AnchorMethods.of(embedded).check(embedded);
  }

  public static StudyPlan embedded(StudyPlan plan, FrozenMap encoder) {
    Optional<String> neighbors = plan.options().word("neighbors");
    MethodOptions none = MethodOptions.none();
    return new StudyPlan(
        AnchorMethods.of(plan).name(),
        plan.clusters(),
        InputPlan.automatic(InputKind.vectors(), encoder.network().dimension()),
        neighbors.map(count -> none.with("neighbors", count)).orElse(none),
        plan.privacy().terms().map(Frozen::unbounded).map(PrivacyPlan::dp).orElse(plan.privacy()));
  }

  /** Returns terms without the bounds of the records as read: unit rows need none. */
  private static DpTerms unbounded(DpTerms terms) {
    return new DpTerms(
        terms.budget(),
        terms.noise(),
        terms.sites(),
        terms.colluders(),
        terms.lostSites(),
        terms.publicRecords(),
        terms.recordsPerPerson(),
        Optional.empty());
  }

  private static PreparedMethod prepared(StudyPlan plan) {
    return new PreparedMethod(AnchorMethods.of(plan));
  }

  public static Schedule schedule(StudyPlan plan, FrozenMap encoder) {
    return prepared(plan).schedule(embedded(plan, encoder));
  }

  public static SitePart site(StudyPlan plan, FrozenMap encoder, SiteContext context) {
    SiteData embedded =
        SiteData.of(
            context.data().site(), encoder.apply(context.data().records(), context.parallel()));
    return prepared(plan).site(embedded(plan, encoder), context.with(embedded));
  }

  /** Clusters the embedded records; the coordinator needs no file itself. */
  public static Clustering coordinate(
      StudyPlan plan, FrozenMap encoder, CoordinatorContext context, Sites sites) {
    context.report("encoder", encoder.network().word());
    int d = encoder.network().dimension();
    return prepared(plan)
        .coordinate(
            embedded(plan, encoder),
            new CoordinatorContext(context.seed(), context.parallel(), context.findings(), d),
            sites)
        .after(List.of(encoder), plan);
  }
}
