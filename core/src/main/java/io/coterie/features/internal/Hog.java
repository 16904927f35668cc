package io.coterie.features.internal;

import io.coterie.math.Blas;
import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import io.coterie.math.internal.NativeFloats;
import java.util.Arrays;

/**
 * Histograms of oriented gradients (Dalal and Triggs, 2005) of grey images: blur, central
 * differences, magnitudes split linearly over 8 orientations in 0 .. 360°, Gaussian pooling on a
 * grid of 7 x 7 cells, square root, unit rows. Images with a side of at most 8 get 4 x 4 cells and
 * half the blur. Feature (row · cells + column) · 8 + orientation belongs to that cell.
 *
 * <p>Pixels are floats, each image's in units of its largest; features are within 1e-5 of those of
 * doubles.
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
          try (Task task = new Task(atATime)) {
            for (int first = from; first < to; first += atATime) {
              task.describe(images, first, Math.min(atATime, to - first), features);
            }
          }
        });
    return features;
  }

  /**
   * The working arrays of some images. Blurred pixels are stored by column of pixels, then image,
   * then row: the order in which two products leave them. Not thread-safe.
   */
  private final class Task implements AutoCloseable {
    private final NativeFloats rowWeights = NativeFloats.copyOf(rowBlur);
    private final NativeFloats columnWeights = NativeFloats.copyOf(columnBlur);
    private final NativeFloats cellWeights = NativeFloats.copyOf(rowPooling);

    /** Where products read and write; the pixels, the lines and what becomes of them. */
    private final NativeFloats input;

    private final NativeFloats between;
    private final NativeFloats output;

    private final double[] largest;

    /** At first as they are, then blurred. */
    private final float[] pixels;

    /** Magnitudes of one column of pixels, by orientation and row. */
    private final float[] column = new float[ORIENTATIONS * height];

    /** Columns pooled over x; one array for each cell, so that adding is vector work. */
    private final float[][] pooled = new float[cells][ORIENTATIONS * height];

    /** All images: image, cell, orientation, row. */
    private final float[] lines;

    private final float[] grids;
    private int count;

    Task(int most) {
      this.largest = new double[most];
      this.pixels = new float[most * height * width];
      this.lines = new float[most * cells * ORIENTATIONS * height];
      this.grids = new float[most * size()];
      this.input = NativeFloats.ofLength(Math.max(pixels.length, lines.length));
      this.between = NativeFloats.ofLength(pixels.length);
      this.output = NativeFloats.ofLength(Math.max(pixels.length, grids.length));
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
      poolRows();
      for (int i = 0; i < count; i++) {
        write(i, features.array(), (from + i) * size());
      }
    }

    /** Takes the pixels of an image in units of the largest: floats have no room for all. */
    private void take(double[] values, int start, int image) {
      int size = height * width;
      double most = 0;
      for (int j = start; j < start + size; j++) {
        most = Math.max(most, Math.abs(values[j]));
      }
      largest[image] = most;
      double scale = most > 0 ? 1 / most : 0;
      for (int j = 0; j < size; j++) {
        pixels[image * size + j] = (float) (values[start + j] * scale);
      }
    }

    /** A Gaussian is separable: one product along the columns, one along the rows. */
    private void blur() {
      input.put(pixels, count * height * width);
      Blas.products(1f, columnWeights, input, between, width, count * height, width);
      Blas.products(1f, between, rowWeights, output, width * count, height, height);
      output.get(0, pixels, count * height * width);
    }

    private void poolRows() {
      int rows = count * cells * ORIENTATIONS;
      input.put(lines, rows * height);
      Blas.products(1f, input, cellWeights, output, rows, cells, height);
      output.get(0, grids, rows * cells);
    }

    private void poolColumns(int image) {
      for (float[] cell : pooled) {
        Arrays.fill(cell, 0);
      }
      for (int x = 0; x < width; x++) {
        if (splitColumn(image, x)) {
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
    private boolean splitColumn(int image, int x) {
      Arrays.fill(column, 0);
      boolean any = false;
      int stride = count * height;
      int start = x * stride + image * height;
      boolean edge = x == 0 || x == width - 1;
      for (int y = 0; y < height; y++) {
        int at = start + y;
        // At the border one neighbor is missing, and the difference across it counts as zero.
        double gx = edge ? 0 : pixels[at + stride] - pixels[at - stride];
        double gy = y == 0 || y == height - 1 ? 0 : pixels[at + 1] - pixels[at - 1];
        double square = gx * gx + gy * gy;
        if (square <= ROUNDING * ROUNDING) {
          continue;
        }
        any = true;
        double magnitude = Math.sqrt(square);
        int octant = Octants.of(gy, gx);
        double diagonal = magnitude * Octants.fromAxis(gy, gx);
        column[Octants.AXES[octant] * height + y] = (float) (magnitude - diagonal);
        column[Octants.DIAGONALS[octant] * height + y] = (float) diagonal;
      }
      return any;
    }

    private void addScaled(float scale, float[] from, float[] into) {
      for (int j = 0; j < into.length; j++) {
        into[j] += scale * from[j];
      }
    }

    /** A grid is by column, orientation, row of cells, as the last product leaves it. */
    private void write(int image, double[] features, int start) {
      int grid = image * size();
      double sum = 0;
      for (int j = grid; j < grid + size(); j++) {
        sum += grids[j]; // The square of the feature, which is the root of this value.
      }
      double unit = largest[image];
      double scale = Math.sqrt(unit) / Math.max(Math.sqrt(unit * sum), LEAST_LENGTH);
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

    @Override
    public void close() {
      rowWeights.close();
      columnWeights.close();
      cellWeights.close();
      input.close();
      between.close();
      output.close();
    }
  }
}
