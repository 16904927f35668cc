package io.coterie.method.strict;

import io.coterie.CoterieException;
import io.coterie.message.CoordinatorMessage;
import io.coterie.method.Clustering;
import io.coterie.method.CoordinatorContext;
import io.coterie.method.SiteContext;
import io.coterie.method.SitePart;
import io.coterie.method.Sites;
import io.coterie.plan.StudyPlan;
import io.coterie.privacy.NoisyBlock;
import java.util.List;
import java.util.TreeSet;

/** The two sides of a study at the strict level. */
public final class StrictClustering {
  private StrictClustering() {}

  /** Refuses a plan that has no schedule. */
  public static void check(StudyPlan plan) {
    if (plan.clusters().isAuto()) {
      throw CoterieException.usage(
          "Privacy level strict needs a number of clusters (--clusters N): trying several would"
              + " spend the budget several times.");
    }
    if (!plan.options().values().isEmpty()) {
      throw CoterieException.usage(
          "Privacy level strict chooses its own rounds and neighbors from the budget; leave out --%s."
              .formatted(String.join(", --", new TreeSet<>(plan.options().values().keySet()))));
    }
    StrictSchedule.of(plan);
  }

  public static SitePart site(StudyPlan plan, SiteContext context) {
    return new StrictSite(StrictSchedule.of(plan), context);
  }

  /**
   * Returns the exact sums that a site's gate would make noisy, for each of the questions: for an
   * audit at the site itself, as exact sums may not leave it.
   */
  public static List<List<NoisyBlock>> exactSums(
      StudyPlan plan, SiteContext context, List<CoordinatorMessage> questions) {
    StrictSite site = new StrictSite(StrictSchedule.of(plan), context);
    return questions.stream().map(site::measure).toList();
  }

  /** Clusters the records of all sites by noisy totals alone. */
  public static Clustering coordinate(StudyPlan plan, CoordinatorContext context, Sites sites) {
    StrictSchedule schedule = StrictSchedule.of(plan);
    StrictStudy study =
        new StrictStudy(
            schedule, StrictInput.of(plan), plan.clusters().value(), plan, context, sites);
    context.report("route", schedule.route().description());
    return switch (schedule.route()) {
      case GRID -> new GridRoute(study).coordinate();
      case LINE -> new LineRoute(study).coordinate();
      case ANCHORS, CENTERS -> new AnchorRoute(study).coordinate();
    };
  }
}
