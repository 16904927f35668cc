package io.coterie.method.dp;

import io.coterie.method.dplloyd.NoisyLloydMethod;
import io.coterie.plan.DpTerms;
import io.coterie.plan.StudyPlan;

/** A way to clusters through noisy sums. */
public enum Route {
  /** A histogram over a public grid: one or two features. */
  GRID("a histogram over a public grid; cells are clustered"),

  /** The direction in which records vary most, and a histogram along it: few records. */
  LINE("the main direction of the records, then a histogram along it"),

  /** Cells split by noisy sums, and a mixture of Gaussians fitted to them. */
  TREE("cells split by noisy sums, level by level; a mixture of Gaussians is fitted to them"),

  /** Anchors moved by noisy sums, and a histogram of the pairs of anchors nearest to a record. */
  ANCHORS("anchors moved by noisy sums, joined by how often two are nearest to a record"),

  /** Centers among the columns of a table, some of which hold levels. */
  COLUMNS("one center a cluster among all columns, moved by noisy sums of numbers and levels"),

  /** Centers moved by noisy sums: too much noise for anything finer. */
  CENTERS("one center a cluster, moved by noisy sums");

  private static final int GRID_FEATURES = 2;
  private static final int LINE_CLUSTERS = 3;
  private static final long LINE_RECORDS = 3000;

  /** Anchors a cluster below which there is no graph of them. */
  private static final double FEWEST_ANCHORS = 2;

  /** Anchors a cluster from which on cells of not too many images are better than their graph. */
  private static final double SOME_ANCHORS = 4;

  private static final long TREE_IMAGES = 30_000;

  /** Cells for each parameter of a mixture with one covariance. */
  static final double CELLS_PER_PARAMETER = 2;

  private final String description;

  Route(String description) {
    this.description = description;
  }

  public String description() {
    return description;
  }

  /** Chooses the route of a dp study from public quantities, before anything is spent. */
  static Route of(StudyPlan plan) {
    if (plan.input().hasLevels()) {
      return COLUMNS;
    }
    DpInput input = DpInput.of(plan, ANCHORS);
    DpTerms terms = plan.privacy().terms().orElseThrow();
    int clusterCount = plan.clusters().value();
    if (plan.method().equals(NoisyLloydMethod.NAME)) {
      return CENTERS;
    }
    if (plan.input().kind().isTable() && input.dimension() <= GRID_FEATURES) {
      return GRID;
    }
    if (plan.input().kind().isTable()
        && clusterCount <= LINE_CLUSTERS
        && terms.publicRecords() < LINE_RECORDS) {
      return TreeRoute.isFine(plan, CELLS_PER_PARAMETER) ? TREE : LINE;
    }
    double anchors = AnchorCount.expected(terms, input) / clusterCount;
    if (anchors < FEWEST_ANCHORS) {
      return CENTERS;
    }
    boolean isTree =
        plan.input().usesHog() && anchors >= SOME_ANCHORS && terms.publicRecords() < TREE_IMAGES;
    return isTree ? TREE : ANCHORS;
  }
}
