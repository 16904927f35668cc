package io.coterie.features;

import io.coterie.math.Blas;
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
  private static final int LARGEST_SIDE = 4096;

  /** Differences this small for the largest pixel of an image are the blur's rounding. */
  private static final double ROUNDING = 1e-13;

  /** About the pixels of the images that are described at a time. */
  private static final int PIXELS_AT_A_TIME = 32 * 28 * 28;

  /** How often a task uses its working arrays. */
  private static final int USES = 16;

  private final int height;
  private final int width;
  private final int cells;
  private final double[] rowBlur;
  private final double[] columnBlur;
  private final double[] rowPooling;
  private final double[] columnPooling;

  private Hog(int height, int width) {
    this.height = height;
    this.width = width;
    this.cells = cells(height, width);
    double[] kernel = kernel(isSmall(height, width) ? 0.5 : 1);
    this.rowBlur = blur(height, kernel);
    this.columnBlur = blur(width, kernel);
    this.rowPooling = pooling(height, cells);
    this.columnPooling = pooling(width, cells);
  }

  /** Returns the map for images of this size, whose rows of pixels follow each other. */
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

  /** Returns the number of features of an image of this size. */
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

  /** Returns the matrix of a blur; beyond an edge lies a mirror: d c b a | a b c d | d c b a. */
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

  /** Returns the weight of each position (across) in each cell (down); cells sum to one. */
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

  /** Returns the number of features of an image. */
  public int size() {
    return size(height, width);
  }

  /** Returns the features of images, one per row in both matrices. */
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
          Task task = new Task(atATime);
          for (int first = from; first < to; first += atATime) {
            task.describe(images, first, Math.min(atATime, to - first), features);
          }
        });
    return features;
  }

  /**
   * The working arrays of some images. Blurred pixels are stored by column of pixels, then image,
   * then row: the order in which two products leave them. Not thread-safe.
   */
  private final class Task {
    private final double[] pixels;
    private final double[] across;
    private final double[] blurred;

    /** The magnitudes of one column of pixels, by orientation and row. */
    private final double[] column = new double[ORIENTATIONS * height];

    /** The columns pooled over x; one array for each cell, so that adding is vector work. */
    private final double[][] pooled = new double[cells][ORIENTATIONS * height];

    /** The same of all images: image, cell, orientation, row. */
    private final double[] lines;

    private final double[] grids;
    private int count;

    Task(int most) {
      this.pixels = new double[most * height * width];
      this.across = new double[most * height * width];
      this.blurred = new double[most * height * width];
      this.lines = new double[most * cells * ORIENTATIONS * height];
      this.grids = new double[most * size()];
    }

    void describe(Matrix images, int from, int number, Matrix features) {
      count = number;
      blur(images, from);
      for (int i = 0; i < count; i++) {
        poolColumns(i, ROUNDING * largest(images, from + i));
      }
      int rows = count * cells * ORIENTATIONS;
      Blas.products(lines, rowPooling, grids, rows, cells, height);
      for (int i = 0; i < count; i++) {
        write(grids, i * size(), features.array(), (from + i) * size());
      }
    }

    private void blur(Matrix images, int from) {
      int size = height * width;
      System.arraycopy(images.array(), from * size, pixels, 0, count * size);
      Blas.products(columnBlur, pixels, across, width, count * height, width);
      Blas.products(across, rowBlur, blurred, width * count, height, height);
    }

    private double largest(Matrix images, int image) {
      double largest = 0;
      for (int j = image * images.columns(); j < (image + 1) * images.columns(); j++) {
        largest = Math.max(largest, Math.abs(images.array()[j]));
      }
      return largest;
    }

    private void poolColumns(int image, double flat) {
      for (double[] cell : pooled) {
        Arrays.fill(cell, 0);
      }
      for (int x = 0; x < width; x++) {
        if (splitColumn(image, x, flat)) {
          for (int cell = 0; cell < cells; cell++) {
            addScaled(columnPooling[cell * width + x], column, pooled[cell]);
          }
        }
      }
      int length = column.length;
      for (int cell = 0; cell < cells; cell++) {
        System.arraycopy(pooled[cell], 0, lines, (image * cells + cell) * length, length);
      }
    }

    /** Splits a column's magnitudes over orientations; returns whether any is not flat. */
    private boolean splitColumn(int image, int x, double flat) {
      Arrays.fill(column, 0);
      boolean any = false;
      int stride = count * height;
      int start = x * stride + image * height;
      boolean edge = x == 0 || x == width - 1;
      for (int y = 0; y < height; y++) {
        int at = start + y;
        double gx = edge ? 0 : blurred[at + stride] - blurred[at - stride];
        double gy = y == 0 || y == height - 1 ? 0 : blurred[at + 1] - blurred[at - 1];
        double square = gx * gx + gy * gy;
        if (square <= flat * flat) {
          continue;
        }
        any = true;
        double magnitude = Math.sqrt(square);
        int octant = Octants.of(gy, gx);
        double diagonal = magnitude * Octants.fromAxis(gy, gx);
        column[Octants.axis(octant) * height + y] = magnitude - diagonal;
        column[Octants.diagonal(octant) * height + y] = diagonal;
      }
      return any;
    }

    private void addScaled(double scale, double[] from, double[] into) {
      for (int j = 0; j < into.length; j++) {
        into[j] += scale * from[j];
      }
    }

    /** Writes the features of a grid by column, orientation and row of cells. */
    private void write(double[] grids, int grid, double[] features, int start) {
      double sum = 0;
      for (int j = grid; j < grid + size(); j++) {
        sum += grids[j]; // The square of the feature, which is the root of this value.
      }
      double scale = 1 / Math.max(Math.sqrt(sum), LEAST_LENGTH);
      int at = start;
      for (int row = 0; row < cells; row++) {
        for (int across = 0; across < cells; across++) {
          for (int k = 0; k < ORIENTATIONS; k++) {
            double value = grids[grid + (across * ORIENTATIONS + k) * cells + row];
            features[at++] = scale * Math.sqrt(Math.max(0, value));
          }
        }
      }
    }
  }
}
