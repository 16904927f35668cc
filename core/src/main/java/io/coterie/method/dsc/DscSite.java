package io.coterie.method.dsc;

import io.coterie.CoterieException;
import io.coterie.math.Matrix;
import io.coterie.math.Vector;
import io.coterie.math.internal.cluster.KMeans;
import io.coterie.message.CoordinatorMessage;
import io.coterie.message.Labels;
import io.coterie.message.Payload;
import io.coterie.message.Question;
import io.coterie.message.SiteMessage;
import io.coterie.message.internal.ClusterSums;
import io.coterie.method.SiteContext;
import io.coterie.method.SitePart;
import io.coterie.model.ClusterModel;
import io.coterie.plan.StudyPlan;
import io.coterie.site.internal.GroupMeans;
import io.coterie.site.internal.SharedMean;
import io.coterie.site.internal.SmallGroups;
import io.coterie.site.internal.SpectralEmbedding;
import java.util.stream.IntStream;

/** The site part of Distributed Spectral Clustering: embeds its records by its own graph. */
final class DscSite implements SitePart {
  private static final int RESTARTS = 5;

  private final int clusterCount;
  private final SignAlignment signs;
  private final int smallestGroup;
  private final SiteContext context;
  private final Matrix records;
  private Matrix embedded;

  DscSite(StudyPlan plan, SiteContext context) {
    this.clusterCount = plan.clusters().value();
    this.signs = SignAlignment.of(plan);
    this.smallestGroup = plan.privacy().smallestGroup();
    this.context = context;
    this.records = context.data().records();
    if (records.rows() < clusterCount) {
      throw CoterieException.badData(
          ("Site %s has fewer records than the %d clusters asked for; dsc needs at least as many"
                  + " at every site. Ask for fewer clusters or leave the site out.")
              .formatted(context.data().site(), clusterCount));
    }
  }

  @Override
  public SiteMessage reply(CoordinatorMessage question) {
    return context.gate().release(answer(question.payload()));
  }

  private Payload answer(Payload question) {
    if (question instanceof Question) {
      return signs == SignAlignment.ABSOLUTE
          ? centroids(SharedPoint.none())
          : new PointOffer(SharedMean.isPossible(records, smallestGroup));
    } else if (question instanceof PointRequest request) {
      return request.site().equals(context.data().site()) ? share() : SharedPoint.none();
    } else if (question instanceof SharedPoint shared) {
      return centroids(shared);
    } else if (question instanceof CommonCentroids common) {
      return sums(common);
    }
    throw new IllegalArgumentException("Unknown question: %s".formatted(question.kind()));
  }

  private SharedPoint share() {
    Vector point =
        SharedMean.of(records, smallestGroup, context.seed().child("point"), context.parallel());
    // The point is one more node of the graph; its row shows the others which signs to choose.
    Matrix rows = embed(withRow(point)).rows();
    return new SharedPoint(point, Vector.of(rows.row(records.rows())));
  }

  private SpectralCentroids centroids(SharedPoint shared) {
    SpectralEmbedding own = embed(shared.isPresent() ? withRow(shared.point()) : records);
    embedded =
        shared.isPresent()
            ? SpectralEmbedding.aligned(own.rows(), records.rows(), shared.embedding().toArray())
                .selectRows(IntStream.range(0, records.rows()).toArray())
            : own.rows();
    return new SpectralCentroids(centers(), own.components(), own.converged());
  }

  private Matrix centers() {
    // An eigenvector's sign is arbitrary; centers of absolute values do not depend on it.
    Matrix rows = SpectralEmbedding.absolute(embedded);
    KMeans.Result found =
        new KMeans(KMeans.Options.of(clusterCount).withRestarts(RESTARTS))
            .fit(rows, context.seed().child("centroids"), context.parallel());
    if (smallestGroup == 1) {
      return found.centers();
    }
    SmallGroups joined = SmallGroups.join(rows, found.labels(), clusterCount, smallestGroup);
    return GroupMeans.of(rows, joined.groups(), joined.groupCount());
  }

  private SpectralEmbedding embed(Matrix nodes) {
    return SpectralEmbedding.of(
        nodes, clusterCount, context.seed().child("spectrum"), context.parallel());
  }

  private Matrix withRow(Vector point) {
    Matrix nodes = Matrix.zeros(records.rows() + 1, records.columns());
    System.arraycopy(records.array(), 0, nodes.array(), 0, records.array().length);
    System.arraycopy(point.toArray(), 0, nodes.array(), records.array().length, point.size());
    return nodes;
  }

  private ClusterSums sums(CommonCentroids common) {
    int[] labels = label(common);
    double[] counts = new double[clusterCount];
    for (int label : labels) {
      counts[label]++;
    }
    Matrix sums = GroupMeans.sums(records, labels, clusterCount);
    GroupMeans.withholdSmall(counts, sums, smallestGroup);
    return new ClusterSums(Vector.of(counts), sums);
  }

  private int[] label(CommonCentroids common) {
    Matrix rows = signs == SignAlignment.ABSOLUTE ? SpectralEmbedding.absolute(embedded) : embedded;
    return KMeans.nearest(rows, common.centroids(), context.parallel());
  }

  @Override
  public Labels labels(CoordinatorMessage answer) {
    if (answer.payload() instanceof ClusterModel model) {
      // This site was missing when the clusters were found; its records are new to them.
      return context.data().blocks().label(model::label, context.parallel());
    }
    if (answer.payload() instanceof CommonCentroids common) {
      return Labels.of(label(common), clusterCount);
    }
    throw new IllegalArgumentException(
        "The answer is %s, not centroids.".formatted(answer.payload().kind()));
  }
}
