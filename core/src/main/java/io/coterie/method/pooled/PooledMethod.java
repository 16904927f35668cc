package io.coterie.method.pooled;

import static java.util.Objects.requireNonNull;

import io.coterie.CoterieException;
import io.coterie.math.IntVector;
import io.coterie.math.Matrix;
import io.coterie.message.Question;
import io.coterie.message.internal.PooledRecords;
import io.coterie.method.Clustering;
import io.coterie.method.CoordinatorContext;
import io.coterie.method.FederatedMethod;
import io.coterie.method.Methods;
import io.coterie.method.SiteContext;
import io.coterie.method.SitePart;
import io.coterie.method.Sites;
import io.coterie.method.internal.check.Replies;
import io.coterie.model.ClusterModel;
import io.coterie.plan.StudyPlan;
import java.util.Map;
import java.util.Optional;

/** A reference, not federated: it pools the records of all sites and clusters them as one. */
interface PooledMethod extends FederatedMethod {
  /**
   * The clusters.
   *
   * @param model labels new records
   * @param clusters the cluster of each record, where the model is not what decided it
   */
  record Answer(ClusterModel model, Optional<IntVector> clusters) {
    public Answer {
      requireNonNull(model, "model is null");
      requireNonNull(clusters, "clusters is null");
    }

    /** Returns an answer that labels the records themselves by the model. */
    static Answer of(ClusterModel model) {
      return new Answer(model, Optional.empty());
    }
  }

  /**
   * Clusters the records.
   *
   * @param records of all sites, one after the other; at least as many as clusters
   */
  Answer cluster(Matrix records, StudyPlan plan, CoordinatorContext context);

  @Override
  default boolean isFederated() {
    return false;
  }

  @Override
  default void check(StudyPlan plan) {
    Methods.requireClusterCount(plan);
  }

  @Override
  default SitePart site(StudyPlan plan, SiteContext context) {
    return new PooledSite(context);
  }

  @Override
  default Clustering coordinate(StudyPlan plan, CoordinatorContext context, Sites sites) {
    Map<String, PooledRecords> pooled =
        sites.bySite(new Question("records"), Replies.records(context.dimension()));
    Matrix records = Matrix.stacked(pooled.values().stream().map(PooledRecords::records).toList());
    if (plan.clusters().value() > records.rows()) {
      throw CoterieException.badData(
          "%d clusters were asked for, but all sites together have fewer records; ask for fewer."
              .formatted(plan.clusters().value()));
    }
    context.report("pooled", "%d records".formatted(records.rows()));
    Answer found = cluster(records, plan, context);
    Clustering result = Clustering.of(plan, found.model());
    return found
        .clusters()
        .map(own -> result.withGroups(pooled, site -> site.records().rows(), own))
        .orElse(result);
  }
}
