package io.coterie.method;

import io.coterie.CoterieException;
import io.coterie.features.Representation;
import io.coterie.fusion.AnchorSample;
import io.coterie.fusion.ClusterCountRule;
import io.coterie.fusion.GraphPartition;
import io.coterie.fusion.GraphPartition.Spectrum;
import io.coterie.fusion.PartitionStability;
import io.coterie.fusion.WeightedPoints;
import io.coterie.math.Matrix;
import io.coterie.math.Vector;
import io.coterie.model.AnchorEmbedding;
import io.coterie.model.AnchorVotes;
import io.coterie.model.ClusterModel;
import io.coterie.model.FittedModel;
import io.coterie.protocol.AnchorGraph;
import io.coterie.protocol.AnchorSums;
import io.coterie.protocol.Anchors;
import io.coterie.protocol.InputKind;
import io.coterie.protocol.Microclusters;
import io.coterie.protocol.Question;
import io.coterie.protocol.SiteMessage;
import io.coterie.protocol.StudyPlan;
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
  private int lloydRound;
  private int neighbors;
  private ClusterModel model;
  private MixtureRefinement refinement;

  private enum Stage {
    START,
    MICROCLUSTERS,
    LLOYD,
    GRAPH,
    REFINEMENT
  }

  AnchorGraphCoordinator(StudyPlan plan, CoordinatorContext context) {
    this.plan = plan;
    this.context = context;
  }

  @Override
  public Step next(List<SiteMessage> replies) {
    return switch (stage) {
      case START -> {
        stage = Stage.MICROCLUSTERS;
        yield new Step.Ask(new Question("microclusters"));
      }
      case MICROCLUSTERS -> sample(replies);
      case LLOYD -> move(SiteMessage.total(replies, AnchorSums.class));
      case GRAPH -> divide(SiteMessage.total(replies, AnchorGraph.class));
      case REFINEMENT -> refinement.next(replies).orElseGet(() -> finish(refinement.best(model)));
    };
  }

  private Step sample(List<SiteMessage> replies) {
    List<Microclusters> sites =
        replies.stream().map(reply -> reply.payloadAs(Microclusters.class)).toList();
    double records = sites.stream().mapToDouble(site -> site.counts().sum()).sum();
    if (plan.clusters().value() > records) {
      throw CoterieException.badData(
          "%d clusters were asked for, but all sites together have fewer records; ask for fewer."
              .formatted(plan.clusters().value()));
    }
    anchors = AnchorSample.of(sites, plan.clusters().orAssumed(), context.seed().child("anchors"));
    stage = Stage.LLOYD;
    return new Step.Ask(new Anchors(anchors, 0));
  }

  private Step move(AnchorSums sums) {
    anchors = means(sums);
    lloydRound++;
    if (lloydRound < AnchorGraphMethod.rounds(plan)) {
      return new Step.Ask(new Anchors(anchors, 0));
    }
    context.findings().report("anchors", Integer.toString(anchors.rows()));
    neighbors = neighbors();
    stage = Stage.GRAPH;
    return new Step.Ask(new Anchors(anchors, neighbors));
  }

  /** Returns how many anchors describe a record: 3 to 5 for images, 8 otherwise. */
  private int neighbors() {
    if (!plan.input().kind().isImage()) {
      return 8;
    }
    double perCluster = anchors.rows() / (8.0 * plan.clusters().orAssumed());
    return (int) Math.max(3, Math.min(5, Math.rint(perCluster)));
  }

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
    int clusterCount = plan.clusters().value();
    if (plan.clusters().isAuto()) {
      ClusterCountRule.Suggestion suggestion =
          new ClusterCountRule(context.seed().child("count"), context.parallel())
              .suggest(graph.gram(), nodes);
      clusterCount = suggestion.best();
      context.findings().report("clusters", Integer.toString(clusterCount));
      context.findings().report("eigengaps", suggestion.describe());
    }
    if (clusterCount > anchors.rows()) {
      throw CoterieException.badData(
          ("%d clusters were asked for, but the sites' summaries tell only %d groups of records"
                  + " apart; ask for at most as many.")
              .formatted(clusterCount, anchors.rows()));
    }
    GraphPartition partition =
        new GraphPartition(
            spectrum(clusterCount), clusterCount, context.seed(), context.parallel());
    GraphPartition.Result found = partition.fit(graph.gram(), nodes);
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
    }
    model =
        found.embedding().isPresent()
            ? new AnchorEmbedding(
                anchors,
                neighbors,
                found.embedding().get().coordinates(),
                found.embedding().get().centers())
            : new AnchorVotes(anchors, neighbors, found.clusters(), clusterCount);
    if (found.embedding().isPresent() && plan.input().kind().isTable() && clusterCount > 1) {
      stage = Stage.REFINEMENT;
      refinement = new MixtureRefinement(model, nodes, context);
      return refinement.start();
    }
    return finish(model);
  }

  private Spectrum spectrum(int clusterCount) {
    InputKind kind = plan.input().kind();
    if (kind.isImage() && clusterCount >= 10) {
      return Spectrum.CONSENSUS;
    }
    return kind.isVectors() && clusterCount > 20 ? Spectrum.PLAIN : Spectrum.COMMUTE;
  }

  private Step finish(ClusterModel answer) {
    // The representation is added by the preparation around this part.
    return new Step.Finish(
        new FittedModel(plan.input().dimension(), Representation.identity(), answer), Map.of());
  }
}
