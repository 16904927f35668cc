package io.coterie.method.internal.prepare;

import io.coterie.message.Payload;
import io.coterie.message.SiteMessage;
import io.coterie.method.Clustering;
import io.coterie.method.CoordinatorContext;
import io.coterie.method.FederatedMethod;
import io.coterie.method.Reply;
import io.coterie.method.SiteContext;
import io.coterie.method.SitePart;
import io.coterie.method.Sites;
import io.coterie.method.internal.robust.RobustSites;
import io.coterie.method.internal.robust.Robustness;
import io.coterie.plan.StudyPlan;
import java.util.List;
import java.util.function.UnaryOperator;

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

  /**
   * Sites that prepare their records before they answer the first question, which brings with it what
   * is to be done.
   *
   * <p>Not thread-safe.
   */
  public static final class PreparedSites implements Sites {
    private final Sites sites;
    private final UnaryOperator<Payload> preparation;
    private boolean isPrepared;

    /** Makes sites whose first question is put into another one. */
    public PreparedSites(Sites sites, UnaryOperator<Payload> preparation) {
      this.sites = sites;
      this.preparation = preparation;
    }

    @Override
    public List<SiteMessage> ask(Payload question, Reply<?> reply) {
      Payload asked = isPrepared ? question : preparation.apply(question);
      isPrepared = true;
      return sites.ask(asked, reply);
    }

    boolean isPrepared() {
      return isPrepared;
    }
  }
}
