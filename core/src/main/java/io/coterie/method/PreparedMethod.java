package io.coterie.method;

import io.coterie.protocol.StudyPlan;
import java.util.Set;

/** A method preceded by the rounds of sums that choose the records' representation. */
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
  public void check(StudyPlan plan) {
    method.check(plan);
  }

  @Override
  public SitePart site(StudyPlan plan, SiteContext context) {
    return new PreparationSite(method, plan, context);
  }

  @Override
  public CoordinatorPart coordinator(StudyPlan plan, CoordinatorContext context) {
    return new PreparationCoordinator(method, plan, context);
  }
}
