package io.coterie.method;

import io.coterie.CoterieException;
import io.coterie.features.RecordMap;
import io.coterie.features.Representation;
import io.coterie.fusion.AnchorSample;
import io.coterie.fusion.ClusterCountRule;
import io.coterie.fusion.GraphPartition;
import io.coterie.fusion.PartitionStability;
import io.coterie.fusion.WeightedPoints;
import io.coterie.math.Matrix;
import io.coterie.math.Vector;
import io.coterie.method.CoordinatorContext.Findings;
import io.coterie.model.AnchorEmbedding;
import io.coterie.model.AnchorVotes;
import io.coterie.model.ClusterModel;
import io.coterie.model.FittedModel;
import io.coterie.protocol.AnchorGraph;
import io.coterie.protocol.AnchorSums;
import io.coterie.protocol.Anchors;
import io.coterie.protocol.ClusterMoments;
import io.coterie.protocol.Microclusters;
import io.coterie.protocol.Payload;
import io.coterie.protocol.Question;
import io.coterie.protocol.SiteMessage;
import io.coterie.protocol.StudyPlan;
import io.coterie.protocol.SumUnit;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The coordinator part of the anchor graph. */
final class AnchorGraphCoordinator implements CoordinatorPart {
  /** With fewer anchors per cluster than this, leaving some out says nothing. */
  private static final int LEAST_FOR_STABILITY = 4;

  /** An anchor that no record chose still has a place in the weighted steps. */
  private static final double LEAST_MASS = 1e-9;

  private final StudyPlan plan;
  private final CoordinatorContext context;
  private Stage stage = Stage.START;
  private Matrix anchors;
  private int roundsLeft;
  private int neighbors;
  private int clusterCount;
  private ClusterModel model;
  private MixtureRefinement refinement;
  private Vector origin;
  private List<RecordMap> metric = List.of();
  private SumUnit unit;
  private boolean measured;
  private final AnchorSketches sketches;

  private enum Stage {
    START,
    MICROCLUSTERS,
    LLOYD,
    GRAPH,
    MOMENTS,
    REFINEMENT
  }

  AnchorGraphCoordinator(StudyPlan plan, CoordinatorContext context) {
    this.plan = plan;
    this.context = context;
    this.unit = context.unit();
    this.sketches = new AnchorSketches(context);
  }

  @Override
  public Step next(List<SiteMessage> replies) {
    return switch (stage) {
      case START -> {
        stage = Stage.MICROCLUSTERS;
        yield new Step.Ask(new Question("microclusters"), Replies.groups(context));
      }
      case MICROCLUSTERS -> sample(replies);
      case LLOYD -> move(SiteMessage.total(replies, AnchorSums.class));
      case GRAPH -> divide(SiteMessage.total(replies, AnchorGraph.class));
      case MOMENTS -> measure(SiteMessage.total(replies, ClusterMoments.class));
      case REFINEMENT -> refinement.next(replies).orElseGet(() -> finish(refinement.best(model)));
    };
  }

  private Step sample(List<SiteMessage> replies) {
    sketches.told(replies);
    List<Microclusters> sites =
        replies.stream().map(reply -> reply.payloadAs(Microclusters.class)).toList();
    double records = sites.stream().mapToDouble(site -> site.counts().sum()).sum();
    if (plan.clusters().value() > records) {
      throw CoterieException.badData(
          "%d clusters were asked for, but all sites together have fewer records; ask for fewer."
              .formatted(plan.clusters().value()));
    }
    anchors =
        rounded(
            AnchorSample.of(sites, plan.clusters().orAssumed(), context.seed().child("anchors")));
    stage = Stage.LLOYD;
    roundsLeft = AnchorGraphMethod.rounds(plan);
    return askForSums(new Anchors(anchors, 0, unit));
  }

  /** Returns anchors as sites are told them: no finer than the sums that they are made of. */
  private Matrix rounded(Matrix exact) {
    return unit.rounded(exact);
  }

  private Step askForSums(Payload question) {
    AnchorSums zero = AnchorSums.zero(anchors.rows(), anchors.columns()).in(unit);
    Reach reach = metric.isEmpty() ? context.reach() : Reach.unknown();
    return new Step.Ask(question, Reply.sum(zero, reach::requireSums));
  }

  private Step move(AnchorSums sums) {
    Matrix before = anchors;
    anchors = rounded(plan.privacy().smallestGroup() > 1 ? moved(anchors, sums) : means(sums));
    if (!measured) { // afterwards the anchors are in another space
      sketches.moved(before, anchors, sums.counts());
    }
    roundsLeft--;
    if (roundsLeft > 0) {
      return askForSums(new Anchors(anchors, 0, unit));
    }
    neighbors = AnchorProfile.of(plan).neighbors(anchors.rows());
    stage = Stage.GRAPH;
    return new Step.Ask(
        new Anchors(anchors, neighbors), Reply.sum(AnchorGraph.zero(anchors.rows())));
  }

