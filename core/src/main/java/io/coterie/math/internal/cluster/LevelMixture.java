package io.coterie.math.internal.cluster;

import io.coterie.math.Matrix;
import io.coterie.math.internal.linear.Cholesky;
import java.io.Serializable;
import java.util.Arrays;
import java.util.List;

/**
 * A mixture of Gaussians over numbers times multinomials over the levels of some columns, which are
 * independent within a component. All of it is plain loops in one order: several sites that compute
 * it from the same sums get the same bits.
 *
 * <p>Immutable, as long as nobody writes to the arrays it shares.
 *
 * @param weights of the components
 * @param means one row for each component
 * @param roots L of the covariance L Lᵀ, one for each component or one for all; of a diagonal mode
 *     one row with the deviations
 * @param logShares ln of the share of each level, one row for each component
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record LevelMixture(
    Mode mode, double[] weights, Matrix means, List<Matrix> roots, Matrix logShares)
    implements Serializable {
  /** What the covariances of the components are. */
  public enum Mode {
    DIAGONAL(1),
    TIED(2),
    FULL(3);

    private final int code;

    Mode(int code) {
      this.code = code;
    }

    /** Its number in a message. */
    public int code() {
      return code;
    }

    public static Mode of(int code) {
      return Arrays.stream(values())
          .filter(mode -> mode.code == code)
          .findFirst()
          .orElseThrow(() -> new IllegalArgumentException("There is no such mode."));
    }
  }

  public LevelMixture {
    roots = List.copyOf(roots);
  }

  public int components() {
    return weights.length;
  }

  public int numbers() {
    return means.columns();
  }

  public int levels() {
    return logShares.columns();
  }

  /** Returns the same mixture with these components first, second and so on. */
  public LevelMixture ordered(int[] components) {
    return new LevelMixture(
        mode,
        Arrays.stream(components).mapToDouble(c -> weights[c]).toArray(),
        means.selectRows(components),
        roots.size() == 1 ? roots : Arrays.stream(components).mapToObj(roots::get).toList(),
        logShares.selectRows(components));
  }

  /** The number of free parameters; levels of a column add up to one. */
  public static long parameterCount(Mode mode, int components, int numbers, int[] levels) {
    long d = numbers;
    long covariances =
        switch (mode) {
          case DIAGONAL -> components * d;
          case TIED -> d * (d + 1) / 2;
          case FULL -> components * d * (d + 1) / 2;
        };
    long shares = 0;
    for (int count : levels) {
      shares += count - 1;
    }
    return components - 1 + components * d + covariances + components * shares;
  }

  public Matrix root(int component) {
    return roots.get(roots.size() == 1 ? 0 : component);
  }

  /** Returns the deviation of one number within a component. */
  public double deviation(int component, int number) {
    Matrix root = root(component);
    if (mode == Mode.DIAGONAL) {
      return root.at(0, number);
    }
    double variance = 0;
    for (int k = 0; k <= number; k++) {
      variance += root.at(number, k) * root.at(number, k);
    }
    return Math.sqrt(variance);
  }

  /** Writes L⁻¹ (x − μ) of one component. */
  public void whiten(int component, double[] numbers, double[] white) {
    Matrix root = root(component);
    for (int j = 0; j < numbers.length; j++) {
      double moved = numbers[j] - means.at(component, j);
      if (mode == Mode.DIAGONAL) {
        white[j] = moved / root.at(0, j);
      } else {
        for (int k = 0; k < j; k++) {
          moved -= root.at(j, k) * white[k];
        }
        white[j] = moved / root.at(j, j);
      }
    }
  }

  /**
   * Returns the root of a covariance; where it is not positive, of one that is drawn towards its
   * diagonal by as much as it takes.
   */
  public static Matrix root(Matrix covariance) {
    for (double share = 0; ; share = 0.1 + 0.9 * share) {
      double kept = 1 - share;
      try {
        Matrix lower =
            Cholesky.of(covariance.map((i, j, value) -> i == j ? value : kept * value)).lower();
        boolean isSound = true;
        for (int j = 0; j < lower.rows(); j++) {
          isSound &= lower.at(j, j) * lower.at(j, j) > 1e-9 * covariance.at(j, j);
        }
        if (isSound || share > 0.99) {
          return lower;
        }
      } catch (ArithmeticException e) {
        if (share > 0.99) {
          throw e; // a variance is not above zero
        }
      }
    }
  }
}
