package io.coterie.method.verdict;

import io.coterie.math.Matrix;
import io.coterie.math.internal.linear.Cholesky;
import io.coterie.method.verdict.HalfSums.Half;
import java.util.Optional;

/**
 * How products of records are taken: as they are, or with the inverse of the scatter inside
 * clusters. In plain Java, so that every site gets the same bits.
 *
 * @param root L of the scatter S = L Lᵀ; products are x S⁻¹ y
 */
record Metric(Optional<Matrix> root) {
  /** This share of the mean variance is added to each, so that no direction counts too much. */
  private static final double RIDGE = 0.02;

  static Metric plain() {
    return new Metric(Optional.empty());
  }

  /** Returns the metric of the scatter inside clusters, shrunk; none where it is not known. */
  static Optional<Metric> inside(Half half, int[] clusters, int number) {
    if (!half.hasScatter()) {
      return Optional.empty();
    }
    // What is inside: the scatter of the half less that between its clusters' means by anchors.
    int d = half.anchors().columns();
    double records = half.records();
    double[][] sums = new double[number + 1][d];
    double[] counts = new double[number + 1];
    for (int p = 0; p < clusters.length; p++) {
      double count = half.counts()[p];
      counts[clusters[p]] += count;
      counts[number] += count;
      for (int j = 0; j < d; j++) {
        sums[clusters[p]][j] += count * half.anchors().at(p, j);
        sums[number][j] += count * half.anchors().at(p, j);
      }
    }
    Matrix scatter = Matrix.zeros(d, d);
    double trace = 0;
    for (int i = 0, at = 0; i < d; i++) {
      for (int j = 0; j <= i; j++, at++) {
        double sum = half.products()[at] - half.sums()[i] * half.sums()[j] / records;
        for (int c = 0; c <= number; c++) {
          double product = counts[c] > 0 ? sums[c][i] * sums[c][j] / counts[c] : 0;
          sum += c == number ? product : -product;
        }
        scatter.set(i, j, sum / records);
      }
      scatter.set(i, i, Math.max(0, scatter.at(i, i)));
      trace += scatter.at(i, i);
    }
    double shrink = (d + 2) / (records + d + 2);
    for (int i = 0; i < d; i++) {
      for (int j = 0; j < i; j++) {
        scatter.set(i, j, (1 - shrink) * scatter.at(i, j));
      }
      scatter.set(i, i, scatter.at(i, i) + RIDGE * trace / d);
    }
    try {
      return Optional.of(new Metric(Optional.of(Cholesky.of(scatter).lower())));
    } catch (ArithmeticException e) {
      return Optional.empty(); // all records of a cluster are the same
    }
  }

  double squaredLength(double[] record) {
    double[] white = root.isPresent() ? solved(record) : record;
    double sum = 0;
    for (double value : white) {
      sum += value * value;
    }
    return sum;
  }

  /** Returns S⁻¹ x. */
  double[] dual(double[] row) {
    if (root.isEmpty()) {
      return row;
    }
    double[] lower = root.get().array();
    double[] dual = solved(row);
    int d = dual.length;
    for (int i = d - 1; i >= 0; i--) {
      double sum = dual[i];
      for (int j = i + 1; j < d; j++) {
        sum -= lower[j * d + i] * dual[j];
      }
      dual[i] = sum / lower[i * d + i];
    }
    return dual;
  }

  /** Returns L⁻¹ x. */
  private double[] solved(double[] row) {
    double[] lower = root.orElseThrow().array();
    int d = row.length;
    double[] solved = new double[d];
    for (int i = 0; i < d; i++) {
      double sum = row[i];
      for (int j = 0; j < i; j++) {
        sum -= lower[i * d + j] * solved[j];
      }
      solved[i] = sum / lower[i * d + i];
    }
    return solved;
  }
}
