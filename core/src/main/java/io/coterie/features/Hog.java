package io.coterie.features;

import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import java.util.Arrays;

/**
 * Histograms of oriented gradients (Dalal and Triggs, 2005) of grey images: blur, central
 * differences, magnitudes split linearly over 8 orientations in 0 .. 360°, Gaussian pooling on a
 * grid of 7 x 7 cells, square root, unit rows. Images with a side of at most 8 get 4 x 4 cells and
 * half the blur. Feature (row · cells + column) · 8 + orientation belongs to that cell.
 *
 * <p>Immutable.
 */
public final class Hog {
  static final int ORIENTATIONS = 8;
  private static final int SMALL_SIDE = 8;
  private static final double LEAST_LENGTH = 1e-6;
  private static final int IMAGES_PER_TASK = 64;

  private final int height;
  private final int width;
  private final int cells;
  private final double[] kernel;
  private final int[] reflectedRows;
  private final int[] reflectedColumns;
  private final double[] rowPooling;
  private final double[] columnPooling;

  private Hog(int height, int width) {
    this.height = height;
    this.width = width;
    boolean small = Math.min(height, width) <= SMALL_SIDE;
    this.cells = small ? 4 : 7;
    this.kernel = kernel(small ? 0.5 : 1);
    this.reflectedRows = reflected(height, kernel.length / 2);
    this.reflectedColumns = reflected(width, kernel.length / 2);
    this.rowPooling = pooling(height, cells);
    this.columnPooling = pooling(width, cells);
  }

  /** Returns the map for images of this size, whose rows of pixels follow each other. */
  public static Hog forImages(int height, int width) {
    if (height < 3 || width < 3 || (long) height * width > 1 << 24) {
      throw new IllegalArgumentException(
          "The images are %d x %d pixels; both sides must be at least 3 and the product at most %d."
              .formatted(height, width, 1 << 24));
    }
    return new Hog(height, width);
  }

  // The kernel of scipy.ndimage.gaussian_filter, which ends at four deviations.
  private static double[] kernel(double deviation) {
    int radius = (int) (4 * deviation + 0.5);
    double[] kernel = new double[2 * radius + 1];
    double sum = 0;
    for (int i = -radius; i <= radius; i++) {
      kernel[i + radius] = Math.exp(-0.5 / (deviation * deviation) * i * i);
      sum += kernel[i + radius];
    }
    for (int i = 0; i < kernel.length; i++) {
      kernel[i] /= sum;
    }
    return kernel;
  }

  // Where position i − radius lies when the edge is a mirror: d c b a | a b c d | d c b a.
  private static int[] reflected(int side, int radius) {
    int[] positions = new int[side + 2 * radius];
    for (int i = 0; i < positions.length; i++) {
      int position = Math.floorMod(i - radius, 2 * side);
      positions[i] = position < side ? position : 2 * side - 1 - position;
    }
    return positions;
  }

  /** Returns the weight of each position (down) in each cell (across); cells sum to one. */
  private static double[] pooling(int side, int cells) {
    double[] weights = new double[side * cells];
    double deviation = 0.5 * side / cells;
    for (int cell = 0; cell < cells; cell++) {
      double center = (cell + 0.5) * side / cells - 0.5;
      double sum = 0;
      for (int i = 0; i < side; i++) {
        double z = (i - center) / deviation;
        weights[i * cells + cell] = Math.exp(-0.5 * z * z);
        sum += weights[i * cells + cell];
      }
      for (int i = 0; i < side; i++) {
        weights[i * cells + cell] /= sum;
      }
    }
    return weights;
  }

  /** Returns the number of features of an image. */
  public int size() {
    return cells * cells * ORIENTATIONS;
  }

