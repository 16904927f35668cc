package io.coterie.features.internal;

import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import java.util.Arrays;

/**
 * Histograms of oriented gradients (Dalal and Triggs, 2005) of grey images: blur, central
 * differences, magnitudes split linearly over 8 orientations in 0 .. 360°, Gaussian pooling on a
 * grid of 7 x 7 cells, square root, unit rows. Images with a side of at most 8 get 4 x 4 cells and
 * half the blur. Feature (row · cells + column) · 8 + orientation belongs to that cell.
 *
 * <p>Pixels are floats, each image's in units of its largest; features are within 1e-5 of those of
 * doubles. An image's features depend on no other image, to the last bit: every sum is taken in
 * plain Java in one order, and images share loops but no sums.
 *
 * <p>Immutable.
 */
public final class Hog {
  static final int ORIENTATIONS = 8;
  private static final int SMALL_SIDE = 8;
  private static final double LEAST_LENGTH = 1e-6;
  private static final int LARGEST_SIDE = 4096;

  /** Differences this small for the largest pixel of an image are the blur's rounding. */
  private static final double ROUNDING = 2e-6;

  /** About the pixels of the images that are described at a time. */
  private static final int PIXELS_AT_A_TIME = 32 * 28 * 28;

  /** How often a task uses its working arrays. */
  private static final int USES = 16;

  private final int height;
  private final int width;
  private final int cells;
  private final float[] rowBlur;
  private final float[] columnBlur;
  private final float[] rowPooling;
  private final float[] columnPooling;

  private Hog(int height, int width) {
    this.height = height;
    this.width = width;
    this.cells = cells(height, width);
    double[] kernel = kernel(isSmall(height, width) ? 0.5 : 1);
    this.rowBlur = floats(blur(height, kernel));
    this.columnBlur = floats(blur(width, kernel));
    this.rowPooling = floats(pooling(height, cells));
    this.columnPooling = floats(pooling(width, cells));
  }

  public static Hog forImages(int height, int width) {
    requireSides(height, width);
    return new Hog(height, width);
  }

  static void requireSides(int height, int width) {
    if (height < 3 || width < 3 || height > LARGEST_SIDE || width > LARGEST_SIDE) {
      throw new IllegalArgumentException(
          "The images are %d x %d pixels; both sides must be from 3 to %d."
              .formatted(height, width, LARGEST_SIDE));
    }
  }

  private static boolean isSmall(int height, int width) {
    return Math.min(height, width) <= SMALL_SIDE;
  }

  private static int cells(int height, int width) {
    return isSmall(height, width) ? 4 : 7;
  }

