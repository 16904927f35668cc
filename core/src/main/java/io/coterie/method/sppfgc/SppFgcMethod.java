package io.coterie.method.sppfgc;

import io.coterie.CoterieException;
import io.coterie.message.internal.SiteStructure;
import io.coterie.method.Clustering;
import io.coterie.method.CoordinatorContext;
import io.coterie.method.FederatedMethod;
import io.coterie.method.MethodOption;
import io.coterie.method.Schedule;
import io.coterie.method.Schedule.Stage;
import io.coterie.method.Schedule.Step;
import io.coterie.method.SiteContext;
import io.coterie.method.SitePart;
import io.coterie.method.Sites;
import io.coterie.method.internal.prepare.PreparationSchedule;
import io.coterie.plan.PrivacyLevel;
import io.coterie.plan.StudyPlan;
import io.coterie.site.internal.StructuralGraph;
import java.util.List;
import java.util.Set;

/**
 * SPP-FGC as the paper has it, without labels and in one round: sites send the Gaussian prototypes
 * of their graph's components (and, by resolution, a graph); the coordinator joins them by exp(−KL)
 * and learns a graph with C components.
 *
 * <p>Names here and in the paper: structural graph E^p, prototypes P, fused graph E*, learned S.
 */
public final class SppFgcMethod implements FederatedMethod {
  @Override
  public String name() {
    return "spp-fgc";
  }

  @Override
  public String summary() {
    return "the paper's method without labels: one round, --resolution record|component|coarse";
  }

  @Override
  public List<MethodOption<?>> options() {
    return List.of(Resolution.OPTION, MethodOption.NEIGHBORS, MethodOption.EPSILON);
  }

  @Override
  public Set<PrivacyLevel> levels() {
    return Set.of(PrivacyLevel.PAPER, PrivacyLevel.COMPONENT);
  }

  @Override
  public void check(StudyPlan plan) {
    Resolution resolution = Resolution.of(plan);
    if (MethodOption.EPSILON.in(plan).isPresent() && resolution == Resolution.COARSE) {
      throw CoterieException.usage(
          "--epsilon adds the paper's noise to prototypes of components; it does not go with"
              + " --resolution coarse.");
    }
  }

  @Override
  public Schedule schedule(StudyPlan plan) {
    return Schedule.of(
        Stage.required(
            Step.clear(
                plan,
                SppFgcCoordinator.STRUCTURE,
                SiteStructure.class,
                1,
                StructureReply.mostNumbers(plan, PreparationSchedule.dimension(this, plan)))));
  }

  @Override
  public SitePart site(StudyPlan plan, SiteContext context) {
    return new SppFgcSite(plan, context);
  }

  @Override
  public Clustering coordinate(StudyPlan plan, CoordinatorContext context, Sites sites) {
    return new SppFgcCoordinator(plan, context, sites).coordinate();
  }

  public static int neighbors(StudyPlan plan, int n) {
    return MethodOption.NEIGHBORS.in(plan).orElseGet(() -> StructuralGraph.defaultNeighbors(n));
  }
}
