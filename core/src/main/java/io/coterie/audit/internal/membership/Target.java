package io.coterie.audit.internal.membership;

import io.coterie.math.Matrix;
import io.coterie.math.Seed;
import io.coterie.math.internal.Doubles;
import io.coterie.plan.PublicBounds;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * A person whose presence an attacker wants to find out.
 *
 * @param kind corner, outlying or random
 * @param record the person's record as read
 * @param row which of the site's records it is; −1 for one that is not there
 */
@SuppressWarnings("ArrayRecordComponent") // stays inside the audit
record Target(String kind, double[] record, int row) {
  static final String CORNER = "corner of the bounds";
  static final String OUTLYING = "outlying";
  static final String RANDOM = "random";

  /**
   * Returns the corner of the public bounds that is farthest from the site's records (without
   * bounds, a record of one feature alone), then outlying records and random ones in turn.
   */
  static List<Target> choose(Matrix records, Optional<PublicBounds> bounds, int count, Seed seed) {
    List<Target> targets = new ArrayList<>();
    targets.add(new Target(CORNER, corner(records, bounds), -1));
    int[] outlying = outlying(records);
    SplittableRandom random = seed.child("targets").random();
    for (int t = 1; t < count && records.rows() > 1; t++) {
      boolean isRandom = t % 3 == 0;
      int row =
          isRandom ? random.nextInt(records.rows()) : outlying[(t - t / 3 - 1) % outlying.length];
      targets.add(new Target(isRandom ? RANDOM : OUTLYING, records.row(row), row));
    }
    return targets;
  }

  private static double[] corner(Matrix records, Optional<PublicBounds> bounds) {
    double[] corner = new double[records.columns()];
    if (bounds.isEmpty()) {
      corner[0] = 1;
      return corner;
    }
    double[] mean = records.columnMeans();
    for (int j = 0; j < corner.length; j++) {
      double low = bounds.get().lower().at(j);
      double high = bounds.get().upper().at(j);
      corner[j] = high - mean[j] > mean[j] - low ? high : low;
    }
    return corner;
  }

  /** From the most outlying on, features in units of their deviations. */
  private static int[] outlying(Matrix records) {
    double[] mean = records.columnMeans();
    double[] deviation = new double[mean.length];
    double[] distance = new double[records.rows()];
    for (int i = 0; i < records.rows(); i++) {
      for (int j = 0; j < mean.length; j++) {
        deviation[j] += Math.pow(records.at(i, j) - mean[j], 2) / records.rows();
      }
    }
    for (int i = 0; i < records.rows(); i++) {
      for (int j = 0; j < mean.length; j++) {
        distance[i] +=
            Math.pow(records.at(i, j) - mean[j], 2) / (deviation[j] > 0 ? deviation[j] : 1);
      }
    }
    return Doubles.order(Arrays.stream(distance).map(value -> -value).toArray());
  }

  Matrix without(Matrix records) {
    return records.selectRows(IntStream.range(0, records.rows()).filter(i -> i != row).toArray());
  }

  /** A person has as many records as the terms allow. */
  Matrix with(Matrix records, int copies) {
    Matrix others = without(records);
    double[][] own = new double[copies][];
    Arrays.fill(own, record);
    return Matrix.stacked(List.of(others, Matrix.ofRows(own)));
  }
}
