package io.coterie.method.fedsc;

import io.coterie.method.MethodOption;
import io.coterie.method.MethodOption.Values;
import io.coterie.plan.StudyPlan;

/** How the coordinator of Fed-SC joins the samples. */
enum SubspaceGraphKind {
  /** Each to those at the smallest angle. */
  TSC,
  /** Each to those that express it. */
  SSC;

  static final MethodOption<SubspaceGraphKind> OPTION =
      new MethodOption<>(
          "subspace",
          "HOW",
          Values.of(SubspaceGraphKind.class),
          "tsc",
          "How the coordinator groups the sites' samples: tsc or ssc.");

  static SubspaceGraphKind of(StudyPlan plan) {
    return OPTION.in(plan).orElse(TSC);
  }
}
