package io.coterie.method.dplloyd;

import io.coterie.message.FieldProtection.Disclosure;
import io.coterie.message.Payload;
import io.coterie.message.PayloadKind;
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
import io.coterie.method.dp.DpClustering;
import io.coterie.method.internal.prepare.PreparationSchedule;
import io.coterie.plan.PrivacyLevel;
import io.coterie.plan.StudyPlan;
import io.coterie.privacy.internal.NoisyLloyd;
import java.util.List;
import java.util.Set;

/**
 * Lloyd's iteration on counts and sums to which every site adds Laplace noise: {@link
 * io.coterie.privacy.internal.NoisyLloyd} says how much and what it is good for. Centers start from
 * a packing of the box that sees no data.
 *
 * <p>The box around the records comes from the sites' extremes, and preparation before it sends
 * sums without noise. Hence ε is nominal: it bounds what the rounds of sums tell, not what the
 * whole study does.
 *
 * <p>At level dp the bounds are public, sums are whole numbers on a lattice, and ε is that of the
 * whole study: {@link io.coterie.method.dp.Route#CENTERS}.
 */
public final class NoisyLloydMethod implements FederatedMethod {
  public static final String NAME = "dp-lloyd";

  private static final String NOMINAL = "Laplace noise, nominal: its bounds are the records' own";
  private static final double DEFAULT_EPSILON = 1;

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String summary() {
    return "k-means by noisy sums; --epsilon (1) is nominal but at level dp";
  }

  @Override
  public List<MethodOption<?>> options() {
    return List.of(MethodOption.EPSILON);
  }

  @Override
  public List<PayloadKind<? extends Payload>> kinds() {
    return List.of(
        PayloadKind.of(BoundsQuestion.class).asks("bounds without noise"),
        PayloadKind.of(NoisyLloydQuestion.class).asks("noisy sums by cluster"),
        PayloadKind.of(NoisySums.class).field("counts", NOMINAL).field("residuals", NOMINAL),
        PayloadKind.of(RecordBox.class)
            .field("records", "none: exact number of records", Disclosure.EXACT_COUNTS)
            .field("smallest", "none: the smallest value by feature", Disclosure.SINGLE_VALUES)
            .field("largest", "none: the largest value by feature", Disclosure.SINGLE_VALUES));
  }

  @Override
  public Set<PrivacyLevel> levels() {
    return Set.of(PrivacyLevel.COMPONENT, PrivacyLevel.DP);
  }

  @Override
  public boolean takesLevels(StudyPlan plan) {
    return DpClustering.takesLevels(plan);
  }

  @Override
  public void check(StudyPlan plan) {
    if (plan.privacy().isDp()) {
      DpClustering.check(plan);
    }
  }

  static double epsilon(StudyPlan plan) {
    return MethodOption.EPSILON.in(plan).orElse(DEFAULT_EPSILON);
  }

  @Override
  public Schedule schedule(StudyPlan plan) {
    if (plan.privacy().isDp()) {
      return DpClustering.schedule(plan);
    }
    long d = PreparationSchedule.dimension(this, plan);
    return Schedule.of(
        Stage.required(
            Step.clear(plan, Payload.kindOf(BoundsQuestion.class), RecordBox.class, 1, 1 + 2 * d)),
        Stage.required(
            Step.sum(
                plan,
                Payload.kindOf(NoisyLloydQuestion.class),
                NoisySums.class,
                NoisyLloyd.MOST_ROUNDS,
                plan.clusters().value() * (1 + d))));
  }

  @Override
  public SitePart site(StudyPlan plan, SiteContext context) {
    return plan.privacy().isDp()
        ? DpClustering.site(plan, context)
        : new NoisyLloydSite(plan, context);
  }

  @Override
  public Clustering coordinate(StudyPlan plan, CoordinatorContext context, Sites sites) {
    return plan.privacy().isDp()
        ? DpClustering.coordinate(plan, context, sites)
        : new NoisyLloydCoordinator(plan, context, sites).coordinate();
  }
}
