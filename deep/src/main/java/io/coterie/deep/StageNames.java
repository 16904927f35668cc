package io.coterie.deep;

/** What the stages of learning are called where somebody follows them. */
public final class StageNames {
  public static final String TRAINING = "training";
  public static final String PROTOTYPES = "prototypes";
  public static final String DRAWING = "drawing";
  public static final String TEACHING = "teaching";

  private StageNames() {}
}
