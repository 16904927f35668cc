package io.coterie.method.dp;

import io.coterie.CoterieException;
import io.coterie.message.CoordinatorMessage;
import io.coterie.message.internal.NoisyTotals;
import io.coterie.method.Clustering;
import io.coterie.method.CoordinatorContext;
import io.coterie.method.Schedule;
import io.coterie.method.Schedule.Stage;
import io.coterie.method.Schedule.Step;
import io.coterie.method.SiteContext;
import io.coterie.method.SitePart;
import io.coterie.method.Sites;
import io.coterie.plan.Scaling;
import io.coterie.plan.StudyPlan;
import io.coterie.privacy.NoisyBlock;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/** The two sides of a study at level dp. */
public final class DpClustering {
  private DpClustering() {}

  /** Returns whether a table may have columns of levels; its scale is that of the public bounds. */
  public static boolean takesLevels(StudyPlan plan) {
    return plan.privacy().isDp()
        && plan.input().kind().isTable()
        && plan.input().scaling() == Scaling.AUTO;
  }

  /** Refuses a plan that has no schedule. */
  public static void check(StudyPlan plan) {
    if (plan.clusters().isAuto()) {
      throw CoterieException.usage(
          "Privacy level dp needs a number of clusters (--clusters N): trying several would"
              + " spend the budget several times.");
    }
    if (!plan.options().values().isEmpty()) {
      throw CoterieException.usage(
          "Privacy level dp chooses its own rounds and neighbors from the budget; leave out --%s."
              .formatted(String.join(", --", new TreeSet<>(plan.options().values().keySet()))));
    }
    DpSchedule.of(plan);
  }

  /** Returns the steps of the route, each reply with its noise. */
  public static Schedule schedule(StudyPlan plan) {
    DpSchedule steps = DpSchedule.of(plan);
    List<Stage> stages = new ArrayList<>();
    for (int first = 0; first < steps.steps().size(); ) {
      DpStep step = steps.steps().get(first);
      int rounds = 1;
      while (first + rounds < steps.steps().size()
          && steps.steps().get(first + rounds).kind().equals(step.kind())) {
        rounds++;
      }
      stages.add(
          Stage.required(
              Step.sum(
                  plan, step.kind(), NoisyTotals.class, rounds, steps.mostNumbers(plan, step))));
      first += rounds;
    }
    return new Schedule(stages);
  }

  public static SitePart site(StudyPlan plan, SiteContext context) {
    return new DpSite(plan, context);
  }

  /**
   * Returns the exact sums that a site's gate would make noisy, for each of the questions: for an
   * audit at the site itself, as exact sums may not leave it.
   */
  public static List<List<NoisyBlock>> exactSums(
      StudyPlan plan, SiteContext context, List<CoordinatorMessage> questions) {
    DpSite site = new DpSite(plan, context);
    return questions.stream().map(site::measure).toList();
  }

  /** Clusters the records of all sites by noisy totals only. */
  public static Clustering coordinate(StudyPlan plan, CoordinatorContext context, Sites sites) {
    DpSchedule schedule = DpSchedule.of(plan);
    context.report("route", schedule.route().description());
    DpStudy study =
        new DpStudy(
                schedule,
                DpInput.of(plan, schedule.route()),
                plan.clusters().value(),
                plan,
                context,
                sites)
            .bounded();
    return switch (schedule.route()) {
      case GRID -> new GridRoute(study).coordinate();
      case LINE -> new LineRoute(study).coordinate();
      case TREE -> new TreeRoute(study).coordinate();
      case COLUMNS -> new ColumnRoute(study).coordinate();
      case ANCHORS, CENTERS -> new AnchorRoute(study).coordinate();
    };
  }
}
