package io.coterie.method;

import io.coterie.protocol.PrivacyLevel;
import io.coterie.protocol.StudyPlan;
import java.util.Set;

/**
 * A method preceded by the rounds of sums that choose the records' representation. At the strict
 * level there are none: the representation is public.
 */
public record PreparedMethod(FederatedMethod method) implements FederatedMethod {
  @Override
  public String name() {
    return method.name();
  }

  @Override
  public String summary() {
    return method.summary();
  }

  @Override
  public Set<String> options() {
    return method.options();
  }

  @Override
  public boolean isFederated() {
    return method.isFederated();
  }

  @Override
  public Set<PrivacyLevel> levels() {
    return method.levels();
  }

  @Override
  public String whyNoOtherLevel() {
    return method.whyNoOtherLevel();
  }

  @Override
  public boolean drawsInTails() {
    return method.drawsInTails();
  }

  @Override
  public boolean learnsFeatures(StudyPlan plan) {
    return method.learnsFeatures(plan);
  }

  @Override
  public boolean isPrepared(StudyPlan plan) {
    return method.isPrepared(plan);
  }

  @Override
  public StudyPlan clustered(StudyPlan plan) {
    return method.clustered(plan);
  }

  @Override
  public boolean usesNetworks(StudyPlan plan) {
    return method.usesNetworks(plan);
  }

  @Override
  public void check(StudyPlan plan) {
    method.check(plan);
  }

  @Override
  public SitePart site(StudyPlan plan, SiteContext context) {
    return method.isPrepared(plan)
        ? new PreparationSite(method, plan, context)
        : method.site(plan, context);
  }

  @Override
  public CoordinatorPart coordinator(StudyPlan plan, CoordinatorContext context) {
    CoordinatorPart part =
        method.isPrepared(plan)
            ? new PreparationCoordinator(method, plan, context)
            : method.coordinator(plan, context);
    Robustness robustness = Robustness.of(plan);
    return robustness == Robustness.NONE
        ? part
        : new RobustCoordinator(part, robustness, context.findings());
  }
}
