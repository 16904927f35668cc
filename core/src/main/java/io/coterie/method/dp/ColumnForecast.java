package io.coterie.method.dp;

import io.coterie.plan.StudyPlan;
import io.coterie.privacy.Mechanism;

/**
 * What noise leaves of the answer on {@link Route#COLUMNS}, from public quantities.
 *
 * <p>The shares of records that stay in the cluster where they are without noise are those of
 * trials on six tables (adult, creditg, heart4, hypothyroid, mushroom, pbc) with 2 to 6 clusters,
 * 300 to 4,000 records and ε of 0.3 to 10. No label was used. With three clusters and more, little
 * noise is enough to move a fifth of the records.
 *
 * @param noise on a value of a typical cluster's center, in units of the records' spread
 * @param clusterCount C
 */
record ColumnForecast(double noise, int clusterCount) {
  /** Up to so much noise, trials found the answer that is there without noise. */
  static final double GOOD = 0.04;

  /** Beyond so much noise, they found little of it. */
  static final double FAIR = 0.08;

  /** The upper end of each range of noise; there is none of the last one. */
  private static final double[] NOISE = {0.02, GOOD, FAIR, 0.16};

  private static final double[] SAME_OF_TWO = {0.97, 0.94, 0.93, 0.64, 0.57};
  private static final double[] SAME_OF_MORE = {0.80, 0.77, 0.74, 0.63, 0.42};

  static ColumnForecast of(DpSchedule schedule, StudyPlan plan) {
    long fine = 1L << 40;
    double sums =
        Mechanism.of(fine, schedule.lastRound().loss(DpSchedule.SUM)).deviation()
            / fine
            * Math.sqrt(schedule.terms().noiseCopies());
    int clusters = plan.clusters().value();
    double records = schedule.terms().publicRecords();
    return new ColumnForecast(ColumnRoute.RADIUS * sums * clusters / records, clusters);
  }

  DpForecast.Verdict verdict() {
    return noise < GOOD
        ? DpForecast.Verdict.GOOD
        : noise < FAIR ? DpForecast.Verdict.FAIR : DpForecast.Verdict.LOW;
  }

  /** Returns about which share of the records joins the same cluster as without noise. */
  double same() {
    int range = 0;
    while (range < NOISE.length && noise >= NOISE[range]) {
      range++;
    }
    return (clusterCount <= 2 ? SAME_OF_TWO : SAME_OF_MORE)[range];
  }
}
