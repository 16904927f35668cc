package io.coterie.method.anchor;

import io.coterie.message.Payload;
import io.coterie.message.PayloadKind;
import io.coterie.method.Clustering;
import io.coterie.method.CoordinatorContext;
import io.coterie.method.FederatedMethod;
import io.coterie.method.MethodOption;
import io.coterie.method.Methods;
import io.coterie.method.Schedule;
import io.coterie.method.SiteContext;
import io.coterie.method.SitePart;
import io.coterie.method.Sites;
import io.coterie.method.dp.DpClustering;
import io.coterie.method.fit.FitQuestion;
import io.coterie.method.fit.FitSchedule;
import io.coterie.method.internal.prepare.PreparationSchedule;
import io.coterie.method.internal.prepare.table.TableSite;
import io.coterie.method.verdict.VerdictQuestion;
import io.coterie.plan.PrivacyLevel;
import io.coterie.plan.StudyPlan;
import java.util.List;
import java.util.Set;

/**
 * The anchor graph: the records of all sites are described against one shared set of anchors, by
 * totals over all sites. No record, no graph over records, no label and no number of a single site
 * can be read by anybody else. Level dp adds noise to the totals.
 *
 * <ol>
 *   <li>One tree of nested cells of at least K records of all sites; the anchors are the cells'
 *       means. Where K leaves few of them, rounded means of overlapping regions join them.
 *   <li>The graph B between anchors: how many records are near two of them, rounded.
 *   <li>The coordinator divides the graph; sites label their records through the anchors.
 *   <li>Images and feature vectors: the cells' totals by cluster give a metric, and the graph is
 *       made again in it.
 *   <li>Tables: Gaussian mixtures of the cells, kept if they are sure of the records.
 *   <li>Tables: each site finds out whether it fits the others.
 * </ol>
 */
public final class AnchorGraphMethod implements FederatedMethod {
  @Override
  public String name() {
    return Methods.DEFAULT;
  }

  @Override
  public String summary() {
    return "totals over nested cells of the records of all sites; the default";
  }

  @Override
  public List<PayloadKind<? extends Payload>> kinds() {
    return List.of(
        PayloadKind.of(TreeQuestion.Root.class).asks("totals over nested cells"),
        PayloadKind.of(TreeQuestion.Halves.class).asks("totals over nested cells"),
        PayloadKind.of(TreeQuestion.Split.class).asks("totals over nested cells"),
        PayloadKind.of(RegionQuestion.Counts.class).asks("overlapping regions"),
        PayloadKind.of(RegionQuestion.Sums.class).asks("overlapping regions"),
        PayloadKind.of(VerdictQuestion.Halves.class).asks("verdict: halves"),
        PayloadKind.of(VerdictQuestion.Graphs.class).asks("verdict: halves"),
        PayloadKind.of(VerdictQuestion.Means.class).asks("verdict: valleys"),
        PayloadKind.of(VerdictQuestion.Cuts.class).asks("verdict: valleys"),
        PayloadKind.of(VerdictQuestion.Tubes.class).asks("verdict: valleys"),
        PayloadKind.of(VerdictQuestion.Scores.class).asks("verdict: valleys"),
        PayloadKind.of(PairQuestion.class).asks("pairs of near anchors"),
        PayloadKind.of(SealedMixtureQuestion.Begin.class).asks("sums for mixtures"),
        PayloadKind.of(SealedMixtureQuestion.Step.class).asks("sums for mixtures"),
        PayloadKind.of(SealedMixtureQuestion.Choose.class).asks("choice of mixtures"),
        PayloadKind.of(SealedMixtureQuestion.Next.class).asks("sums for mixtures"),
        PayloadKind.of(SealedMixtureQuestion.Last.class).asks("sums for mixtures"),
        PayloadKind.of(SealedMixtureQuestion.Answer.class).asks("totals of the mixture"),
        PayloadKind.of(FitQuestion.Ranges.class).asks("whether sites fit"),
        PayloadKind.of(FitQuestion.Values.class).asks("whether sites fit"),
        PayloadKind.of(FitQuestion.Pieces.class).asks("whether sites fit"),
        PayloadKind.of(FitQuestion.Flags.class).asks("whether sites fit"),
        PayloadKind.of(RoundQuestion.class).asks("rounded totals"));
  }

  @Override
  public List<MethodOption<?>> options() {
    return List.of(TotalsSchedule.VERDICT, FitSchedule.FIT);
  }

  @Override
  public boolean drawsInTails() {
    return true;
  }

  @Override
  public Set<PrivacyLevel> levels() {
    return Set.of(PrivacyLevel.TOTALS, PrivacyLevel.DP);
  }

  @Override
  public String whyNoOtherLevel() {
    return "means of small groups of each site are method " + AnchorGroupsMethod.NAME;
  }

  @Override
  public boolean findsClusterCount() {
    return true;
  }

  @Override
  public boolean takesLevels(StudyPlan plan) {
    return TableSite.isFor(plan) || DpClustering.takesLevels(plan);
  }

  @Override
  public void check(StudyPlan plan) {
    if (plan.privacy().isDp()) {
      DpClustering.check(plan);
    } else {
      TotalsSchedule.check(plan);
    }
  }

  @Override
  public Schedule schedule(StudyPlan plan) {
    return plan.privacy().isDp()
        ? DpClustering.schedule(plan)
        : new TotalsSchedule(plan, PreparationSchedule.dimension(this, plan)).schedule();
  }

  @Override
  public SitePart site(StudyPlan plan, SiteContext context) {
    return plan.privacy().isDp()
        ? DpClustering.site(plan, context)
        : new TotalsSite(context, plan.privacy().smallestGroup(), plan.clusters());
  }

  @Override
  public Clustering coordinate(StudyPlan plan, CoordinatorContext context, Sites sites) {
    return plan.privacy().isDp()
        ? DpClustering.coordinate(plan, context, sites)
        : new TotalsCoordinator(plan, context, sites).coordinate();
  }
}
