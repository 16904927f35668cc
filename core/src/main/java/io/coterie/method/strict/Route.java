package io.coterie.method.strict;

/** A way to clusters through noisy sums. */
public enum Route {
  /** A histogram over a public grid: one or two features. */
  GRID("a histogram over a public grid; cells are clustered"),

  /** The direction in which records vary most, and a histogram along it: few records. */
  LINE("the main direction of the records, then a histogram along it"),

  /** Anchors moved by noisy sums, and a histogram of the pairs of anchors nearest to a record. */
  ANCHORS("anchors moved by noisy sums, joined by how often two are nearest to a record"),

  /** Centers moved by noisy sums: too much noise for anything finer. */
  CENTERS("one center a cluster, moved by noisy sums");

  private final String description;

  Route(String description) {
    this.description = description;
  }

  /** Returns what it does, in one line. */
  public String description() {
    return description;
  }
}
