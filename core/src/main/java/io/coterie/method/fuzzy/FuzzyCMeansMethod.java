package io.coterie.method.fuzzy;

import io.coterie.CoterieException;
import io.coterie.message.Payload;
import io.coterie.message.PayloadKind;
import io.coterie.message.internal.FuzzySums;
import io.coterie.message.internal.Microclusters;
import io.coterie.method.Clustering;
import io.coterie.method.CoordinatorContext;
import io.coterie.method.FederatedMethod;
import io.coterie.method.MethodOption;
import io.coterie.method.MethodOption.Values;
import io.coterie.method.Schedule;
import io.coterie.method.Schedule.Stage;
import io.coterie.method.Schedule.Step;
import io.coterie.method.SiteContext;
import io.coterie.method.SitePart;
import io.coterie.method.Sites;
import io.coterie.method.anchor.AnchorProfile;
import io.coterie.method.internal.prepare.PreparationSchedule;
import io.coterie.method.internal.robust.Robustness;
import io.coterie.plan.StudyPlan;
import java.util.List;
import java.util.Optional;

/**
 * Federated fuzzy c-means by sums: in every round the centers are those that fuzzy c-means on all
 * records at one place would have.
 *
 * <p>J. L. Corcuera Bárcena and others, University of Pisa (code: Unipisa/FederatedClustering).
 * Names here and there: fuzzifier λ, centers v, memberships u.
 *
 * <p>Beyond some 30 features, or with 20 clusters or more, a fuzzifier of 2 draws all centers to
 * one place, hence 1.1 there (Letters, 16 features and 26 clusters: .059 ACC with 2, .258 with
 * 1.1). The sums of a site with one record are that record until a runner masks sums.
 */
public final class FuzzyCMeansMethod implements FederatedMethod {
  private static final int MANY_FEATURES = 30;
  private static final double USUAL = 2;
  private static final double OF_MANY = 1.1;

  private static final MethodOption<Double> FUZZIFIER =
      new MethodOption<>(
          "fuzzifier",
          "M",
          Values.positive(),
          "2, or 1.1 beyond 30 features or from 20 clusters",
          "How soft clusters are, above 1.");

  @Override
  public String name() {
    return "ffcm";
  }

  @Override
  public String summary() {
    return "fuzzy c-means by sums, exactly as on pooled records; --fuzzifier above 1";
  }

  @Override
  public List<MethodOption<?>> options() {
    return List.of(FUZZIFIER, Robustness.OPTION);
  }

  @Override
  public List<PayloadKind<? extends Payload>> kinds() {
    return List.of(PayloadKind.of(FuzzyCenters.class).asks("sums by membership"));
  }

  @Override
  public void check(StudyPlan plan) {
    Robustness.check(plan);
    fuzzifier(plan, 1);
  }

  /** Returns the fuzzifier for records that are represented by so many features. */
  static double fuzzifier(StudyPlan plan, int features) {
    Optional<Double> stated = FUZZIFIER.in(plan);
    if (stated.isPresent() && stated.get() <= 1) {
      throw CoterieException.usage(
          "--fuzzifier is %s; it must be above 1. Typical values are 1.1 to 2."
              .formatted(stated.get()));
    }
    boolean many = features > MANY_FEATURES || AnchorProfile.isMany(plan.clusters().value());
    return stated.orElse(many ? OF_MANY : USUAL);
  }

  @Override
  public Schedule schedule(StudyPlan plan) {
    long d = PreparationSchedule.dimension(this, plan);
    long sums = plan.clusters().value() * (1 + d);
    return Schedule.of(
        Stage.required(
            Step.clear(plan, FuzzyCMeansCoordinator.CENTERS, Microclusters.class, 1, sums)),
        Stage.required(
            Step.sum(
                plan,
                Payload.kindOf(FuzzyCenters.class),
                FuzzySums.class,
                FuzzyCMeansCoordinator.MAX_ROUNDS,
                sums)));
  }

  @Override
  public SitePart site(StudyPlan plan, SiteContext context) {
    return new FuzzyCMeansSite(plan, context);
  }

  @Override
  public Clustering coordinate(StudyPlan plan, CoordinatorContext context, Sites sites) {
    return new FuzzyCMeansCoordinator(plan, context, sites).coordinate();
  }
}
