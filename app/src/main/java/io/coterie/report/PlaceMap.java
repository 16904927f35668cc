package io.coterie.report;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coterie.json.Json;
import io.coterie.math.Blas;
import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import io.coterie.math.internal.linear.Pca;
import io.coterie.method.Diagnostics;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * Anchors, microclusters or prototypes on their two main axes. Places are rounded to a 500th of the
 * map, and at levels without noise those of a single record, or of fewer than the smallest group,
 * are left out, so that no record can be read off.
 */
final class PlaceMap {
  private static final int GRID = 500;

  /** More would only cover each other. */
  private static final int MOST = 1500;

  private static final double SINGLE = 1.5;
  private static final double NOTHING = 0.5;

  private final Diagnostics.Places places;
  private final double least;

  PlaceMap(Diagnostics.Places places, ReportData.Input input) {
    this.places = places;
    this.least =
        input.plan().privacy().isDp()
            ? NOTHING
            : Math.max(SINGLE, input.plan().privacy().smallestGroup());
  }

  ObjectNode json() {
    Matrix points = places.points();
    int axes = Math.min(2, points.columns());
    double[] mean = mean();
    Matrix centered = Matrix.zeros(points.rows(), points.columns());
    double total = Math.max(places.mass().sum(), 1e-12);
    double spread = 0;
    for (int p = 0; p < points.rows(); p++) {
      double root = Math.sqrt(Math.max(0, places.mass().at(p)) / total);
      for (int j = 0; j < mean.length; j++) {
        double value = root * (points.at(p, j) - mean[j]);
        centered.set(p, j, value);
        spread += value * value;
      }
    }
    Pca pca = Pca.of(Blas.multiplyTransposed(centered, centered), mean, axes);
    Matrix flat = pca.project(points, Parallel.sequential());
    ObjectNode node = Json.object().put("name", places.name());
    ArrayNode shares = node.putArray("axes");
    for (int k = 0; k < axes; k++) {
      shares.add(rounded(spread > 0 ? pca.variances()[k] / spread : 1, 4));
    }
    int[] shown = shown();
    node.put("places", points.rows()).put("left_out", points.rows() - shown.length);
    add(node.putArray("points"), flat, shown);
    return node;
  }

  private double[] mean() {
    Matrix points = places.points();
    double[] mean = new double[points.columns()];
    double total = 0;
    for (int p = 0; p < points.rows(); p++) {
      double mass = Math.max(0, places.mass().at(p));
      total += mass;
      for (int j = 0; j < mean.length; j++) {
        mean[j] += mass * points.at(p, j);
      }
    }
    for (int j = 0; j < mean.length; j++) {
      mean[j] /= Math.max(total, 1e-12);
    }
    return mean;
  }

  private int[] shown() {
    int[] all =
        IntStream.range(0, places.mass().size())
            .filter(p -> places.mass().at(p) >= least)
            .boxed()
            .sorted((a, b) -> Double.compare(places.mass().at(b), places.mass().at(a)))
            .mapToInt(Integer::intValue)
            .toArray();
    return Arrays.copyOf(all, Math.min(MOST, all.length));
  }

  private void add(ArrayNode array, Matrix flat, int[] shown) {
    double span = 0;
    for (double value : flat.array()) {
      span = Math.max(span, Math.abs(value));
    }
    double unit = span > 0 ? 2 * span / GRID : 1;
    for (int p : shown) {
      double y = flat.columns() > 1 ? Math.rint(flat.at(p, 1) / unit) * unit : 0;
      array
          .addArray()
          .add(rounded(Math.rint(flat.at(p, 0) / unit) * unit, 4))
          .add(rounded(y, 4))
          .add(Math.round(places.mass().at(p)))
          .add(places.clusters().at(p));
    }
  }

  static double rounded(double value, int digits) {
    double scale = Math.pow(10, digits);
    return Math.rint(value * scale) / scale;
  }
}
