package io.coterie.bench.paper;

import java.awt.Color;
import java.awt.geom.Line2D;
import java.awt.image.BufferedImage;
import java.util.Arrays;
import java.util.List;

/** Rows of small images, each row with a title: pixels, or oriented gradients as stars. */
final class Strips {
  static final int TILE = 84;
  private static final int GAP = 8;
  private static final int HEAD = 24;
  private static final int MARGIN = 16;
  private static final int LEAST_WIDTH = 10;

  private Strips() {}

  /**
   * One row.
   *
   * @param title above it
   * @param tiles to draw
   */
  record Strip(String title, List<Tile> tiles) {
    Strip {
      tiles = List.copyOf(tiles);
    }
  }

  /** Something square to draw. */
  interface Tile {
    void draw(Canvas canvas, int left, int top);
  }

  /** Returns grey pixels, row by row; the darkest of the image is black, as ink on paper. */
  static Tile pixels(double[] values, int height, int width) {
    double low = Arrays.stream(values).min().orElse(0);
    double high = Arrays.stream(values).max().orElse(1);
    return (canvas, left, top) -> {
      for (int y = 0; y < TILE; y++) {
        for (int x = 0; x < TILE; x++) {
          double value = values[y * height / TILE * width + x * width / TILE];
          int grey = (int) Math.round(255 * (1 - (value - low) / Math.max(1e-12, high - low)));
          canvas.pixel(left + x, top + y, new Color(grey, grey, grey));
        }
      }
    };
  }

  /** Returns the edges of a grid of cells with 8 gradient directions each. */
  static Tile gradients(double[] values) {
    int directions = 8;
    int cells = (int) Math.round(Math.sqrt(values.length / (double) directions));
    double largest = Math.max(1e-12, Arrays.stream(values).max().orElse(1));
    return (canvas, left, top) -> {
      double side = TILE / (double) cells;
      for (int cell = 0; cell < cells * cells; cell++) {
        double x = left + (cell % cells + 0.5) * side;
        int row = cell / cells;
        double y = top + (row + 0.5) * side;
        for (int d = 0; d < directions; d++) {
          double strength = Math.max(0, values[cell * directions + d]) / largest;
          if (strength > 0.15) {
            // An edge runs across its gradient.
            double angle = 2 * Math.PI * d / directions + Math.PI / 2;
            double dx = Math.cos(angle) * side * 0.5 * strength;
            double dy = Math.sin(angle) * side * 0.5 * strength;
            int grey = (int) Math.round(200 * (1 - strength));
            canvas.hairline(
                new Color(grey, grey, grey), new Line2D.Double(x - dx, y - dy, x + dx, y + dy));
          }
        }
      }
    };
  }

  static int width(int tiles) {
    return 2 * MARGIN + Math.max(LEAST_WIDTH, tiles) * (TILE + GAP) - GAP;
  }

  static int height(int strips) {
    return 2 * MARGIN + strips * (HEAD + TILE + GAP) - GAP;
  }

  static BufferedImage draw(List<Strip> strips) {
    int widest = strips.stream().mapToInt(strip -> strip.tiles().size()).max().orElse(1);
    Canvas canvas = new Canvas(width(widest), height(strips.size()));
    for (int s = 0; s < strips.size(); s++) {
      int top = MARGIN + s * (HEAD + TILE + GAP);
      canvas.text(strips.get(s).title(), MARGIN, top + 16);
      for (int t = 0; t < strips.get(s).tiles().size(); t++) {
        int left = MARGIN + t * (TILE + GAP);
        strips.get(s).tiles().get(t).draw(canvas, left, top + HEAD);
        canvas.frame(left - 1, top + HEAD - 1, TILE + 2, TILE + 2);
      }
    }
    return canvas.finish();
  }
}