  /** Returns the anchors at the means that were sent; where sites withheld theirs, one stays. */
  private static Matrix moved(Matrix anchors, AnchorSums sums) {
    Matrix moved = anchors.copy();
    for (int p = 0; p < moved.rows(); p++) {
      for (int j = 0; sums.counts().at(p) > 0 && j < moved.columns(); j++) {
        moved.set(p, j, sums.sums().at(p, j) / sums.counts().at(p));
      }
    }
    return moved;
  }

  /** Returns the means of the anchors that have records. */
  private static Matrix means(AnchorSums sums) {
    int[] used =
        java.util.stream.IntStream.range(0, sums.counts().size())
            .filter(p -> sums.counts().at(p) > 0)
            .toArray();
    Matrix means = sums.sums().selectRows(used);
    for (int p = 0; p < used.length; p++) {
      for (int j = 0; j < means.columns(); j++) {
        means.set(p, j, means.at(p, j) / sums.counts().at(used[p]));
      }
    }
    return means;
  }

  private Step divide(AnchorGraph graph) {
    double[] mass = graph.mass().toArray();
    for (int p = 0; p < mass.length; p++) {
      mass[p] += LEAST_MASS;
    }
    WeightedPoints nodes = new WeightedPoints(anchors, Vector.of(mass));
    if (!measured) {
      clusterCount = clusterCount(graph, nodes);
    }
    requireAnchors(clusterCount);
    AnchorProfile profile = profile();
    GraphPartition partition =
        new GraphPartition(profile.spectrum(), clusterCount, context.seed(), context.parallel());
    GraphPartition.Result found = partition.fit(graph.gram(), nodes);
    model =
        found.embedding().isPresent()
            ? new AnchorEmbedding(
                anchors,
                neighbors,
                found.embedding().get().coordinates(),
                found.embedding().get().centers())
            : new AnchorVotes(anchors, neighbors, found.clusters(), clusterCount);
    sketches.divided(graph, found.eigenvalues());
    boolean divided = found.components() < clusterCount && clusterCount > 1;
    if (divided && !measured && profile.learnsMetric()) {
      measured = true;
      stage = Stage.MOMENTS;
      origin = nodes.mean();
      return new Step.Ask(
          new MomentsQuestion(model, origin),
          Reply.sum(ClusterMoments.zero(model.clusterCount(), anchors.columns())));
    }
    report(found, partition, graph, nodes);
    context.findings().measure(Findings.EIGENGAP, () -> found.eigengap(clusterCount));
    if (found.embedding().isPresent() && profile.fitsMixture() && clusterCount > 1) {
      stage = Stage.REFINEMENT;
      refinement = new MixtureRefinement(model, nodes, context);
      return refinement.start();
    }
    return finish(model);
  }

  private int clusterCount(AnchorGraph graph, WeightedPoints nodes) {
    if (!plan.clusters().isAuto()) {
      return plan.clusters().value();
    }
    ClusterCountRule.Suggestion suggestion =
        new ClusterCountRule(context.seed().child("count"), context.parallel())
            .suggest(graph.gram(), nodes);
    context.findings().report("clusters", Integer.toString(suggestion.best()));
    context.findings().report("eigengaps", suggestion.describe());
    return suggestion.best();
  }

  private void requireAnchors(int wanted) {
    if (wanted > anchors.rows()) {
      throw CoterieException.badData(
          ("%d clusters were asked for, but the sites' summaries tell only %d groups of records"
                  + " apart; ask for at most as many.")
              .formatted(wanted, anchors.rows()));
    }
  }

  private void report(
      GraphPartition.Result found,
      GraphPartition partition,
      AnchorGraph graph,
      WeightedPoints nodes) {
    context.findings().report("anchors", Integer.toString(anchors.rows()));
    context.findings().report("components", Integer.toString(found.components()));
    if (clusterCount > 1 && anchors.rows() >= LEAST_FOR_STABILITY * clusterCount) {
      double stability = PartitionStability.of(partition, graph.gram(), nodes, found.clusters());
      context
          .findings()
          .report(
              "stability",
              String.format(
                  Locale.ROOT,
                  "%.3f: agreement with partitions of nine tenths of the anchors",
                  stability));
      context.findings().measure(Findings.STABILITY, () -> stability);
    }
  }

  /** Moves the anchors into the space that the clusters call for, where the graph is made again. */
  private Step measure(ClusterMoments moments) {
    metric = LearnedMetric.steps(moments, origin, profile().usesDirections());
    unit = SumUnits.after(metric, moments, unit);
    anchors = rounded(new Representation(metric).apply(anchors, context.parallel()));
    stage = Stage.LLOYD;
    roundsLeft = 1;
    return askForSums(new MappedAnchors(metric, new Anchors(anchors, 0, unit)));
  }

  private AnchorProfile profile() {
    return AnchorProfile.of(plan).withClusters(clusterCount);
  }

  private Step finish(ClusterModel answer) {
    sketches.show(anchors, new Representation(metric), answer);
    // The steps before the metric are added by the preparation around this part.
    return new Step.Finish(
        new FittedModel(plan.input().dimension(), new Representation(metric), answer), Map.of());
  }
}
