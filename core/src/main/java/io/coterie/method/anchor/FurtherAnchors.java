package io.coterie.method.anchor;

import io.coterie.math.Blas;
import io.coterie.math.Matrix;
import io.coterie.math.Seed;
import io.coterie.math.Vector;
import io.coterie.math.internal.cluster.CellRecords;
import io.coterie.math.internal.eigen.EigenPairs;
import io.coterie.message.internal.SealedCounts;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Anchors beside the means of the cells, where K leaves fewer cells than a graph needs: means of
 * overlapping regions. Their points are drawn around the cells' means, in the shape of what is
 * inside the cells.
 *
 * @param cells what is known of the records
 * @param sets as many points as cells each
 */
record FurtherAnchors(Cells cells, int sets) {
  /** A graph of N records has about this times √N anchors, cells included. */
  private static final double ANCHOR_FACTOR = 25;

  /** At least so many records for each anchor. */
  private static final double RECORDS = 3;

  /** How far points are from their cell's mean, in deviations of a record. */
  private static final double DISTANCE = 0.7;

  static FurtherAnchors of(Cells cells) {
    double wanted = Math.rint(ANCHOR_FACTOR * Math.sqrt(cells.records()) / cells.count());
    double most = Math.floor(cells.records() / (RECORDS * cells.count()));
    int sets = (int) Math.min(RegionQuestion.MOST_SETS, Math.min(wanted, most) - 1);
    boolean isSpread = cells.totals().stream().anyMatch(cell -> cell.spread() > 0);
    return new FurtherAnchors(cells, isSpread ? Math.max(0, sets) : 0);
  }

  RegionQuestion.Counts regions(Seed seed) {
    Matrix inside = cells.inside();
    double scale = DISTANCE / Math.sqrt(cells.records());
    EigenPairs pairs = Blas.symmetricEigen(inside);
    Matrix root =
        pairs
            .vectors()
            .map((i, k, value) -> scale * value * Math.sqrt(Math.max(0, pairs.values()[k])));
    SplittableRandom random = seed.random();
    Matrix points = Matrix.zeros(sets * cells.count(), cells.dimension());
    double[] drawn = new double[root.columns()];
    for (int p = 0; p < points.rows(); p++) {
      for (int k = 0; k < drawn.length; k++) {
        drawn[k] = random.nextGaussian();
      }
      for (int j = 0; j < points.columns(); j++) {
        double value = cells.means().at(p % cells.count(), j);
        for (int k = 0; k < drawn.length; k++) {
          value += root.at(j, k) * drawn[k];
        }
        points.set(p, j, value);
      }
    }
    return new RegionQuestion.Counts(points, sets);
  }

  /** Asks in the deviations that records have inside the cells. */
  RegionQuestion.Sums sums(SealedCounts counts) {
    Matrix inside = cells.inside();
    double[] deviations = new double[cells.dimension()];
    for (int j = 0; j < deviations.length; j++) {
      double variance = inside.at(j, j) / cells.records();
      deviations[j] = variance > 0 ? Math.sqrt(variance) : 1;
    }
    return new RegionQuestion.Sums(counts, Vector.of(deviations));
  }

  /**
   * The anchors and how many records each is the mean of.
   *
   * @param points one row each: the means of the cells, then those of regions
   */
  record Means(Matrix points, Vector counts) {
    static Means of(Cells cells) {
      return new Means(cells.means(), cells.counts());
    }

    /** Returns them as if records were shared out among them; regions spread as cells do. */
    CellRecords asRecords(Cells cells) {
      CellRecords own = cells.asRecords();
      double spread = 0;
      for (int p = 0; p < cells.count(); p++) {
        spread += own.counts()[p] * own.spreads()[p] / own.total();
      }
      double[] spreads = new double[points.rows()];
      Arrays.fill(spreads, spread);
      System.arraycopy(own.spreads(), 0, spreads, 0, cells.count());
      double share = own.total() / counts.sum();
      double[] shares = Arrays.stream(counts.toArray()).map(count -> share * count).toArray();
      return new CellRecords(points, shares, spreads, own.shape());
    }
  }

  /** Returns all anchors: the means of the cells, then those of the regions that are known. */
  Means anchors(RegionQuestion.Counts regions, RegionQuestion.Sums sums, long[] totals) {
    int d = cells.dimension();
    List<double[]> rows = new ArrayList<>();
    double[] counts = Arrays.copyOf(cells.counts().toArray(), cells.count() * (1 + sets));
    for (int p = 0; p < cells.count(); p++) {
      rows.add(cells.means().row(p));
    }
    for (int p = 0; p < regions.points().rows(); p++) {
      int at = p * (1 + d);
      if (totals[at] > 0) {
        double[] mean = new double[d];
        for (int j = 0; j < d; j++) {
          double part = (double) totals[at + 1 + j] / totals[at];
          mean[j] = regions.points().at(p, j) + sums.deviations().at(j) * part;
        }
        counts[rows.size()] = (double) totals[at] / RegionQuestion.UNIT;
        rows.add(mean);
      }
    }
    return new Means(
        Matrix.ofRows(rows.toArray(double[][]::new)),
        Vector.of(Arrays.copyOf(counts, rows.size())));
  }
}
