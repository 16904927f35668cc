package io.coterie.method.fedsc;

import io.coterie.plan.MethodOptions;

/** How the coordinator of Fed-SC joins the samples. */
enum SubspaceGraphKind {
  /** Each to those at the smallest angle. */
  TSC,
  /** Each to those that express it. */
  SSC;

  static SubspaceGraphKind of(MethodOptions options) {
    return options.choice("subspace", SubspaceGraphKind.class).orElse(TSC);
  }
}
