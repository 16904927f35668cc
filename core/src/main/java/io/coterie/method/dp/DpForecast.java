package io.coterie.method.dp;

import io.coterie.plan.DpTerms;
import io.coterie.plan.StudyPlan;
import io.coterie.privacy.Mechanism;
import java.util.OptionalDouble;

/**
 * How much noise a dp study will have, told before anything is spent, from public quantities only.
 *
 * @param route the way
 * @param cells about how many cells, bins, anchors or centers the records are counted in
 * @param noise the standard deviation of the noise on a cell's count over all sites, in records
 * @param typicalCount records in a cell if all had as many
 * @param same about which share of the records joins the same cluster as without noise, where
 *     trials say so
 * @param off by about which part of a cluster the noise puts the cluster's size or place out; where
 *     columns are summed one by one, of the records' spread
 * @param verdict what may be expected of the answer
 */
public record DpForecast(
    Route route,
    double cells,
    double noise,
    double typicalCount,
    OptionalDouble same,
    double off,
    Verdict verdict) {
  /** What may be expected of an answer. */
  public enum Verdict {
    /** The noise hardly matters. */
    GOOD,
    /** Clusters that lie apart will be found. */
    FAIR,
    /** The answer may be noise: allow a larger ε, or bring more records. */
    LOW
  }

  /** Anchors a cluster from which on the graph of anchors is fine enough to follow its shape. */
  private static final double GOOD_ANCHORS = 8;

  /** Cells that noise allows for, for each parameter of a mixture with one covariance. */
  private static final double GOOD_CELLS = 5;

  /** Cells of images a cluster from which on seeds hardly differ. */
  private static final double GOOD_IMAGE_CELLS = 15;

  /** Noise on a cluster's own count, or place, as a part of it. */
  private static final double GOOD_SHARE = 0.05;

  private static final double FAIR_SHARE = 0.2;

  /**
   * The part of the records that may be of one magnitude and not be seen, where bounds are found.
   */
  private static final double MOST_UNSEEN = 0.25;

  public static DpForecast of(StudyPlan plan) {
    DpSchedule schedule = DpSchedule.of(plan);
    DpInput input = DpInput.of(plan, schedule.route());
    DpTerms terms = schedule.terms();
    int clusterCount = plan.clusters().value();
    double records = terms.publicRecords();
    double cells =
        switch (schedule.route()) {
          case GRID -> Math.pow(GridRoute.bins(schedule, input), input.dimension());
          case LINE -> LineRoute.bins(schedule, records);
          case TREE ->
              TreeSize.cells(schedule, plan, TreeRoute.mostAxes(plan, input.dimension()), records);
          case ANCHORS -> Math.max(AnchorCount.expected(terms, input), 2.0 * clusterCount);
          case COLUMNS, CENTERS -> clusterCount;
        };
    double noise =
        switch (schedule.route()) {
          case GRID -> noise(schedule, DpSchedule.GRID, DpSchedule.HISTOGRAM);
          case LINE -> noise(schedule, DpSchedule.LINE, DpSchedule.HISTOGRAM);
          case TREE -> noise(schedule, schedule.lastRound(), DpSchedule.COUNT);
          case ANCHORS, COLUMNS, CENTERS -> noise(schedule, DpSchedule.LLOYD, DpSchedule.COUNT);
        };
    if (schedule.route() == Route.COLUMNS) {
      ColumnForecast columns = ColumnForecast.of(schedule, plan);
      return new DpForecast(
          schedule.route(),
          cells,
          noise,
          records / cells,
          OptionalDouble.of(columns.same()),
          columns.noise(),
          columns.verdict());
    }
    OptionalDouble same = OptionalDouble.empty();
    double ofCluster =
        switch (schedule.route()) {
          case GRID, TREE -> noise * Math.sqrt(cells * clusterCount) / records;
          case LINE ->
              Math.max(
                  noise * Math.sqrt(cells * clusterCount) / records,
                  axesNoise(schedule, input) / records);
          case ANCHORS, COLUMNS, CENTERS -> placeNoise(schedule, input) * clusterCount / records;
        };
    if (!input.isBounded()
        && NoisyBounds.least(schedule, input.dimension()) > MOST_UNSEEN * records) {
      return new DpForecast(
          schedule.route(), cells, noise, records / cells, same, ofCluster, Verdict.LOW);
    }
    Verdict verdict = ofCluster < FAIR_SHARE ? Verdict.FAIR : Verdict.LOW;
    boolean fine =
        switch (schedule.route()) {
          case TREE ->
              plan.input().kind().isTable()
                  ? TreeRoute.isFine(plan, GOOD_CELLS)
                  : cells >= GOOD_IMAGE_CELLS * clusterCount;
          case ANCHORS -> cells >= GOOD_ANCHORS * clusterCount;
          case GRID, LINE, COLUMNS, CENTERS -> ofCluster < GOOD_SHARE;
        };
    return new DpForecast(
        schedule.route(),
        cells,
        noise,
        records / cells,
        same,
        ofCluster,
        fine ? Verdict.GOOD : verdict);
  }

  /** Returns below which part of a cluster the verdict is better than {@link Verdict#LOW}. */
  public double fairBelow() {
    return route == Route.COLUMNS ? ColumnForecast.FAIR : FAIR_SHARE;
  }

  /**
   * Returns below which part the verdict is {@link Verdict#GOOD}; empty where it hangs on how many
   * cells or anchors there are.
   */
  public OptionalDouble goodBelow() {
    return switch (route) {
      case COLUMNS -> OptionalDouble.of(ColumnForecast.GOOD);
      case GRID, LINE, CENTERS -> OptionalDouble.of(GOOD_SHARE);
      case TREE, ANCHORS -> OptionalDouble.empty();
    };
  }

  /** Returns the noise on a cell as a part of a typical count. */
  public double share() {
    return noise / typicalCount;
  }

  /** The noise on a total over all sites where one record counts one. */
  private static double noise(DpSchedule schedule, String step, String block) {
    return noise(schedule, schedule.step(step), block);
  }

  private static double noise(DpSchedule schedule, DpStep step, String block) {
    long fine = step.loss(block).pureEpsilon() > 0 ? 1 : 1L << 40;
    return Mechanism.of(fine, step.loss(block)).deviation()
        / fine
        * Math.sqrt(schedule.terms().noiseCopies());
  }

  /** The noise on the sum that moves an anchor, over all axes, in units of the records' spread. */
  private static double placeNoise(DpSchedule schedule, DpInput input) {
    return AnchorCount.RESIDUAL_RADIUS
        * noise(schedule, DpSchedule.LLOYD, DpSchedule.SUM)
        * Math.sqrt(Math.min(AnchorRoute.MOST_AXES, input.dimension()));
  }

  /** The noise on the largest eigenvalue of the second moment, in units of the spread. */
  private static double axesNoise(DpSchedule schedule, DpInput input) {
    return noise(schedule, DpSchedule.SCATTER, DpSchedule.SECOND_MOMENT)
        * Math.sqrt(2.0 * input.dimension());
  }
}
