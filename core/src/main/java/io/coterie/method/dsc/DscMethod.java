package io.coterie.method.dsc;

import io.coterie.message.FieldProtection;
import io.coterie.message.FieldProtection.Rule;
import io.coterie.message.Payload;
import io.coterie.message.PayloadKind;
import io.coterie.message.internal.ClusterSums;
import io.coterie.method.Clustering;
import io.coterie.method.CoordinatorContext;
import io.coterie.method.FederatedMethod;
import io.coterie.method.MethodOption;
import io.coterie.method.Schedule;
import io.coterie.method.Schedule.Stage;
import io.coterie.method.Schedule.Step;
import io.coterie.method.SiteContext;
import io.coterie.method.SitePart;
import io.coterie.method.Sites;
import io.coterie.method.internal.prepare.PreparationSchedule;
import io.coterie.plan.StudyPlan;
import io.coterie.site.internal.SharedMean;
import java.util.List;

/**
 * Distributed Spectral Clustering, a baseline of Y. Qiao, C. Ding, J. Fan, <i>Federated Spectral
 * Clustering via Secure Similarity Reconstruction</i>, NeurIPS 2023: each site embeds its records
 * by the eigenvectors of its own graph and sends the centers of their absolute values; k-means over
 * the centers of all sites gives those that every site labels its records by.
 *
 * <p>Departures. The reference sends one record of a random site to all the others to align signs;
 * here no record leaves: with absolute values on both sides, the default, signs do not matter and
 * nothing is shared, and {@code --signs reference} shares the mean of several near records. The
 * kernel's scale follows the data ({@link io.coterie.graph.internal.KernelGraph}). Eigenvectors are
 * scaled so that sites of different sizes compare. One round of sums more gives the clusters'
 * means, by which new records are labelled.
 *
 * <p>The order of eigenvectors is not aligned between sites, as in the reference: where sites
 * differ in what their first eigenvectors separate, the common centers mean little.
 */
public final class DscMethod implements FederatedMethod {
  @Override
  public String name() {
    return "dsc";
  }

  @Override
  public String summary() {
    return "distributed spectral clustering: centers of each site's own eigenvectors";
  }

  @Override
  public List<MethodOption<?>> options() {
    return List.of(SignAlignment.OPTION);
  }

  @Override
  public List<PayloadKind<? extends Payload>> kinds() {
    return List.of(
        PayloadKind.of(CommonCentroids.class),
        PayloadKind.of(PointOffer.class)
            .field("possible", "none: whether there are records enough"),
        PayloadKind.of(PointRequest.class),
        PayloadKind.of(SharedPoint.class)
            .field("point", "none: mean of near records", Rule.ofAtLeast(SharedMean.LEAST))
            .field("embedding", "none: that mean in the site's own graph"),
        PayloadKind.of(SpectralCentroids.class)
            .field(
                "centroids",
                "none: means of eigenvector entries",
                (usual, sent) ->
                    sent.smallestGroup() > 1 ? usual.ofGroups(sent.smallestGroup()) : usual)
            .field("search", FieldProtection.SEARCH));
  }

  @Override
  public Schedule schedule(StudyPlan plan) {
    long clusters = plan.clusters().value();
    long d = PreparationSchedule.dimension(this, plan);
    long centroids = clusters * clusters + 2;
    Stage sums =
        Stage.required(
            Step.sum(
                plan,
                Payload.kindOf(CommonCentroids.class),
                ClusterSums.class,
                1,
                clusters * (1 + d)));
    if (SignAlignment.of(plan) == SignAlignment.ABSOLUTE) {
      return Schedule.of(
          Stage.required(
              Step.clear(plan, DscCoordinator.CENTROIDS, SpectralCentroids.class, 1, centroids)),
          sums);
    }
    return Schedule.of(
        Stage.required(Step.clear(plan, DscCoordinator.OFFER, PointOffer.class, 1, 1)),
        Stage.required(
            Step.clear(
                plan, Payload.kindOf(PointRequest.class), SharedPoint.class, 1, d + clusters)),
        Stage.required(
            Step.clear(
                plan, Payload.kindOf(SharedPoint.class), SpectralCentroids.class, 1, centroids)),
        sums);
  }

  @Override
  public SitePart site(StudyPlan plan, SiteContext context) {
    return new DscSite(plan, context);
  }

  @Override
  public Clustering coordinate(StudyPlan plan, CoordinatorContext context, Sites sites) {
    return new DscCoordinator(plan, context, sites).coordinate();
  }
}
