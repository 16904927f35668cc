package io.coterie.fusion.internal;

/** Gaussian smoothing of a histogram, its window cut off at four deviations. */
public final class Smoothing {
  private static final double WINDOW = 4;

  private Smoothing() {}

  /** Beyond its ends the row continues as it ends. */
  public static double[] line(double[] counts, double deviation) {
    double[] kernel = kernel(deviation);
    int reach = kernel.length / 2;
    double[] smooth = new double[counts.length];
    for (int i = 0; i < counts.length; i++) {
      for (int k = -reach; k <= reach; k++) {
        int j = Math.max(0, Math.min(counts.length - 1, i + k));
        smooth[i] += kernel[k + reach] * counts[j];
      }
    }
    return smooth;
  }

  /** Beyond its ends there is nothing. */
  static double[] grid(double[] counts, int rows, int columns, double deviation) {
    if (deviation == 0) {
      return counts.clone();
    }
    double[] kernel = kernel(deviation);
    double[] across = along(counts, rows, columns, 1, kernel);
    return rows == 1 ? across : along(across, rows, columns, columns, kernel);
  }

  private static double[] along(
      double[] counts, int rows, int columns, int stride, double[] kernel) {
    int reach = kernel.length / 2;
    int length = stride == 1 ? columns : rows;
    double[] smooth = new double[counts.length];
    for (int i = 0; i < counts.length; i++) {
      int place = stride == 1 ? i % columns : i / columns;
      for (int k = -reach; k <= reach; k++) {
        if (place + k >= 0 && place + k < length) {
          smooth[i] += kernel[k + reach] * counts[i + k * stride];
        }
      }
    }
    return smooth;
  }

  /**
   * By this factor smoothing shrinks the deviation of independent noise: the root of the sum of
   * squared weights, for each direction.
   */
  static double noiseFactor(int rows, double deviation) {
    double squares = 0;
    for (double weight : kernel(deviation)) {
      squares += weight * weight;
    }
    return rows == 1 ? Math.sqrt(squares) : squares;
  }

  private static double[] kernel(double deviation) {
    if (deviation == 0) {
      return new double[] {1};
    }
    int reach = (int) Math.floor(WINDOW * deviation + 0.5);
    double[] kernel = new double[2 * reach + 1];
    double sum = 0;
    for (int k = -reach; k <= reach; k++) {
      kernel[k + reach] = Math.exp(-0.5 * k * k / (deviation * deviation));
      sum += kernel[k + reach];
    }
    // Weights that add up to one leave a constant histogram as it is.
    for (int k = 0; k < kernel.length; k++) {
      kernel[k] /= sum;
    }
    return kernel;
  }
}
