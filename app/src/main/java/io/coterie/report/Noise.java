package io.coterie.report;

import io.coterie.method.Diagnostics;
import io.coterie.method.dp.DpForecast;
import io.coterie.plan.DpTerms;
import io.coterie.plan.PublicBounds;
import java.util.Arrays;
import java.util.Optional;

/**
 * How far noise takes what a report of level dp shows: in 19 of 20 cases not farther than this.
 * What a report shows has no more digits than it allows.
 *
 * @param input of the report
 */
record Noise(ReportData.Input input) {
  private static final double NORMAL_QUANTILE = 1.96;

  /** Of a value whose noise is not known. */
  static final double UNKNOWN = Double.NaN;

  /** Returns the noise on the size of each group; empty where there is none. */
  Optional<double[]> ofSizes() {
    if (!input.plan().privacy().isDp() || input.log().places().isEmpty()) {
      return Optional.empty();
    }
    Diagnostics.Places places = input.log().places().get();
    double ofCount =
        input
            .log()
            .sumNoise()
            .map(Diagnostics.SumNoise::records)
            .orElseGet(() -> DpForecast.of(input.plan()).noise());
    double[] noise = new double[input.clusterCount()];
    for (int c = 0; c < noise.length; c++) {
      int group = c;
      long cells =
          Arrays.stream(places.clusters().toArray()).filter(cluster -> cluster == group).count();
      noise[c] = NORMAL_QUANTILE * ofCount * Math.sqrt((double) Math.max(1, cells));
    }
    return Optional.of(noise);
  }

  /**
   * Returns the noise on a mean or a share in each group and, behind them, in all records; empty
   * where there is none.
   *
   * @param records of each group
   */
  Optional<double[]> ofMeans(LevelFeatures.Feature feature, double[] records) {
    if (!input.plan().privacy().isDp()) {
      return Optional.empty();
    }
    double[] noise = new double[records.length + 1];
    Optional<Diagnostics.SumNoise> known = input.log().sumNoise();
    double ofSum =
        known
            .map(sums -> feature.isShare() ? sums.shares() : sums.ranges() * range(feature))
            .orElse(UNKNOWN);
    double all = 0;
    for (int c = 0; c < records.length; c++) {
      noise[c] = NORMAL_QUANTILE * ofSum / Math.max(1, records[c]);
      all += Math.max(0, records[c]);
    }
    noise[records.length] =
        NORMAL_QUANTILE * ofSum * Math.sqrt((double) records.length) / Math.max(1, all);
    return Optional.of(noise);
  }

  private double range(LevelFeatures.Feature feature) {
    Optional<PublicBounds> bounds = input.plan().privacy().terms().flatMap(DpTerms::bounds);
    return bounds
        .map(limits -> limits.upper().at(feature.column()) - limits.lower().at(feature.column()))
        .orElse(UNKNOWN);
  }
}
