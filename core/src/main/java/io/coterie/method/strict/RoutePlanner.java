package io.coterie.method.strict;

import io.coterie.method.dplloyd.NoisyLloydMethod;
import io.coterie.plan.StrictTerms;
import io.coterie.plan.StudyPlan;
import io.coterie.privacy.internal.ZeroConcentrated;

/** Chooses the route of a strict study from public quantities, before anything is spent. */
final class RoutePlanner {
  private static final int GRID_FEATURES = 2;
  private static final int LINE_CLUSTERS = 3;
  private static final long LINE_RECORDS = 3000;

  private RoutePlanner() {}

  static Route choose(StudyPlan plan, StrictInput input) {
    StrictTerms terms = plan.privacy().terms().orElseThrow();
    int clusterCount = plan.clusters().value();
    if (plan.method().equals(NoisyLloydMethod.NAME)) {
      return Route.CENTERS;
    }
    if (plan.input().kind().isTable() && input.dimension() <= GRID_FEATURES) {
      return Route.GRID;
    }
    if (plan.input().kind().isTable()
        && clusterCount <= LINE_CLUSTERS
        && terms.publicRecords() < LINE_RECORDS) {
      return Route.LINE;
    }
    return expectedAnchors(terms, input) < 2 * clusterCount ? Route.CENTERS : Route.ANCHORS;
  }

  /** Returns about how many anchors the budget is good for. */
  static double expectedAnchors(StrictTerms terms, StrictInput input) {
    int m = terms.recordsPerPerson();
    double rho =
        ZeroConcentrated.rho(terms.budget().epsilon(), terms.budget().delta()) / ((double) m * m);
    return new AnchorCount(terms.publicRecords(), Math.sqrt(terms.noiseCopies()))
        .of(
            StrictSchedule.sumRho(rho),
            StrictSchedule.pairRho(rho),
            Math.min(AnchorRoute.MOST_AXES, input.dimension()));
  }
}