  /** Returns the features of images, one per row in both matrices. */
  public Matrix apply(Matrix images, Parallel parallel) {
    if (images.columns() != height * width) {
      throw new IllegalArgumentException(
          "An image has %d values; %d x %d pixels need %d."
              .formatted(images.columns(), height, width, height * width));
    }
    Matrix features = Matrix.zeros(images.rows(), size());
    parallel.forBlocks(
        images.rows(),
        IMAGES_PER_TASK,
        (block, from, to) -> {
          Scratch scratch = new Scratch();
          for (int i = from; i < to; i++) {
            scratch.describe(images.array(), i, features.array());
          }
        });
    return features;
  }

  /** The working arrays of one task. Not thread-safe. */
  private final class Scratch {
    private final double[] vertical = new double[height * width];
    private final double[] blurred = new double[height * width];
    private final double[] padded = new double[width + kernel.length - 1];
    private final double[] line = new double[ORIENTATIONS * cells];
    private final double[] grid = new double[cells * ORIENTATIONS * cells];

    void describe(double[] images, int image, double[] features) {
      blur(images, image * height * width);
      Arrays.fill(grid, 0);
      for (int y = 0; y < height; y++) {
        poolLine(y);
        for (int cell = 0; cell < cells; cell++) {
          double weight = rowPooling[y * cells + cell];
          int start = cell * line.length;
          for (int j = 0; j < line.length; j++) {
            grid[start + j] += weight * line[j];
          }
        }
      }
      write(features, image * size());
    }

    private void blur(double[] images, int start) {
      for (int y = 0; y < height; y++) {
        double[] row = vertical;
        int to = y * width;
        Arrays.fill(row, to, to + width, 0);
        for (int t = 0; t < kernel.length; t++) {
          addScaled(images, start + reflectedRows[y + t] * width, kernel[t], row, to);
        }
      }
      Arrays.fill(blurred, 0);
      for (int y = 0; y < height; y++) {
        for (int x = 0; x < padded.length; x++) {
          padded[x] = vertical[y * width + reflectedColumns[x]];
        }
        for (int t = 0; t < kernel.length; t++) {
          addScaled(padded, t, kernel[t], blurred, y * width);
        }
      }
    }

    private void addScaled(double[] from, int start, double scale, double[] into, int to) {
      for (int x = 0; x < width; x++) {
        into[to + x] += scale * from[start + x];
      }
    }

    /** Leaves the row's magnitudes, split over orientations and pooled over x, in the line. */
    private void poolLine(int y) {
      Arrays.fill(line, 0);
      for (int x = 0; x < width; x++) {
        int at = y * width + x;
        double gx = x == 0 || x == width - 1 ? 0 : blurred[at + 1] - blurred[at - 1];
        double gy = y == 0 || y == height - 1 ? 0 : blurred[at + width] - blurred[at - width];
        double magnitude = Math.sqrt(gx * gx + gy * gy);
        if (magnitude == 0) {
          continue;
        }
        double angle = Octants.of(gy, gx);
        int low = (int) angle;
        double high = magnitude * (angle - low);
        addPooled(x, low % ORIENTATIONS, magnitude - high);
        addPooled(x, (low + 1) % ORIENTATIONS, high);
      }
    }

    private void addPooled(int x, int orientation, double magnitude) {
      int weights = x * cells;
      int start = orientation * cells;
      for (int cell = 0; cell < cells; cell++) {
        line[start + cell] += magnitude * columnPooling[weights + cell];
      }
    }

    private void write(double[] features, int start) {
      double sum = 0;
      for (double value : grid) {
        sum += value; // The square of the feature, which is the root of this value.
      }
      double scale = 1 / Math.max(Math.sqrt(sum), LEAST_LENGTH);
      int at = start;
      for (int row = 0; row < cells; row++) {
        for (int column = 0; column < cells; column++) {
          for (int k = 0; k < ORIENTATIONS; k++) {
            double value = grid[(row * ORIENTATIONS + k) * cells + column];
            features[at++] = scale * Math.sqrt(Math.max(0, value));
          }
        }
      }
    }
  }
}
