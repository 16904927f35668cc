package io.coterie.study;

/** A study of iris, for tests in which one is run. */
public final class FlowerStudy {
  private static final String TEXT =
      """
      study: flowers
      clusters: 3
      seed: 7
      schema:
        columns:
          - {name: sepal_length, lower: 0, upper: 8}
          - {name: sepal_width, lower: 0, upper: 8}
          - {name: petal_length, lower: 0, upper: 8}
          - {name: petal_width, lower: 0, upper: 8}
      """;

  private FlowerStudy() {}

  /**
   * Returns a study.
   *
   * @param rest of its text: who takes part, and how it is kept private
   */
  public static Study of(String rest) {
    return Study.parse(text(rest), "test");
  }

  /** Returns the text of a study. */
  public static String text(String rest) {
    return TEXT + rest;
  }
}
