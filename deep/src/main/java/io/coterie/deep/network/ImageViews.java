package io.coterie.deep.network;

import io.coterie.math.Seed;
import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * Views of images: a random affine map (rotation within ± 15°, shift ± 3/28 of the side, scale ± 15
 * %, shear ± 0.2) by bilinear sampling with black outside, a gamma curve, and an erased rectangle
 * in every second view if wanted. Images are not mirrored: digits and letters would change their
 * meaning.
 *
 * <p>Immutable.
 */
record ImageViews(int channels, int height, int width, boolean erases) {
  private static final double ROTATION = Math.toRadians(15);
  private static final double SHIFT = 3.0 / 28;
  private static final double SCALE = 0.15;
  private static final double SHEAR = 0.2;
  private static final double LOG_GAMMA = 0.35;
  private static final int GAMMA_STEPS = 64;
  private static final double ERASED_VIEWS = 0.5;
  private static final double LEAST_ERASED_SIDE = 0.2;
  private static final double MOST_ERASED_SIDE = 0.45;

  /** Returns first views of all images of a batch, one after the other, then second views. */
  float[] pair(float[] batch, int rows, Seed seed) {
    return views(batch, rows, 2, seed);
  }

  float[] single(float[] batch, int rows, Seed seed) {
    return views(batch, rows, 1, seed);
  }

  private float[] views(float[] batch, int rows, int of, Seed seed) {
    int size = channels * height * width;
    float[] views = new float[of * rows * size];
    for (int i = 0; i < of * rows; i++) {
      view(batch, i % rows * size, views, i * size, seed.child(i).random());
    }
    return views;
  }

  private void view(float[] source, int from, float[] target, int to, SplittableRandom random) {
    float[] map = affine(random);
    float[] curve = curve(random);
    for (int channel = 0; channel < channels; channel++) {
      int offset = channel * height * width;
      sample(source, from + offset, target, to + offset, map);
      bend(target, to + offset, curve);
    }
    if (erases && random.nextDouble() < ERASED_VIEWS) {
      erase(target, to, random);
    }
  }

  // Where in the source the pixel (row, column) of the view lies:
  // column' = m0 column + m1 row + m2, row' = m3 column + m4 row + m5.
  private float[] affine(SplittableRandom random) {
    double angle = between(random, ROTATION);
    double scale = 1 + between(random, SCALE);
    double shear = between(random, SHEAR);
    double cosine = Math.cos(angle) / scale;
    double sine = Math.sin(angle) / scale;
    double m0 = cosine;
    double m1 = cosine * shear - sine;
    double m3 = sine;
    double m4 = sine * shear + cosine;
    double centerColumn = (width - 1) / 2.0;
    double centerRow = (height - 1) / 2.0;
    double m2 = centerColumn - m0 * centerColumn - m1 * centerRow + between(random, SHIFT) * width;
    double m5 = centerRow - m3 * centerColumn - m4 * centerRow + between(random, SHIFT) * height;
    return new float[] {(float) m0, (float) m1, (float) m2, (float) m3, (float) m4, (float) m5};
  }

  private static double between(SplittableRandom random, double bound) {
    return random.nextDouble(-bound, bound);
  }

  private void sample(float[] source, int from, float[] target, int to, float[] map) {
    for (int row = 0; row < height; row++) {
      for (int column = 0; column < width; column++) {
        float x = map[0] * column + map[1] * row + map[2];
        float y = map[3] * column + map[4] * row + map[5];
        // Moved by one so that the cast rounds down.
        int left = (int) (x + 1) - 1;
        int top = (int) (y + 1) - 1;
        if (x > -1 && y > -1 && left < width && top < height) {
          target[to + row * width + column] = mixed(source, from, left, top, x - left, y - top);
        }
      }
    }
  }

  private float mixed(float[] source, int from, int left, int top, float across, float down) {
    float upper =
        pixel(source, from, left, top) * (1 - across) + pixel(source, from, left + 1, top) * across;
    float lower =
        pixel(source, from, left, top + 1) * (1 - across)
            + pixel(source, from, left + 1, top + 1) * across;
    return upper * (1 - down) + lower * down;
  }

  private float pixel(float[] source, int from, int column, int row) {
    return column < 0 || row < 0 || column >= width || row >= height
        ? 0
        : source[from + row * width + column];
  }

  // value^gamma at equal steps; powers of every pixel would cost more than the sampling.
  private static float[] curve(SplittableRandom random) {
    double gamma = Math.exp(between(random, LOG_GAMMA));
    float[] curve = new float[GAMMA_STEPS + 2];
    for (int i = 0; i < curve.length; i++) {
      curve[i] = (float) Math.pow((double) i / GAMMA_STEPS, gamma);
    }
    return curve;
  }

  private void bend(float[] values, int from, float[] curve) {
    for (int i = from; i < from + height * width; i++) {
      float position = Math.max(0, Math.min(1, values[i])) * GAMMA_STEPS;
      int step = (int) position;
      values[i] = curve[step] + (curve[step + 1] - curve[step]) * (position - step);
    }
  }

  private void erase(float[] values, int from, SplittableRandom random) {
    int rows = side(random, height);
    int columns = side(random, width);
    int top = random.nextInt(height - rows + 1);
    int left = random.nextInt(width - columns + 1);
    for (int channel = 0; channel < channels; channel++) {
      for (int row = top; row < top + rows; row++) {
        int start = from + (channel * height + row) * width + left;
        Arrays.fill(values, start, start + columns, 0);
      }
    }
  }

  private static int side(SplittableRandom random, int whole) {
    return (int) Math.round(random.nextDouble(LEAST_ERASED_SIDE, MOST_ERASED_SIDE) * whole);
  }
}