  static int size(int height, int width) {
    return cells(height, width) * cells(height, width) * ORIENTATIONS;
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

  /** Beyond an edge lies a mirror: d c b a | a b c d | d c b a. */
  private static double[] blur(int side, double[] kernel) {
    double[] matrix = new double[side * side];
    int radius = kernel.length / 2;
    for (int i = 0; i < side; i++) {
      for (int t = 0; t < kernel.length; t++) {
        int position = Math.floorMod(i + t - radius, 2 * side);
        int from = position < side ? position : 2 * side - 1 - position;
        matrix[i * side + from] += kernel[t];
      }
    }
    return matrix;
  }

  /** Positions across, cells down; the weights of a cell sum to one. */
  private static double[] pooling(int side, int cells) {
    double[] weights = new double[cells * side];
    double deviation = 0.5 * side / cells;
    for (int cell = 0; cell < cells; cell++) {
      double center = (cell + 0.5) * side / cells - 0.5;
      double sum = 0;
      for (int i = 0; i < side; i++) {
        double z = (i - center) / deviation;
        weights[cell * side + i] = Math.exp(-0.5 * z * z);
        sum += weights[cell * side + i];
      }
      for (int i = 0; i < side; i++) {
        weights[cell * side + i] /= sum;
      }
    }
    return weights;
  }

  private static float[] floats(double[] values) {
    float[] floats = new float[values.length];
    for (int i = 0; i < values.length; i++) {
      floats[i] = (float) values[i];
    }
    return floats;
  }

  public int size() {
    return size(height, width);
  }

  public Matrix apply(Matrix images, Parallel parallel) {
    if (images.columns() != height * width) {
      throw new IllegalArgumentException(
          "An image has %d values; %d x %d pixels need %d."
              .formatted(images.columns(), height, width, height * width));
    }
    Matrix features = Matrix.zeros(images.rows(), size());
    int atATime = Math.max(1, PIXELS_AT_A_TIME / (height * width));
    parallel.forBlocks(
        images.rows(),
        USES * atATime,
        (block, from, to) -> {
          Task task = new Task(Math.min(atATime, to - from));
          for (int first = from; first < to; first += atATime) {
            task.describe(images, first, Math.min(atATime, to - first), features);
          }
        });
    return features;
  }

  /**
   * The working arrays of some images, as lines of pixels: one array for each row or column of
   * pixels, and in it image after image. Not thread-safe.
   */
  private final class Task {
    private final double[] largest;

    /** One array for each row of pixels, in units of the image's largest. */
    private final float[][] rows;

    private final float[][] rowsBlurred;

    /** One array for each column of pixels. */
    private final float[][] columns;

    private final float[][] blurred;

    /** Magnitudes of one column of pixels, by row and orientation. */
    private final float[] column = new float[height * ORIENTATIONS];

    /** Columns pooled over x; one array for each cell, so that adding is vector work. */
    private final float[][] pooled = new float[cells][height * ORIENTATIONS];

    /** One array for each row of pixels: image, cell, orientation. */
    private final float[][] lines;

    /** One array for each row of cells: image, cell, orientation. */
    private final float[][] grids;

    private int count;

    Task(int most) {
      this.largest = new double[most];
      this.rows = new float[height][most * width];
      this.rowsBlurred = new float[height][most * width];
      this.columns = new float[width][most * height];
      this.blurred = new float[width][most * height];
      this.lines = new float[height][most * cells * ORIENTATIONS];
      this.grids = new float[cells][most * cells * ORIENTATIONS];
    }

    void describe(Matrix images, int from, int number, Matrix features) {
      count = number;
      for (int i = 0; i < count; i++) {
        take(images.array(), (from + i) * images.columns(), i);
      }
      blur();
      for (int i = 0; i < count; i++) {
        poolColumns(i);
      }
      weigh(rowPooling, lines, grids, count * cells * ORIENTATIONS);
      for (int i = 0; i < count; i++) {
        write(i, features.array(), (from + i) * size());
      }
    }

    /** Takes the pixels of an image in units of the largest: floats have no room for all. */
    private void take(double[] values, int start, int image) {
      double most = 0;
      for (int j = start; j < start + height * width; j++) {
        most = Math.max(most, Math.abs(values[j]));
      }
      largest[image] = most;
      double scale = most > 0 ? 1 / most : 0;
      for (int y = 0; y < height; y++) {
        for (int x = 0; x < width; x++) {
          rows[y][image * width + x] = (float) (values[start + y * width + x] * scale);
        }
      }
    }

    /** A Gaussian is separable: once over the rows, once over the columns. */
    private void blur() {
      weigh(rowBlur, rows, rowsBlurred, count * width);
      for (int image = 0; image < count; image++) {
        for (int y = 0; y < height; y++) {
          for (int x = 0; x < width; x++) {
            columns[x][image * height + y] = rowsBlurred[y][image * width + x];
          }
        }
      }
      weigh(columnBlur, columns, blurred, count * height);
    }

    private void poolColumns(int image) {
      for (float[] cell : pooled) {
        Arrays.fill(cell, 0);
      }
      for (int x = 0; x < width; x++) {
        if (splitColumn(image, x)) {
          for (int cell = 0; cell < cells; cell++) {
            addScaled(columnPooling[cell * width + x], column, pooled[cell], column.length);
          }
        }
      }
      for (int y = 0; y < height; y++) {
        for (int cell = 0; cell < cells; cell++) {
          int at = (image * cells + cell) * ORIENTATIONS;
          System.arraycopy(pooled[cell], y * ORIENTATIONS, lines[y], at, ORIENTATIONS);
        }
      }
    }

    /** Splits a column's magnitudes over orientations; returns whether any is not flat. */
    private boolean splitColumn(int image, int x) {
      Arrays.fill(column, 0);
      boolean any = false;
      int start = image * height;
      boolean edge = x == 0 || x == width - 1;
      float[] here = blurred[x];
      float[] left = blurred[edge ? x : x - 1];
      float[] right = blurred[edge ? x : x + 1];
      for (int y = 0; y < height; y++) {
        int at = start + y;
        // At the border one neighbor is missing, and the difference across it counts as zero.
        double gx = edge ? 0 : right[at] - left[at];
        double gy = y == 0 || y == height - 1 ? 0 : here[at + 1] - here[at - 1];
        double square = gx * gx + gy * gy;
        if (square <= ROUNDING * ROUNDING) {
          continue;
        }
        any = true;
        double magnitude = Math.sqrt(square);
        int octant = Octants.of(gy, gx);
        double diagonal = magnitude * Octants.fromAxis(gy, gx);
        column[y * ORIENTATIONS + Octants.AXES[octant]] = (float) (magnitude - diagonal);
        column[y * ORIENTATIONS + Octants.DIAGONALS[octant]] = (float) diagonal;
      }
      return any;
    }

    private void write(int image, double[] features, int start) {
      int line = cells * ORIENTATIONS;
      double sum = 0;
      for (float[] row : grids) {
        for (int j = image * line; j < (image + 1) * line; j++) {
          sum += row[j]; // The square of the feature, which is the root of this value.
        }
      }
      double unit = largest[image];
      double scale = Math.sqrt(unit) / Math.max(Math.sqrt(unit * sum), LEAST_LENGTH);
      int at = start;
      for (float[] row : grids) {
        for (int j = image * line; j < (image + 1) * line; j++) {
          features[at++] = scale * Math.sqrt(Math.max(0, row[j]));
        }
      }
    }
  }

  /** Puts weighted sums of arrays into others, each in the order of the arrays. */
  private static void weigh(float[] weights, float[][] from, float[][] into, int length) {
    for (int i = 0; i < into.length; i++) {
      Arrays.fill(into[i], 0, length, 0);
      for (int j = 0; j < from.length; j++) {
        // Most weights of a blur are zero.
        if (weights[i * from.length + j] != 0) {
          addScaled(weights[i * from.length + j], from[j], into[i], length);
        }
      }
    }
  }

  private static void addScaled(float scale, float[] from, float[] into, int length) {
    for (int j = 0; j < length; j++) {
      into[j] += scale * from[j];
    }
  }
}
