package io.coterie.bench.paper;

import io.coterie.math.IntVector;
import io.coterie.math.Matrix;
import io.coterie.math.Moments;
import io.coterie.math.Parallel;
import io.coterie.math.Pca;
import java.awt.Color;
import java.awt.image.BufferedImage;
import java.util.Arrays;
import java.util.List;

/** Small pictures of points in a plane, coloured by group, in rows with a title each. */
final class Scatter {
  static final int SIDE = 190;
  private static final int GAP = 14;
  private static final int HEAD = 22;
  private static final int TITLE = 26;
  private static final int MARGIN = 16;

  /** The plane leaves this part of the points outside, at either end of either axis. */
  private static final double OUTSIDE = 0.005;

  private Scatter() {}

  /**
   * One picture.
   *
   * @param title above it
   * @param points one row each, of any number of values
   * @param groups one for each point
   */
  record Panel(String title, Matrix points, IntVector groups) {}

  /**
   * One row.
   *
   * @param title above it
   * @param panels side by side
   */
  record Strip(String title, List<Panel> panels) {
    Strip {
      panels = List.copyOf(panels);
    }
  }

  static int width(int panels) {
    return 2 * MARGIN + panels * (SIDE + GAP) - GAP;
  }

  static int height(int strips) {
    return 2 * MARGIN + strips * (TITLE + HEAD + SIDE + GAP) - GAP;
  }

  static BufferedImage draw(List<Strip> strips, Parallel parallel) {
    int widest = strips.stream().mapToInt(strip -> strip.panels().size()).max().orElse(1);
    Canvas canvas = new Canvas(width(widest), height(strips.size()));
    for (int s = 0; s < strips.size(); s++) {
      int top = MARGIN + s * (TITLE + HEAD + SIDE + GAP);
      canvas.text(strips.get(s).title(), MARGIN, top + 14);
      for (int p = 0; p < strips.get(s).panels().size(); p++) {
        Panel panel = strips.get(s).panels().get(p);
        int left = MARGIN + p * (SIDE + GAP);
        canvas.text(panel.title(), left, top + TITLE + 14);
        canvas.frame(left - 1, top + TITLE + HEAD - 1, SIDE + 2, SIDE + 2);
        draw(canvas, panel, left, top + TITLE + HEAD, parallel);
      }
    }
    return canvas.finish();
  }

  private static void draw(Canvas canvas, Panel panel, int left, int top, Parallel parallel) {
    Matrix plane = plane(panel.points(), parallel);
    int groups = Arrays.stream(panel.groups().toArray()).max().orElse(0) + 1;
    double[] across = range(plane, 0);
    double[] down = range(plane, 1);
    for (int i = 0; i < plane.rows(); i++) {
      int x = place(plane.at(i, 0), across);
      int y = SIDE - 1 - place(plane.at(i, 1), down);
      canvas.dot(left + x, top + y, color(panel.groups().at(i), groups));
    }
  }

  /** Returns the points along the two directions in which they vary most. */
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
    for (int i = 0; i < values.length; i++) {
      values[i] = plane.at(i, axis);
    }
    Arrays.sort(values);
    int cut = (int) (OUTSIDE * values.length);
    return new double[] {values[cut], values[values.length - 1 - cut]};
  }

  /** Returns where a value stands; what is outside stands at the edge. */
  private static int place(double value, double[] range) {
    double part = (value - range[0]) / Math.max(1e-12, range[1] - range[0]);
    return 4 + (int) Math.round((SIDE - 9) * Math.max(0, Math.min(1, part)));
  }

  /** Returns a colour for a group: evenly around the circle, in turn bright and dark. */
  static Color color(int group, int groups) {
    return Color.getHSBColor(
        (float) group / groups, group % 2 == 0 ? 0.85f : 0.6f, group % 2 == 0 ? 0.85f : 0.6f);
  }
}
