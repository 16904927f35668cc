package io.coterie.bench.paper;

import io.coterie.math.Matrix;
import java.awt.Color;
import java.awt.image.BufferedImage;
import java.util.Arrays;
import java.util.List;

/** Matrices side by side: white for no weight, dark for the largest. */
final class HeatMaps {
  static final int SIDE = 300;
  static final int GAP = 24;
  static final int HEAD = 30;

  /** The weight that is drawn darkest is exceeded by one positive weight in a hundred. */
  private static final double DARKEST = 0.99;

  private static final Color DARK = new Color(0x0B, 0x2C, 0x5C);

  private HeatMaps() {}

  /**
   * One matrix.
   *
   * @param title above it
   * @param weights square, at least zero
   */
  record Panel(String title, Matrix weights) {}

  static int width(int panels) {
    return GAP + panels * (SIDE + GAP);
  }

  static int height(int rows) {
    return GAP + rows * (HEAD + SIDE + GAP);
  }

  /** Draws rows of panels. */
  static BufferedImage draw(List<List<Panel>> rows) {
    int widest = rows.stream().mapToInt(List::size).max().orElse(1);
    Canvas canvas = new Canvas(width(widest), height(rows.size()));
    for (int r = 0; r < rows.size(); r++) {
      int top = GAP + r * (HEAD + SIDE + GAP);
      for (int p = 0; p < rows.get(r).size(); p++) {
        Panel panel = rows.get(r).get(p);
        int left = GAP + p * (SIDE + GAP);
        canvas.text(panel.title(), left, top + 16);
        fill(canvas, panel.weights(), left, top + HEAD);
        canvas.frame(left - 1, top + HEAD - 1, SIDE + 2, SIDE + 2);
      }
    }
    return canvas.finish();
  }

  private static void fill(Canvas canvas, Matrix weights, int left, int top) {
    double[][] pooled = pool(weights);
    double[] positive =
        Arrays.stream(pooled).flatMapToDouble(Arrays::stream).filter(w -> w > 0).sorted().toArray();
    double darkest = positive.length == 0 ? 1 : positive[(int) (DARKEST * (positive.length - 1))];
    for (int y = 0; y < SIDE; y++) {
      for (int x = 0; x < SIDE; x++) {
        // The root lets weak weights be seen beside strong ones.
        double shade = Math.sqrt(Math.min(1, pooled[y][x] / darkest));
        canvas.pixel(left + x, top + y, mix(shade));
      }
    }
  }

  /** Returns the largest weight under each pixel, so that a single edge stays visible. */
  private static double[][] pool(Matrix weights) {
    int n = weights.rows();
    double[][] pixels = new double[SIDE][SIDE];
    for (int y = 0; y < SIDE; y++) {
      for (int x = 0; x < SIDE; x++) {
        for (int i = y * n / SIDE; i < Math.max((y + 1) * n / SIDE, y * n / SIDE + 1); i++) {
          for (int j = x * n / SIDE; j < Math.max((x + 1) * n / SIDE, x * n / SIDE + 1); j++) {
            pixels[y][x] = Math.max(pixels[y][x], weights.at(i, j));
          }
        }
      }
    }
    return pixels;
  }

  private static Color mix(double shade) {
    return new Color(
        (int) Math.round(255 + shade * (DARK.getRed() - 255)),
        (int) Math.round(255 + shade * (DARK.getGreen() - 255)),
        (int) Math.round(255 + shade * (DARK.getBlue() - 255)));
  }
}
