package io.coterie.method.internal.prepare;

import io.coterie.method.Clustering;
import io.coterie.method.CoordinatorContext;
import io.coterie.method.FederatedMethod;
import io.coterie.method.SiteContext;
import io.coterie.method.SitePart;
import io.coterie.method.Sites;
import io.coterie.method.internal.robust.RobustSites;
import io.coterie.method.internal.robust.Robustness;
import io.coterie.plan.StudyPlan;

/**
 * A method preceded by the rounds of sums that choose the records' representation. At the strict
 * level there are none: the representation is public.
 *
 * @param method has agreed to the plan
 */
public record PreparedMethod(FederatedMethod method) {
  public SitePart site(StudyPlan plan, SiteContext context) {
    return method.isPrepared(plan)
        ? new PreparationSite(method, plan, context)
        : method.site(plan, context);
  }

  /** Clusters the records of all sites; where the plan asks for it, against sites that lie. */
  public Clustering coordinate(StudyPlan plan, CoordinatorContext context, Sites sites) {
    Robustness robustness = Robustness.of(plan);
    if (robustness == Robustness.NONE) {
      return prepared(plan, context, sites);
    }
    RobustSites robust = new RobustSites(sites, robustness, context.findings());
    Clustering found = prepared(plan, context, robust);
    robust.report();
    return found;
  }

  private Clustering prepared(StudyPlan plan, CoordinatorContext context, Sites sites) {
    return method.isPrepared(plan)
        ? new PreparationCoordinator(method, plan, context, sites).coordinate()
        : method.coordinate(plan, context, sites);
  }
}
