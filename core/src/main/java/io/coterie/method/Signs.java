package io.coterie.method;

import io.coterie.protocol.MethodOptions;

/** What Distributed Spectral Clustering does about eigenvectors whose sign is arbitrary. */
enum Signs {
  /** Takes absolute values of records and centroids; no point needs to be shared. */
  ABSOLUTE,
  /** As the reference: centroids of absolute values, records with signs aligned by a point. */
  REFERENCE;

  static Signs of(MethodOptions options) {
    return options.choice("signs", Signs.class).orElse(ABSOLUTE);
  }
}
