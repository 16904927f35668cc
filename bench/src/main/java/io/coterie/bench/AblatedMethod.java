package io.coterie.bench;

import io.coterie.math.IntVector;
import io.coterie.math.Matrix;
import io.coterie.math.internal.cluster.KMeans;
import io.coterie.message.CoordinatorMessage;
import io.coterie.message.Labels;
import io.coterie.message.Question;
import io.coterie.message.SiteMessage;
import io.coterie.message.internal.GroupClusters;
import io.coterie.message.internal.SiteStructure;
import io.coterie.message.internal.SiteStructure.SiteGraph;
import io.coterie.method.Clustering;
import io.coterie.method.CoordinatorContext;
import io.coterie.method.FederatedMethod;
import io.coterie.method.MethodOption;
import io.coterie.method.MethodOption.Values;
import io.coterie.method.Reply;
import io.coterie.method.Schedule;
import io.coterie.method.SiteContext;
import io.coterie.method.SitePart;
import io.coterie.method.Sites;
import io.coterie.method.sppfgc.SppFgcMethod;
import io.coterie.model.internal.NearestPrototype;
import io.coterie.plan.StudyPlan;
import io.coterie.site.internal.Prototypes;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * SPP-FGC with parts taken out, for the paper's ablation. Without the private structural graph
 * (psg=off) a site groups its records by k-means instead of along its graph; without the global
 * structural graph (gsg=off) the coordinator runs k-means on the prototypes instead of fusing and
 * learning a graph. The rest is SPP-FGC at the resolution of components.
 */
public final class AblatedMethod implements FederatedMethod {
  public static final String NAME = "spp-fgc-ablated";

  private static final int RESTARTS = 20;
  private static final double LEAST_WEIGHT = 1e-9;

  private static final MethodOption<String> PSG = part("psg", "The private structural graph.");
  private static final MethodOption<String> GSG = part("gsg", "The global structural graph.");

  private final SppFgcMethod whole = new SppFgcMethod();

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String summary() {
    return "SPP-FGC with parts taken out";
  }

  @Override
  public List<MethodOption<?>> options() {
    return Stream.concat(Stream.of(PSG, GSG), whole.options().stream()).toList();
  }

  @Override
  public void check(StudyPlan plan) {
    whole.check(plan);
  }

  @Override
  public Schedule schedule(StudyPlan plan) {
    return whole.schedule(plan);
  }

  @Override
  public SitePart site(StudyPlan plan, SiteContext context) {
    return isOff(plan, PSG) ? new GraphlessSite(plan, context) : whole.site(plan, context);
  }

  @Override
  public Clustering coordinate(StudyPlan plan, CoordinatorContext context, Sites sites) {
    return isOff(plan, GSG)
        ? withoutGraph(plan, context, sites)
        : whole.coordinate(plan, context, sites);
  }

  /** Clusters prototypes by k-means. */
  private static Clustering withoutGraph(StudyPlan plan, CoordinatorContext context, Sites sites) {
    Map<String, SiteStructure> bySite =
        sites.bySite(new Question("structure"), Reply.of(SiteStructure.class, structure -> {}));
    Matrix means = Matrix.stacked(bySite.values().stream().map(SiteStructure::means).toList());
    double[] weights =
        bySite.values().stream()
            .flatMapToDouble(site -> Arrays.stream(site.counts().toArray()))
            .map(count -> Math.max(LEAST_WEIGHT, count))
            .toArray();
    IntVector clusters =
        IntVector.of(
            new KMeans(KMeans.Options.of(plan.clusters().value()).withRestarts(RESTARTS))
                .fit(means, weights, context.seed().child("prototypes"), context.parallel())
                .labels());
    return Clustering.of(plan, new NearestPrototype(means, clusters, plan.clusters().value()))
        .withGroups(bySite, site -> site.counts().size(), clusters);
  }

  private static MethodOption<String> part(String name, String help) {
    return new MethodOption<>(name, "HOW", Values.words("on", "off"), "on", help);
  }

  private static boolean isOff(StudyPlan plan, MethodOption<String> part) {
    return part.in(plan).filter("off"::equals).isPresent();
  }

  /** Groups records by k-means. */
  private static final class GraphlessSite implements SitePart {
    private final StudyPlan plan;
    private final SiteContext context;
    private int[] groups;

    GraphlessSite(StudyPlan plan, SiteContext context) {
      this.plan = plan;
      this.context = context;
    }

    @Override
    public SiteMessage reply(CoordinatorMessage question) {
      Matrix records = context.data().records();
      int count = Math.min(plan.clusters().value(), records.rows());
      groups =
          new KMeans(KMeans.Options.of(count).withRestarts(RESTARTS))
              .fit(records, context.seed().child("groups"), context.parallel())
              .labels();
      Prototypes prototypes = Prototypes.full(records, groups, count);
      Optional<Double> epsilon = MethodOption.EPSILON.in(plan);
      if (epsilon.isPresent()) {
        prototypes = prototypes.noisy(records, epsilon.get(), context.gate().laplace());
      }
      return context
          .gate()
          .release(
              new SiteStructure(
                  prototypes.counts(),
                  prototypes.means(),
                  prototypes.spreads(),
                  SiteGraph.withheld(true, 0)));
    }

    @Override
    public Labels labels(CoordinatorMessage answer) {
      GroupClusters found = (GroupClusters) answer.payload();
      return Labels.of(
          Arrays.stream(groups).map(group -> found.clusters().at(group)).toArray(),
          found.clusterCount());
    }
  }
}
