package io.coterie.method;

import io.coterie.CoterieException;
import io.coterie.features.Representation;
import io.coterie.math.IntVector;
import io.coterie.math.Matrix;
import io.coterie.model.FittedModel;
import io.coterie.protocol.GroupClusters;
import io.coterie.protocol.Payload;
import io.coterie.protocol.PooledRecords;
import io.coterie.protocol.Question;
import io.coterie.protocol.SiteMessage;
import io.coterie.protocol.StudyPlan;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The coordinator part of the references: it pools the records and clusters them as one. */
final class PooledCoordinator implements CoordinatorPart {
  private final StudyPlan plan;
  private final CoordinatorContext context;
  private final PooledClustering clustering;
  private boolean asked;

  PooledCoordinator(StudyPlan plan, CoordinatorContext context, PooledClustering clustering) {
    this.plan = plan;
    this.context = context;
    this.clustering = clustering;
  }

  @Override
  public Step next(List<SiteMessage> replies) {
    if (!asked) {
      asked = true;
      return new Step.Ask(new Question("records"), Replies.records(context.dimension()));
    }
    List<Matrix> sites =
        replies.stream().map(reply -> reply.payloadAs(PooledRecords.class).records()).toList();
    Matrix records = stacked(sites);
    int clusterCount = plan.clusters().value();
    if (clusterCount > records.rows()) {
      throw CoterieException.badData(
          "%d clusters were asked for, but all sites together have fewer records; ask for fewer."
              .formatted(clusterCount));
    }
    context.findings().report("pooled", "%d records".formatted(records.rows()));
    PooledClustering.Answer found = clustering.cluster(records, clusterCount, context);
    return new Step.Finish(
        new FittedModel(plan.input().dimension(), Representation.identity(), found.model()),
        answers(replies, found.clusters()));
  }

  private static Matrix stacked(List<Matrix> sites) {
    int rows = sites.stream().mapToInt(Matrix::rows).sum();
    int columns = sites.get(0).columns();
    Matrix all = Matrix.zeros(rows, columns);
    int at = 0;
    for (Matrix site : sites) {
      System.arraycopy(site.array(), 0, all.array(), at, site.array().length);
      at += site.array().length;
    }
    return all;
  }

  /** Tells every site the clusters of its own records, unless the model says them. */
  private Map<String, Payload> answers(List<SiteMessage> replies, Optional<IntVector> clusters) {
    Map<String, Payload> answers = new HashMap<>();
    if (clusters.isPresent()) {
      int[] all = clusters.get().toArray();
      int at = 0;
      for (SiteMessage reply : replies) {
        int size = reply.payloadAs(PooledRecords.class).records().rows();
        IntVector own = IntVector.of(Arrays.copyOfRange(all, at, at + size));
        answers.put(reply.site(), new GroupClusters(own, plan.clusters().value()));
        at += size;
      }
    }
    return answers;
  }
}
