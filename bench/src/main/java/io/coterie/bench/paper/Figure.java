package io.coterie.bench.paper;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coterie.json.Json;
import io.coterie.math.IntVector;
import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import io.coterie.math.internal.cluster.Moments;
import io.coterie.math.internal.linear.Pca;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.function.DoubleUnaryOperator;

/**
 * Pictures on the page of benchmarks, as the data from which its script (bench.js) draws them.
 * Values between 0 and 1 travel as one byte each.
 */
final class Figure {
  /** More rows than this are joined. */
  private static final int MOST_CELLS = 200;

  /** The weight that is drawn darkest is exceeded by one positive weight in a hundred. */
  private static final double DARKEST = 0.99;

  /** The plane leaves this part of the points outside, at either end of either axis. */
  private static final double OUTSIDE = 0.005;

  private static final int PLANE_SIDE = 1000;

  private Figure() {}

  private static ObjectNode of(String kind, String title) {
    return Json.object().put("kind", kind).put("title", title);
  }

  /** A square matrix of weights of at least zero: white for no weight, dark for the largest. */
  static ObjectNode heatMap(String title, Matrix weights) {
    int side = Math.min(MOST_CELLS, weights.rows());
    double[] cells = pooled(weights, side);
    double[] positive = Arrays.stream(cells).filter(weight -> weight > 0).sorted().toArray();
    double darkest = positive.length == 0 ? 1 : positive[(int) (DARKEST * (positive.length - 1))];
    // The root lets weak weights be seen beside strong ones.
    return of("heat", title)
        .put("side", side)
        .put("cells", bytes(cells, weight -> Math.sqrt(weight / darkest)));
  }

  /** Returns the largest weight under each cell, so that a single edge stays visible. */
  private static double[] pooled(Matrix weights, int side) {
    double[] cells = new double[side * side];
    for (int i = 0; i < weights.rows(); i++) {
      for (int j = 0; j < weights.columns(); j++) {
        int cell = i * side / weights.rows() * side + j * side / weights.columns();
        cells[cell] = Math.max(cells[cell], weights.at(i, j));
      }
    }
    return cells;
  }

  /** Points along the two directions in which they vary most, coloured by group. */
  static ObjectNode points(String title, Matrix points, IntVector groups, Parallel parallel) {
    ObjectNode node = of("points", title).put("side", PLANE_SIDE);
    Matrix plane = plane(points, parallel);
    double[][] ranges = {range(plane, 0), range(plane, 1)};
    ArrayNode list = node.putArray("points");
    for (int i = 0; i < plane.rows(); i++) {
      ArrayNode point = list.addArray();
      for (int axis = 0; axis < 2; axis++) {
        double low = ranges[axis][0];
        double share = (plane.at(i, axis) - low) / Math.max(1e-12, ranges[axis][1] - low);
        point.add(Math.round(PLANE_SIDE * clamped(share)));
      }
      point.add(groups.at(i));
    }
    return node.put("groups", Arrays.stream(groups.toArray()).max().orElse(0) + 1);
  }

  static Matrix plane(Matrix points, Parallel parallel) {
    int axes = Math.min(2, points.columns());
    Moments moments = Moments.of(points, new double[points.columns()], parallel);
    Matrix found = Pca.of(moments.covariance(), moments.mean(), axes).project(points, parallel);
    Matrix plane = Matrix.zeros(points.rows(), 2);
    for (int i = 0; i < plane.rows(); i++) {
      for (int j = 0; j < axes; j++) {
        plane.set(i, j, found.at(i, j));
      }
    }
    return plane;
  }

  private static double[] range(Matrix plane, int axis) {
    double[] values = new double[plane.rows()];
    Arrays.setAll(values, i -> plane.at(i, axis));
    Arrays.sort(values);
    int cut = (int) (OUTSIDE * values.length);
    return new double[] {values[cut], values[values.length - 1 - cut]};
  }

  /** Grey images side by side; the largest value of each is black, as ink on paper. */
  static ObjectNode images(String title, List<double[]> images, int height, int width) {
    ObjectNode node = of("images", title).put("height", height).put("width", width);
    ArrayNode list = node.putArray("images");
    for (double[] pixels : images) {
      double low = Arrays.stream(pixels).min().orElse(0);
      double high = Arrays.stream(pixels).max().orElse(1);
      list.add(bytes(pixels, value -> (high - value) / Math.max(1e-12, high - low)));
    }
    return node;
  }

  /** Oriented gradients side by side: for each cell of a square grid the strength by direction. */
  static ObjectNode gradients(String title, List<double[]> images) {
    ObjectNode node = of("gradients", title);
    ArrayNode list = node.putArray("images");
    for (double[] strengths : images) {
      double largest = Math.max(1e-12, Arrays.stream(strengths).max().orElse(1));
      list.add(bytes(strengths, value -> value / largest));
    }
    return node;
  }

  private static String bytes(double[] values, DoubleUnaryOperator share) {
    byte[] bytes = new byte[values.length];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = (byte) Math.round(255 * clamped(share.applyAsDouble(values[i])));
    }
    return Base64.getEncoder().encodeToString(bytes);
  }

  private static double clamped(double share) {
    return Math.max(0, Math.min(1, share));
  }
}
