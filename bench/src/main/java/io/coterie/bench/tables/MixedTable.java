package io.coterie.bench.tables;

import io.coterie.math.IntVector;
import io.coterie.math.Matrix;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * Records of numbers and of places of levels, NaN where a value is missing.
 *
 * @param levels how many levels each column has; 0 for numbers
 */
record MixedTable(Matrix records, IntVector levels) {
  /** Frequencies of levels below this count as none. */
  private static final double NOTHING = 1e-12;

  int rows() {
    return records.rows();
  }

  boolean isNumber(int column) {
    return levels.at(column) == 0;
  }

  /** Returns the columns that hold numbers. */
  int[] numberColumns() {
    return IntStream.range(0, levels.size()).filter(this::isNumber).toArray();
  }

  /** Returns the columns that hold levels. */
  int[] levelColumns() {
    return IntStream.range(0, levels.size()).filter(j -> !isNumber(j)).toArray();
  }

  /** Returns only the numbers, as z-scores, one row for each column; NaN where one is missing. */
  double[][] scoresByColumn() {
    return Arrays.stream(numberColumns()).mapToObj(this::scores).toArray(double[][]::new);
  }

  private double[] scores(int column) {
    double mean = mean(column);
    double squares = 0;
    int count = 0;
    for (int i = 0; i < rows(); i++) {
      double difference = records.at(i, column) - mean;
      if (!Double.isNaN(difference)) {
        squares += difference * difference;
        count++;
      }
    }
    double scale = squares > 0 ? Math.sqrt(count / squares) : 0;
    return IntStream.range(0, rows())
        .mapToDouble(i -> (records.at(i, column) - mean) * scale)
        .toArray();
  }

  /** Returns only the levels, one row for each column; −1 where one is missing. */
  int[][] levelsByColumn() {
    return Arrays.stream(levelColumns())
        .mapToObj(
            j ->
                IntStream.range(0, rows())
                    .map(i -> Double.isNaN(records.at(i, j)) ? -1 : (int) records.at(i, j))
                    .toArray())
        .toArray(int[][]::new);
  }

  /** Returns how many levels each column of levels has. */
  int[] levelCounts() {
    return Arrays.stream(levelColumns()).map(levels::at).toArray();
  }

  private double mean(int column) {
    double sum = 0;
    int count = 0;
    for (int i = 0; i < rows(); i++) {
      double value = records.at(i, column);
      if (!Double.isNaN(value)) {
        sum += value;
        count++;
      }
    }
    return count == 0 ? 0 : sum / count;
  }

  /** Returns the share of each level among the values of a column that are there. */
  double[] shares(int column) {
    double[] shares = new double[levels.at(column)];
    int count = 0;
    for (int i = 0; i < rows(); i++) {
      double value = records.at(i, column);
      if (!Double.isNaN(value)) {
        shares[(int) value]++;
        count++;
      }
    }
    for (int l = 0; l < shares.length; l++) {
      shares[l] /= Math.max(1, count);
    }
    return shares;
  }

  /** Returns the table with means and most frequent levels, the first of equals, in its gaps. */
  MixedTable filled() {
    double[] fill = new double[levels.size()];
    for (int j = 0; j < fill.length; j++) {
      if (isNumber(j)) {
        fill[j] = mean(j);
        continue;
      }
      double[] shares = shares(j);
      for (int l = 1; l < shares.length; l++) {
        if (shares[l] > shares[(int) fill[j]]) {
          fill[j] = l;
        }
      }
    }
    return new MixedTable(
        records.map((i, j, value) -> Double.isNaN(value) ? fill[j] : value), levels);
  }

  /** Returns the table with columns of two numbers as columns of two levels. */
  MixedTable withTwoNumbersAsLevels() {
    int[] counts = levels.toArray();
    double[] lower = new double[counts.length];
    for (int j = 0; j < counts.length; j++) {
      int column = j;
      double[] distinct =
          IntStream.range(0, rows())
              .mapToDouble(i -> records.at(i, column))
              .filter(value -> !Double.isNaN(value))
              .distinct()
              .limit(3)
              .toArray();
      if (isNumber(j) && distinct.length == 2) {
        counts[j] = 2;
        lower[j] = Math.min(distinct[0], distinct[1]);
      }
    }
    Matrix places =
        records.map(
            (i, j, value) ->
                Double.isNaN(value) || levels.at(j) == counts[j]
                    ? value
                    : value > lower[j] ? 1 : 0);
    return new MixedTable(places, IntVector.of(counts));
  }

  /** Returns how many columns the table has with one for each level. */
  int codedColumns() {
    return Arrays.stream(levels.toArray()).map(count -> Math.max(1, count)).sum();
  }

  /**
   * Returns z-scores and indicators of levels, the mean where a value is missing. The levels of a
   * column have an inertia of one together, as a number has.
   */
  Matrix asNumbers() {
    return coded(false);
  }

  /**
   * Returns z-scores and indicators of levels, each over the root of its share: a column of levels
   * has as much inertia as levels, less one (J. Pagès, <i>Analyse factorielle de données
   * mixtes</i>, 2004).
   */
  Matrix asFactors() {
    return coded(true);
  }

  private Matrix coded(boolean overShares) {
    Matrix coded = Matrix.zeros(rows(), codedColumns());
    double[][] scores = scoresByColumn();
    int number = 0;
    int to = 0;
    for (int j = 0; j < levels.size(); j++) {
      if (isNumber(j)) {
        for (int i = 0; i < rows(); i++) {
          double score = scores[number][i];
          coded.set(i, to, Double.isNaN(score) ? 0 : score);
        }
        number++;
        to++;
      } else {
        double[] shares = shares(j);
        double inertia = 1 - Arrays.stream(shares).map(share -> share * share).sum();
        for (int l = 0; l < shares.length; l++) {
          double size = overShares ? shares[l] : inertia;
          double scale = size > NOTHING ? 1 / Math.sqrt(size) : 0;
          for (int i = 0; i < rows(); i++) {
            double value = records.at(i, j);
            if (!Double.isNaN(value)) {
              coded.set(i, to + l, (((int) value == l ? 1 : 0) - shares[l]) * scale);
            }
          }
        }
        to += shares.length;
      }
    }
    return coded;
  }
}
