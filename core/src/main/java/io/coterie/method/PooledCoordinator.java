package io.coterie.method;

import io.coterie.CoterieException;
import io.coterie.math.Matrix;
import io.coterie.protocol.PooledRecords;
import io.coterie.protocol.Question;
import io.coterie.protocol.StudyPlan;
import java.util.Map;

/**
 * The coordinator of the references: it pools the records and clusters them as one.
 *
 * @param plan of the study
 * @param context what it works with
 * @param sites whom it asks
 */
record PooledCoordinator(StudyPlan plan, CoordinatorContext context, Sites sites) {
  Clustering coordinate(PooledClustering clustering) {
    Map<String, PooledRecords> pooled =
        sites.bySite(new Question("records"), Replies.records(context.dimension()));
    Matrix records = Matrix.stacked(pooled.values().stream().map(PooledRecords::records).toList());
    int clusterCount = plan.clusters().value();
    if (clusterCount > records.rows()) {
      throw CoterieException.badData(
          "%d clusters were asked for, but all sites together have fewer records; ask for fewer."
              .formatted(clusterCount));
    }
    context.findings().report("pooled", "%d records".formatted(records.rows()));
    PooledClustering.Answer found = clustering.cluster(records, clusterCount, context);
    Clustering result = Clustering.of(plan, found.model());
    return found
        .clusters()
        .map(own -> result.withGroups(pooled, site -> site.records().rows(), own))
        .orElse(result);
  }
}
