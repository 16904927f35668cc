package io.coterie.features;

import io.coterie.math.IntVector;
import io.coterie.math.Vector;
import java.io.Serializable;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * What the features of a record are where a method gets it: numbers, or indicators of the levels of
 * a column.
 *
 * @param sizes of the blocks, in the order of the features: 0 for a number, 1 for a number with two
 *     values, else the levels of a column, one feature each
 * @param offsets of each feature: an indicator is its offset and its factor times the feature
 * @param factors of each feature
 * @param rounding of each feature: the share of its variance that comes from rounding its values
 * @param columnWeights of each block: less than 1 for levels of which other columns say the same
 * @param hasGaps whether features may be missing (NaN)
 */
public record FeatureLayout(
    IntVector sizes,
    Vector offsets,
    Vector factors,
    Vector rounding,
    Vector columnWeights,
    boolean hasGaps)
    implements Serializable {
  public FeatureLayout {
    int features = Arrays.stream(sizes.toArray()).map(size -> Math.max(1, size)).sum();
    boolean isFit =
        offsets.size() == features
            && factors.size() == features
            && rounding.size() == features
            && columnWeights.size() == sizes.size()
            && Arrays.stream(columnWeights.toArray()).allMatch(weight -> weight > 0 && weight <= 1);
    if (!isFit) {
      throw new IllegalArgumentException("The parts of a layout of features do not fit together.");
    }
  }

  public static FeatureLayout ofNumbers(int features) {
    double[] ones = new double[features];
    Arrays.fill(ones, 1);
    return new FeatureLayout(
        IntVector.of(new int[features]),
        Vector.of(new double[features]),
        Vector.of(ones),
        Vector.of(new double[features]),
        Vector.of(ones),
        false);
  }

  public int features() {
    return Arrays.stream(sizes.toArray()).map(size -> Math.max(1, size)).sum();
  }

  public int numbers() {
    return (int) Arrays.stream(sizes.toArray()).filter(size -> size == 0).count();
  }

  /** Returns how many levels each block of levels has. */
  public int[] levels() {
    return Arrays.stream(sizes.toArray())
        .filter(size -> size > 0)
        .map(size -> size == 1 ? 2 : size)
        .toArray();
  }

  /** Returns how many levels all blocks have together. */
  public int levelCount() {
    return IntStream.of(levels()).sum();
  }

  public boolean hasLevels() {
    return numbers() < sizes.size();
  }

  /**
   * Returns the weight of each feature where that of levels is another one than that of numbers.
   */
  public double[] weights(double levelWeight) {
    double[] weights = new double[features()];
    for (int b = 0, at = 0; b < sizes.size(); b++) {
      int width = Math.max(1, sizes.at(b));
      Arrays.fill(weights, at, at + width, sizes.at(b) > 1 ? levelWeight : 1);
      at += width;
    }
    return weights;
  }

  /** Returns which features are numbers. */
  public int[] numberFeatures() {
    int[] features = new int[numbers()];
    for (int b = 0, at = 0, n = 0; b < sizes.size(); at += Math.max(1, sizes.at(b)), b++) {
      if (sizes.at(b) == 0) {
        features[n++] = at;
      }
    }
    return features;
  }

  /** Returns the rounding of the numbers. */
  public double[] numberRounding() {
    return Arrays.stream(numberFeatures()).mapToDouble(rounding::at).toArray();
  }

  /** Writes shares of levels times the weights of their columns. */
  public void weigh(double[] shares, double[] weighed) {
    int s = 0;
    for (int b = 0; b < sizes.size(); b++) {
      int width = sizes.at(b) == 0 ? 0 : Math.max(2, sizes.at(b));
      for (int l = 0; l < width; l++, s++) {
        weighed[s] = columnWeights.at(b) * shares[s];
      }
    }
  }

  /**
   * Splits a record at a place of an array into its numbers and the shares of its levels, which are
   * all zero where a column's level is missing.
   */
  public void split(double[] record, int at, double[] numbers, double[] shares) {
    int n = 0;
    int s = 0;
    int f = 0;
    for (int b = 0; b < sizes.size(); b++) {
      int size = sizes.at(b);
      if (size == 0) {
        numbers[n++] = record[at + f++];
      } else if (size == 1) {
        double value = record[at + f++];
        shares[s++] = value <= 0 ? 1 : 0;
        shares[s++] = value > 0 ? 1 : 0;
      } else {
        double all = 0;
        for (int l = 0; l < size; l++) {
          double share = offsets.at(f + l) + factors.at(f + l) * record[at + f + l];
          shares[s + l] = Double.isNaN(share) ? 0 : Math.max(0, Math.min(1, share));
          all += shares[s + l];
        }
        for (int l = 0; l < size; l++) {
          shares[s + l] = all > 0 ? shares[s + l] / all : 0;
        }
        f += size;
        s += size;
      }
    }
  }
}
