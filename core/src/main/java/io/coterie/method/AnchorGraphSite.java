package io.coterie.method;

import io.coterie.features.Representation;
import io.coterie.graph.AnchorWeights;
import io.coterie.graph.NearestNeighbors;
import io.coterie.graph.Neighbors;
import io.coterie.graph.SparseRows;
import io.coterie.math.Matrix;
import io.coterie.math.Vector;
import io.coterie.model.ClusterModel;
import io.coterie.protocol.AnchorGraph;
import io.coterie.protocol.AnchorSums;
import io.coterie.protocol.Anchors;
import io.coterie.protocol.CoordinatorMessage;
import io.coterie.protocol.Labels;
import io.coterie.protocol.Microclusters;
import io.coterie.protocol.Payload;
import io.coterie.protocol.Question;
import io.coterie.protocol.SiteMessage;
import io.coterie.site.GroupMeans;
import io.coterie.site.Microclustering;
import java.util.Arrays;

/** The site part of the anchor graph: microclusters once, then sums over its records. */
final class AnchorGraphSite implements SitePart {
  private final SiteContext context;
  private Matrix records;
  private final Microclustering.Options microclusters;
  private final int smallestGroup;

  AnchorGraphSite(SiteContext context, Microclustering.Options microclusters, int smallestGroup) {
    this.context = context;
    this.records = context.data().records();
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
      return anchors.neighbors() == 0 ? sums(anchors.points()) : describe(anchors);
    } else if (question instanceof MomentsQuestion moments) {
      return moments.moments(records, smallestGroup, context.parallel());
    } else if (question instanceof MappedAnchors mapped) {
      records = new Representation(mapped.steps()).apply(records, context.parallel());
      return answer(mapped.anchors());
    } else if (question instanceof RefinementStart start) {
      return start.sums(records, context.parallel());
    } else if (question instanceof MixtureQuestion mixtures) {
      return mixtures.sums(records, context.parallel());
    }
    throw new IllegalArgumentException("Unknown question: %s".formatted(question.kind()));
  }

  private Microclusters microclusters() {
    Microclustering groups =
        Microclustering.of(records, microclusters, context.parallel())
            .withGroupsOf(smallestGroup, records);
    return new Microclusters(Vector.of(groups.counts()), groups.means(records));
  }

  private AnchorSums sums(Matrix anchors) {
    Neighbors found = NearestNeighbors.of(records, anchors, 1, context.parallel());
    int[] nearest = new int[records.rows()];
    Arrays.setAll(nearest, i -> found.index(i, 0));
    double[] counts = new double[anchors.rows()];
    for (int anchor : nearest) {
      counts[anchor]++;
    }
    Matrix sums = GroupMeans.sums(records, nearest, anchors.rows());
    GroupMeans.withholdSmall(counts, sums, smallestGroup);
    return new AnchorSums(Vector.of(counts), sums);
  }

  private AnchorGraph describe(Anchors anchors) {
    SparseRows weights =
        AnchorWeights.of(records, anchors.points(), anchors.neighbors(), context.parallel());
    return new AnchorGraph(weights.gram(context.parallel()), Vector.of(weights.columnSums()));
  }

  @Override
  public Labels labels(CoordinatorMessage answer) {
    if (answer.payload() instanceof ClusterModel model) {
      return model.label(records, context.parallel());
    }
    throw new IllegalArgumentException(
        "The answer is %s, not a model.".formatted(answer.payload().kind()));
  }
}
