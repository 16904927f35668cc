package io.coterie.method.pooled;

import io.coterie.CoterieException;
import io.coterie.math.IntVector;
import io.coterie.math.Matrix;
import io.coterie.math.internal.cluster.LargestFirst;
import io.coterie.message.FieldProtection.Disclosure;
import io.coterie.message.Payload;
import io.coterie.message.PayloadKind;
import io.coterie.message.Question;
import io.coterie.method.Clustering;
import io.coterie.method.CoordinatorContext;
import io.coterie.method.FederatedMethod;
import io.coterie.method.Reply;
import io.coterie.method.Schedule;
import io.coterie.method.Schedule.Stage;
import io.coterie.method.Schedule.Step;
import io.coterie.method.SiteContext;
import io.coterie.method.SitePart;
import io.coterie.method.Sites;
import io.coterie.model.ClusterModel;
import io.coterie.plan.StudyPlan;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A reference, not federated: it pools the records of all sites and clusters them as one. */
interface PooledMethod extends FederatedMethod {
  String RECORDS = "records";

  /**
   * The clusters.
   *
   * @param model labels new records
   * @param clusters the cluster of each record, where the model is not what decided it
   */
  record Answer(ClusterModel model, Optional<IntVector> clusters) {
    /** Returns an answer that labels the records themselves by the model. */
    static Answer of(ClusterModel model) {
      return new Answer(model, Optional.empty());
    }
  }

  private static Reply<PooledRecords> records(int dimension) {
    return Reply.of(
        PooledRecords.class,
        pooled -> Reply.requireColumns("its records", pooled.records().columns(), dimension));
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

  /** They describe what is pooled. A method that is not federated is never served these. */
  @Override
  default List<PayloadKind<? extends Payload>> kinds() {
    return List.of(
        PayloadKind.of(PooledRecords.class)
            .field(
                "records",
                "none: the records themselves",
                Disclosure.RECORDS,
                Disclosure.RECORD_ORDER,
                Disclosure.SINGLE_VALUES,
                Disclosure.EXACT_COUNTS));
  }

  /** All records, however many: such a method never leaves one process. */
  @Override
  default Schedule schedule(StudyPlan plan) {
    return Schedule.of(
        Stage.required(Step.clear(plan, RECORDS, PooledRecords.class, 1, Long.MAX_VALUE)));
  }

  @Override
  default SitePart site(StudyPlan plan, SiteContext context) {
    return new PooledSite(context);
  }

  @Override
  default Clustering coordinate(StudyPlan plan, CoordinatorContext context, Sites sites) {
    Map<String, PooledRecords> pooled =
        sites.bySite(new Question(RECORDS), records(context.dimension()));
    Matrix records = Matrix.stacked(pooled.values().stream().map(PooledRecords::records).toList());
    if (plan.clusters().value() > records.rows()) {
      throw CoterieException.badData(
          "%d clusters were asked for, but all sites together have fewer records; ask for fewer."
              .formatted(plan.clusters().value()));
    }
    context.report("pooled", "%d records".formatted(records.rows()));
    Answer found = cluster(records, plan, context);
    IntVector clusters =
        found
            .clusters()
            .orElseGet(() -> found.model().label(records, context.parallel()).clusters());
    double[] ones = new double[records.rows()];
    Arrays.fill(ones, 1);
    int[] ranks =
        LargestFirst.ranks(records, ones, clusters.toArray(), found.model().clusterCount());
    Clustering result = Clustering.of(plan, found.model().renumbered(ranks));
    return found
        .clusters()
        .map(own -> LargestFirst.renumbered(own, ranks))
        .map(own -> result.withGroups(pooled, site -> site.records().rows(), own))
        .orElse(result);
  }
}
