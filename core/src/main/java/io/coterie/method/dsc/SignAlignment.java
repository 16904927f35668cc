package io.coterie.method.dsc;

import io.coterie.method.MethodOption;
import io.coterie.method.MethodOption.Values;
import io.coterie.plan.StudyPlan;

/** What Distributed Spectral Clustering does about eigenvectors whose sign is arbitrary. */
enum SignAlignment {
  /** Takes absolute values of records and centroids; no point needs to be shared. */
  ABSOLUTE,
  /** As the reference: centroids of absolute values, records with signs aligned by a point. */
  REFERENCE;

  static final MethodOption<SignAlignment> OPTION =
      new MethodOption<>(
          "signs",
          "HOW",
          Values.of(SignAlignment.class),
          "absolute",
          "How eigenvectors of sites are compared: absolute or reference.");

  static SignAlignment of(StudyPlan plan) {
    return OPTION.in(plan).orElse(ABSOLUTE);
  }
}
