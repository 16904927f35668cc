package io.coterie.deep.gan;

import io.coterie.features.internal.Standardize;
import io.coterie.math.Matrix;
import io.coterie.math.Vector;

/** Features on one scale, as networks want them, and back. */
final class Scales {
  private Scales() {}

  /** Returns the step to mean 0 and deviation 1; a constant feature keeps its scale. */
  static Standardize of(Matrix records) {
    double[] means = new double[records.columns()];
    double[] scales = new double[records.columns()];
    for (int i = 0; i < records.rows(); i++) {
      for (int j = 0; j < means.length; j++) {
        means[j] += records.at(i, j) / records.rows();
      }
    }
    for (int i = 0; i < records.rows(); i++) {
      for (int j = 0; j < means.length; j++) {
        double off = records.at(i, j) - means[j];
        scales[j] += off * off / records.rows();
      }
    }
    for (int j = 0; j < means.length; j++) {
      double deviation = Math.sqrt(scales[j]);
      scales[j] = deviation > 1e-9 * Math.max(1, Math.abs(means[j])) ? deviation : 1;
    }
    return new Standardize(Vector.of(means), Vector.of(scales));
  }

  static Matrix back(Matrix scaled, Standardize step) {
    Matrix records = scaled.copy();
    for (int i = 0; i < records.rows(); i++) {
      for (int j = 0; j < records.columns(); j++) {
        records.set(i, j, scaled.at(i, j) * step.scale().at(j) + step.center().at(j));
      }
    }
    return records;
  }
}
