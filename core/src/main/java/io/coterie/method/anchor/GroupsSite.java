package io.coterie.method.anchor;

import io.coterie.features.Representation;
import io.coterie.graph.SparseRows;
import io.coterie.graph.internal.AdaptiveWeights;
import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import io.coterie.math.Vector;
import io.coterie.message.CoordinatorMessage;
import io.coterie.message.Labels;
import io.coterie.message.Payload;
import io.coterie.message.Question;
import io.coterie.message.SiteMessage;
import io.coterie.message.internal.AnchorGraph;
import io.coterie.message.internal.AnchorSums;
import io.coterie.message.internal.Anchors;
import io.coterie.message.internal.ClusterMoments;
import io.coterie.message.internal.Microclusters;
import io.coterie.method.SiteContext;
import io.coterie.method.SitePart;
import io.coterie.model.ClusterModel;
import io.coterie.model.internal.AnchorVotes;
import io.coterie.site.Records;
import io.coterie.site.internal.CenterGroups;
import io.coterie.site.internal.GroupMeans;
import io.coterie.site.internal.Microclustering;
import java.util.Arrays;

/**
 * The site part of the anchor graph: microclusters once, then sums over its records. Groups below
 * the smallest size that the study permits are joined to others, or their sums withheld.
 */
final class GroupsSite implements SitePart {
  private final SiteContext context;
  private Records records;
  private final Microclustering.Options microclusters;
  private final int smallestGroup;

  /** How the records were described last, if they are in memory; null before and elsewhere. */
  private Described described;

  private record Described(Anchors anchors, SparseRows weights) {
    /** Returns whether these weights are the votes of a model. */
    boolean isFor(AnchorVotes votes) {
      return votes.neighbors() == anchors.neighbors()
          && Arrays.equals(votes.anchors().array(), anchors.points().array());
    }
  }

  GroupsSite(SiteContext context, Microclustering.Options microclusters, int smallestGroup) {
    this.context = context;
    this.records = context.data().blocks();
    this.microclusters = microclusters;
    this.smallestGroup = smallestGroup;
  }

  @Override
  public SiteMessage reply(CoordinatorMessage message) {
    return context.gate().release(answer(message.payload()));
  }

  private Payload answer(Payload question) {
    if (question instanceof Question) {
      return microclusters();
    } else if (question instanceof Anchors anchors) {
      return anchors.neighbors() == 0
          ? sums(anchors.points()).in(anchors.unit())
          : describe(anchors);
    } else if (question instanceof MomentsQuestion moments) {
      return withoutSmall(moments(moments));
    } else if (question instanceof MappedAnchors mapped) {
      LearnedMetric.require(mapped.steps(), records.features());
      records = records.map(new Representation(mapped.steps())::apply, context.parallel());
      described = null;
      return answer(mapped.anchors());
    } else if (question instanceof RefinementStart start) {
      return records.sum(start::sums, context.parallel());
    } else if (question instanceof MixtureQuestion mixtures) {
      return records.sum(mixtures::sums, context.parallel());
    }
    throw new IllegalArgumentException("Unknown question: %s".formatted(question.kind()));
  }

  /** Groups the records; where there are too many, a sample of them, which the others join. */
  private Microclusters microclusters() {
    Matrix sample = records.sample(context.seed().child("sample"));
    Microclustering groups =
        Microclustering.of(sample, microclusters, context.parallel())
            .withGroupsOf(smallestGroup, sample);
    Matrix means = groups.means(sample);
    if (sample.rows() == records.size()) {
      return new Microclusters(Vector.of(groups.counts()), means);
    }
    CenterGroups all =
        CenterGroups.around(records, means, context.parallel()).withGroupsOf(smallestGroup);
    return new Microclusters(all.counts(), all.means());
  }

  private AnchorSums sums(Matrix anchors) {
    AnchorSums total =
        records.sum(
            (block, inside) -> CenterGroups.sums(block, anchors, inside), context.parallel());
    double[] counts = total.counts().toArray();
    Matrix sums = total.sums().copy();
    GroupMeans.withholdSmall(counts, sums, smallestGroup);
    return new AnchorSums(Vector.of(counts), sums);
  }

  /** Withholds what is known of the clusters that have few of all the site's records. */
  private ClusterMoments withoutSmall(ClusterMoments total) {
    double[] counts = total.counts().toArray();
    Matrix sums = total.sums().copy();
    GroupMeans.withholdSmall(counts, sums, smallestGroup);
    return new ClusterMoments(Vector.of(counts), sums, total.scatter());
  }

  private AnchorGraph describe(Anchors anchors) {
    if (records.isOneBlock()) {
      described = new Described(anchors, weights(records.whole(), anchors, context.parallel()));
      return graph(described.weights, context.parallel()).asFloats();
    }
    AnchorGraph total =
        records.sum(
            (block, inside) -> graph(weights(block, anchors, inside), inside), context.parallel());
    return total.asFloats();
  }

  private static SparseRows weights(Matrix block, Anchors anchors, Parallel parallel) {
    return AdaptiveWeights.toAnchors(block, anchors.points(), anchors.neighbors(), parallel);
  }

  private static AnchorGraph graph(SparseRows weights, Parallel parallel) {
    return new AnchorGraph(weights.gram(parallel), Vector.of(weights.columnSums()));
  }

  private ClusterMoments moments(MomentsQuestion question) {
    // Mostly the model votes by the weights that the graph was made of; they are not made again.
    if (described != null
        && question.model() instanceof AnchorVotes votes
        && described.isFor(votes)) {
      Labels labels = votes.label(described.weights);
      return question.moments(records.whole(), labels, context.parallel());
    }
    return records.sum(question::moments, context.parallel());
  }

  @Override
  public Labels labels(CoordinatorMessage answer) {
    if (described != null
        && answer.payload() instanceof AnchorVotes votes
        && described.isFor(votes)) {
      return votes.label(described.weights);
    } else if (answer.payload() instanceof ClusterModel model) {
      return records.label(model::label, context.parallel());
    }
    throw new IllegalArgumentException(
        "The answer is %s, not a model.".formatted(answer.payload().kind()));
  }
}
