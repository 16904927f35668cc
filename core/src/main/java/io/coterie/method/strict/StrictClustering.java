package io.coterie.method.strict;

import io.coterie.CoterieException;
import io.coterie.method.CoordinatorContext;
import io.coterie.method.CoordinatorPart;
import io.coterie.method.SiteContext;
import io.coterie.method.SitePart;
import io.coterie.protocol.StudyPlan;
import java.util.TreeSet;

/** The two parts of a study at the strict level. */
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

  /** Returns the part that sees records. */
  public static SitePart site(StudyPlan plan, SiteContext context) {
    return new StrictSite(StrictSchedule.of(plan), context);
  }

  /** Returns the part that sees noisy totals alone. */
  public static CoordinatorPart coordinator(StudyPlan plan, CoordinatorContext context) {
    StrictSchedule schedule = StrictSchedule.of(plan);
    StrictStudy study =
        new StrictStudy(schedule, StrictInput.of(plan), plan.clusters().value(), plan, context);
    context.findings().report("route", schedule.route().description());
    return switch (schedule.route()) {
      case GRID -> new GridRoute(study);
      case LINE -> new LineRoute(study);
      case ANCHORS, CENTERS -> new AnchorRoute(study);
    };
  }
}
