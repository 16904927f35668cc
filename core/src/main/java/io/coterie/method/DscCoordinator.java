package io.coterie.method;

import io.coterie.CoterieException;
import io.coterie.features.Representation;
import io.coterie.math.IntVector;
import io.coterie.math.KMeans;
import io.coterie.math.Matrix;
import io.coterie.model.FittedModel;
import io.coterie.model.NearestPrototype;
import io.coterie.protocol.ClusterSums;
import io.coterie.protocol.CommonCentroids;
import io.coterie.protocol.Payload;
import io.coterie.protocol.PointOffer;
import io.coterie.protocol.PointRequest;
import io.coterie.protocol.Question;
import io.coterie.protocol.SharedPoint;
import io.coterie.protocol.SiteMessage;
import io.coterie.protocol.SpectralCentroids;
import io.coterie.protocol.StudyPlan;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** The coordinator part of Distributed Spectral Clustering: k-means over the sites' centers. */
final class DscCoordinator implements CoordinatorPart {
  private final StudyPlan plan;
  private final CoordinatorContext context;
  private final int clusterCount;
  private final Signs signs;
  private Stage stage = Stage.START;
  private CommonCentroids common;
  private String chosen;
  private List<String> sites;

  private enum Stage {
    START,
    OFFERS,
    POINT,
    CENTROIDS,
    SUMS
  }

  DscCoordinator(StudyPlan plan, CoordinatorContext context) {
    this.plan = plan;
    this.context = context;
    this.clusterCount = plan.clusters().value();
    this.signs = Signs.of(plan.options());
  }

  @Override
  public Step next(List<SiteMessage> replies) {
    return switch (stage) {
      case START -> start();
      case OFFERS -> choose(replies);
      case POINT -> share(replies);
      case CENTROIDS -> cluster(replies);
      case SUMS -> finish(replies);
    };
  }

  private Step start() {
    if (signs == Signs.ABSOLUTE) {
      context.findings().report("shared point", "none: absolute values have no signs to align");
      stage = Stage.CENTROIDS;
      return new Step.Ask(new Question("spectral-centroids"), centroids());
    }
    stage = Stage.OFFERS;
    return new Step.Ask(new Question("point-offer"), Reply.of(PointOffer.class, offer -> {}));
  }

  private Reply centroids() {
    return Reply.of(
        SpectralCentroids.class,
        site ->
            Reply.require(
                site.centroids().rows() == clusterCount
                    && site.centroids().columns() == clusterCount,
                "it has %d x %d centroids where %d x %d are asked for"
                    .formatted(
                        site.centroids().rows(),
                        site.centroids().columns(),
                        clusterCount,
                        clusterCount)));
  }

  private Step choose(List<SiteMessage> replies) {
    List<String> able =
        replies.stream()
            .filter(reply -> reply.payloadAs(PointOffer.class).isPossible())
            .map(SiteMessage::site)
            .toList();
    if (able.isEmpty()) {
      throw CoterieException.badData(
          "No site has enough records to share a mean of some; use --signs absolute, which shares"
              + " nothing.");
    }
    chosen = able.get(context.seed().child("point").random().nextInt(able.size()));
    context
        .findings()
        .report("shared point", "the mean of several near records of %s".formatted(chosen));
    stage = Stage.POINT;
    return new Step.Ask(
        new PointRequest(chosen),
        Reply.of(
            SharedPoint.class,
            shared ->
                Reply.require(
                    shared.equals(SharedPoint.none())
                        || (shared.point().size() == context.dimension()
                            && shared.embedding().size() == clusterCount),
                    "its point has another number of values than was asked for")));
  }

  private Step share(List<SiteMessage> replies) {
    stage = Stage.CENTROIDS;
    return new Step.Ask(
        replies.stream()
            .filter(reply -> reply.site().equals(chosen))
            .map(reply -> reply.payloadAs(SharedPoint.class))
            .filter(SharedPoint::isPresent)
            .findFirst()
            .orElseThrow(
                () -> new IllegalArgumentException("No site sent the point that was asked for.")),
        centroids());
  }

  private Step cluster(List<SiteMessage> replies) {
    sites = replies.stream().map(SiteMessage::site).toList();
    List<SpectralCentroids> sent =
        replies.stream().map(reply -> reply.payloadAs(SpectralCentroids.class)).toList();
    Matrix all = Matrix.zeros(sent.size() * clusterCount, clusterCount);
    for (int s = 0; s < sent.size(); s++) {
      Matrix own = sent.get(s).centroids();
      System.arraycopy(own.array(), 0, all.array(), s * own.array().length, own.array().length);
    }
    long whole = sent.stream().filter(site -> site.components() == 1).count();
    long converged = sent.stream().filter(SpectralCentroids::converged).count();
    context
        .findings()
        .report(
            "site graphs",
            "%d of %d in one component, eigenvectors converged at %d"
                .formatted(whole, sent.size(), converged));
    common =
        new CommonCentroids(
            new KMeans(KMeans.Options.of(clusterCount))
                .fit(all, context.seed().child("centroids"), context.parallel())
                .centers());
    stage = Stage.SUMS;
    return new Step.Ask(common, Reply.sum(ClusterSums.zero(clusterCount, context.dimension())));
  }

  private Step finish(List<SiteMessage> replies) {
    ClusterSums sums = SiteMessage.total(replies, ClusterSums.class);
    int[] used = IntStream.range(0, clusterCount).filter(c -> sums.counts().at(c) > 0).toArray();
    Matrix means = sums.sums().selectRows(used);
    for (int c = 0; c < used.length; c++) {
      for (int j = 0; j < means.columns(); j++) {
        means.set(c, j, means.at(c, j) / sums.counts().at(used[c]));
      }
    }
    Map<String, Payload> answers = new HashMap<>();
    sites.forEach(site -> answers.put(site, common));
    return new Step.Finish(
        new FittedModel(
            plan.input().dimension(),
            Representation.identity(),
            new NearestPrototype(means, IntVector.of(used), clusterCount)),
        answers);
  }
}
