package io.coterie.deep;

/** What the stages of learning are called where somebody follows them. */
final class StageNames {
  static final String TRAINING = "training";
  static final String PROTOTYPES = "prototypes";
  static final String DRAWING = "drawing";
  static final String TEACHING = "teaching";

  private StageNames() {}
}
