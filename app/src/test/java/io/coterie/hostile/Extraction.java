package io.coterie.hostile;

import io.coterie.math.Matrix;
import io.coterie.message.Field;
import io.coterie.message.Payload;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What an attacker reads out of what it got: points that it states to be records. */
final class Extraction {
  private static final double EXACT = 1e-6;

  private Extraction() {}

  /** Returns how many of the records are among the stated points, each to six digits. */
  static int exact(List<double[]> stated, Matrix records) {
    int found = 0;
    for (int i = 0; i < records.rows(); i++) {
      int record = i;
      if (stated.stream().anyMatch(point -> isNear(point, records.row(record)))) {
        found++;
      }
    }
    return found;
  }

  private static boolean isNear(double[] point, double[] record) {
    for (int j = 0; j < record.length; j++) {
      if (!(Math.abs(point[j] - record[j]) < EXACT)) {
        return false;
      }
    }
    return true;
  }

  /**
   * Returns every pair of neighboring numbers of a message, in any part of it: by itself, and by
   * the count of its group where counts and sums are beside each other.
   */
  static List<double[]> pairs(Payload message) {
    List<double[]> pairs = new ArrayList<>();
    for (Field field : message.fields()) {
      if (field instanceof Field.Numbers numbers) {
        double[] values = numbers.values().array();
        for (int i = 0; i + 1 < values.length; i++) {
          pairs.add(new double[] {values[i], values[i + 1]});
        }
      }
    }
    pairs.addAll(means(message));
    return pairs;
  }

  private static List<double[]> means(Payload message) {
    List<double[]> means = new ArrayList<>();
    Optional<Matrix> counts = numbers(message, "counts");
    Optional<Matrix> sums = numbers(message, "sums");
    if (counts.isPresent() && sums.isPresent() && sums.get().columns() == 2) {
      for (int i = 0; i < sums.get().rows(); i++) {
        double count = counts.get().array()[i];
        if (count > 0) {
          means.add(new double[] {sums.get().at(i, 0) / count, sums.get().at(i, 1) / count});
        }
      }
    }
    return means;
  }

  /** Returns what two answers in a row differ by, where that is one record. */
  static List<double[]> differences(List<Payload> answers) {
    List<double[]> records = new ArrayList<>();
    for (int k = 1; k < answers.size(); k++) {
      Optional<Matrix> counts = numbers(answers.get(k), "counts");
      Optional<Matrix> before = numbers(answers.get(k - 1), "counts");
      if (counts.isPresent()
          && before.isPresent()
          && counts.get().array()[0] - before.get().array()[0] == 1) {
        Matrix sums = numbers(answers.get(k), "sums").orElseThrow();
        Matrix less = numbers(answers.get(k - 1), "sums").orElseThrow();
        records.add(new double[] {sums.at(0, 0) - less.at(0, 0), sums.at(0, 1) - less.at(0, 1)});
      }
    }
    return records;
  }

  /** Returns the first entry of noisy sums, in records. */
  static double firstSum(Payload answer) {
    return answer.fields().stream()
        .filter(field -> field.name().equals("sum") && field instanceof Field.Longs)
        .map(field -> ((Field.Longs) field).values().at(0) / 32768.)
        .findFirst()
        .orElseThrow();
  }

  static Optional<Matrix> numbers(Payload message, String name) {
    return message.fields().stream()
        .filter(field -> field.name().equals(name) && field instanceof Field.Numbers)
        .map(field -> ((Field.Numbers) field).values())
        .findFirst();
  }

  /**
   * Returns the records behind the largest values along directions that come in threes, close to
   * each other: where one record is the farthest in all three, they are three equations for its
   * place p on the sphere, which must have length one.
   */
  static List<double[]> fromSphere(double[] largest, Matrix directions) {
    List<double[]> records = new ArrayList<>();
    for (int t = 0; t + 2 < largest.length; t += 3) {
      double[][] equations = new double[3][4];
      for (int k = 0; k < 3; k++) {
        for (int axis = 0; axis < 3; axis++) {
          equations[k][axis] = directions.at(axis, t + k);
        }
        equations[k][3] = largest[t + k];
      }
      double[] p = solved(equations);
      double length = p[0] * p[0] + p[1] * p[1] + p[2] * p[2];
      if (Math.abs(length - 1) < 1e-7) {
        records.add(new double[] {p[0] / p[2], p[1] / p[2]});
      }
    }
    return records;
  }

  /** Solves three equations by Gauss with pivots. */
  private static double[] solved(double[][] rows) {
    for (int c = 0; c < 3; c++) {
      int pivot = c;
      for (int r = c + 1; r < 3; r++) {
        pivot = Math.abs(rows[r][c]) > Math.abs(rows[pivot][c]) ? r : pivot;
      }
      double[] swapped = rows[c];
      rows[c] = rows[pivot];
      rows[pivot] = swapped;
      for (int r = 0; r < 3; r++) {
        double factor = r == c ? 0 : rows[r][c] / rows[c][c];
        for (int k = c; k < 4; k++) {
          rows[r][k] -= factor * rows[c][k];
        }
      }
    }
    return new double[] {rows[0][3] / rows[0][0], rows[1][3] / rows[1][1], rows[2][3] / rows[2][2]};
  }
}
