package io.coterie.method;

import io.coterie.features.RecordMap;
import io.coterie.features.Representation;
import io.coterie.math.IntVector;
import io.coterie.message.Payload;
import io.coterie.message.internal.GroupClusters;
import io.coterie.model.ClusterModel;
import io.coterie.model.FittedModel;
import io.coterie.plan.StudyPlan;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.ToIntFunction;
import java.util.function.UnaryOperator;

/**
 * The result of a study.
 *
 * @param model labels new records
 * @param answers by site, what it labels its records by where that is not the model
 */
public record Clustering(FittedModel model, Map<String, Payload> answers) {
  public Clustering {
    answers = Map.copyOf(answers);
  }

  /** Returns clusters of the records as the method gets them. */
  public static Clustering of(StudyPlan plan, ClusterModel clusters) {
    return of(plan, List.of(), clusters);
  }

  /** Returns clusters of the points that the steps make of records. */
  public static Clustering of(StudyPlan plan, List<RecordMap> steps, ClusterModel clusters) {
    return new Clustering(
        new FittedModel(plan.input().dimension(), new Representation(steps), clusters), Map.of());
  }

  /** Returns the same with what a method adds to its model. */
  public Clustering with(UnaryOperator<FittedModel> change) {
    return new Clustering(change.apply(model), answers);
  }

  public Payload answerTo(String site) {
    return Optional.ofNullable(answers.get(site)).orElse(model.clusters());
  }

  /** Returns the same where some sites label their records by one answer. */
  public Clustering withAnswer(Set<String> sites, Payload answer) {
    Map<String, Payload> bySite = new HashMap<>();
    sites.forEach(site -> bySite.put(site, answer));
    return new Clustering(model, bySite);
  }

  /**
   * Returns the same where a site labels its records by the clusters of its own groups.
   *
   * @param sites what each site sent, in the order of the sites
   * @param size how many groups that is
   * @param clusters of the groups of all sites, one site after the other
   */
  public <T> Clustering withGroups(
      Map<String, T> sites, ToIntFunction<T> size, IntVector clusters) {
    int[] all = clusters.toArray();
    Map<String, Payload> bySite = new HashMap<>();
    int at = 0;
    for (Map.Entry<String, T> site : sites.entrySet()) {
      int end = at + size.applyAsInt(site.getValue());
      IntVector own = IntVector.of(Arrays.copyOfRange(all, at, end));
      bySite.put(site.getKey(), new GroupClusters(own, model.clusters().clusterCount()));
      at = end;
    }
    return new Clustering(model, bySite);
  }

  /** Returns the same for the records of a plan, of which the steps make those clustered here. */
  public Clustering after(List<RecordMap> steps, StudyPlan plan) {
    Representation all = new Representation(steps).then(model.representation().steps());
    return new Clustering(
        new FittedModel(plan.input().dimension(), all, model.clusters(), model.outliers()),
        answers);
  }
}
