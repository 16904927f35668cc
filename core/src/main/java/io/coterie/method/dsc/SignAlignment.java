package io.coterie.method.dsc;

import io.coterie.plan.MethodOptions;

/** What Distributed Spectral Clustering does about eigenvectors whose sign is arbitrary. */
enum SignAlignment {
  /** Takes absolute values of records and centroids; no point needs to be shared. */
  ABSOLUTE,
  /** As the reference: centroids of absolute values, records with signs aligned by a point. */
  REFERENCE;

  static SignAlignment of(MethodOptions options) {
    return options.choice("signs", SignAlignment.class).orElse(ABSOLUTE);
  }
}
