package io.coterie.method.anchor;

import io.coterie.math.Blas;
import io.coterie.math.Matrix;
import io.coterie.math.Vector;
import io.coterie.math.internal.cluster.CellRecords;
import io.coterie.math.internal.eigen.EigenPairs;
import io.coterie.message.internal.SumUnit;
import java.util.Arrays;
import java.util.List;

/**
 * What the coordinator knows of the records of all sites: totals over the leaves of a tree.
 *
 * @param totals of each cell, in units of the lattice
 * @param means one row for each cell, in the units of the records
 * @param scatter Σ x xᵀ over all records, in those units
 * @param unit of the lattice
 * @param siteCount how many sites answered; 0 where there is one cell only
 */
record Cells(List<CellTotals> totals, Matrix means, Matrix scatter, SumUnit unit, long siteCount) {
  static Cells of(List<CellTotals> totals, Matrix squaredUnits, SumUnit unit, long siteCount) {
    double one = unit.value(1);
    int d = squaredUnits.rows();
    Matrix means = Matrix.zeros(totals.size(), d);
    for (int p = 0; p < totals.size(); p++) {
      for (int j = 0; j < d; j++) {
        means.set(p, j, one * totals.get(p).mean(j));
      }
    }
    return new Cells(
        totals, means, squaredUnits.map((i, j, value) -> one * one * value), unit, siteCount);
  }

  int count() {
    return totals.size();
  }

  int dimension() {
    return means.columns();
  }

  double records() {
    return counts().sum();
  }

  /** Returns the records of each cell. */
  Vector counts() {
    return Vector.of(totals.stream().mapToDouble(CellTotals::count).toArray());
  }

  /** Returns Σ ‖x − m‖² / n of a cell. */
  double variance(CellTotals cell) {
    double one = unit.value(1);
    return one * one * cell.spread() / cell.count();
  }

  /**
   * Returns Σ (x − m)(x − m)ᵀ over all records, with m the mean of the record's cell. Means of
   * coarse values would leave less than nothing of some directions.
   */
  Matrix inside() {
    Matrix inside = scatter.map((i, j, value) -> value);
    for (int p = 0; p < count(); p++) {
      double records = totals.get(p).count();
      for (int i = 0; i < dimension(); i++) {
        for (int j = 0; j < dimension(); j++) {
          inside.set(i, j, inside.at(i, j) - records * means.at(p, i) * means.at(p, j));
        }
      }
    }
    return positive(inside, 0);
  }

  /** Returns a symmetric matrix with all its eigenvalues at least so much. */
  static Matrix positive(Matrix symmetric, double least) {
    EigenPairs pairs = Blas.symmetricEigen(symmetric);
    int d = symmetric.rows();
    if (Arrays.stream(pairs.values()).min().orElse(least) >= least) {
      return symmetric;
    }
    Matrix scaled =
        Matrix.zeros(pairs.values().length, d)
            .map(
                (k, j, zero) ->
                    pairs.vectors().at(j, k) * Math.sqrt(Math.max(pairs.values()[k], least)));
    return Blas.multiplyTransposed(scaled, scaled);
  }

  /** Returns the cells as so many records at their means, all of the shape of one cell. */
  CellRecords asRecords() {
    Matrix inside = inside();
    double trace = 0;
    for (int j = 0; j < inside.rows(); j++) {
      trace += inside.at(j, j);
    }
    double scale = trace > 0 ? 1 / trace : 0;
    return new CellRecords(
        means,
        counts().toArray(),
        totals.stream().mapToDouble(this::variance).toArray(),
        inside.map((i, j, value) -> scale * value));
  }

  /** Returns Σ ‖x − μ‖² over Σ ‖x − m‖², with μ the mean of all records, m that of the cell. */
  double spreadRatio() {
    double all = 0;
    double within = 0;
    double[] sum = new double[dimension()];
    for (CellTotals cell : totals) {
      all += cell.squares();
      within += cell.spread();
      for (int j = 0; j < sum.length; j++) {
        sum[j] += cell.sum()[j];
      }
    }
    for (double value : sum) {
      all -= value * value / records();
    }
    return all / Math.max(within, 1);
  }
}
