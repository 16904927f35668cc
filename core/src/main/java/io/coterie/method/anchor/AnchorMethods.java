package io.coterie.method.anchor;

import io.coterie.method.FederatedMethod;
import io.coterie.plan.PrivacyLevel;
import io.coterie.plan.StudyPlan;

/** The anchor graph for methods that make features of the records first. */
public final class AnchorMethods {
  private AnchorMethods() {}

  /** Returns the one that offers the level of the plan. */
  public static FederatedMethod of(StudyPlan plan) {
    return plan.privacy().level() == PrivacyLevel.COMPONENT
        ? new AnchorGroupsMethod()
        : new AnchorGraphMethod();
  }
}
