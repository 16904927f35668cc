package io.coterie.plan;

/** The public per-record map applied before anything else. */
public enum FeatureMap {
  /** Oriented gradients for images, nothing for tables and vectors. */
  AUTO,
  /** The values as they are. */
  NONE,
  /** Oriented gradients; the records must be images. */
  HOG
}
