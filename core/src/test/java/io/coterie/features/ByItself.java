package io.coterie.features;

import io.coterie.features.internal.Box;
import io.coterie.features.internal.ClipRows;
import io.coterie.features.internal.CosineBasis;
import io.coterie.features.internal.HogMap;
import io.coterie.features.internal.NormalizeRows;
import io.coterie.features.internal.Project;
import io.coterie.features.internal.SignedLog;
import io.coterie.features.internal.Standardize;
import io.coterie.graph.internal.knn.NearestNeighbors;
import io.coterie.graph.internal.knn.Neighbors;
import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import io.coterie.math.Seed;
import io.coterie.math.Vector;
import io.coterie.math.internal.cluster.KMeans;
import io.coterie.plan.PublicBounds;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * Compares what becomes of a record among others with what becomes of it by itself, bit by bit. Run
 * as a program it does so for every case and prints a digest of all results, so that processes with
 * different kernels of OpenBLAS can be compared.
 */
final class ByItself {
  static final String DONE = "checked ";
  private static final int MOST = 1025;

  private ByItself() {}

  /** What becomes of the records, as bits, as many for each record. */
  interface Subject {
    long[] apply(Matrix records, Parallel parallel);
  }

  /** Subject, and the records that it is tried with. */
  record Case(String name, Subject subject, Matrix records) {}

  public static void main(String[] arguments) {
    System.out.println(DONE + digest());
  }

  /** Checks every case. */
  static String digest() {
    long digest = 1;
    for (Case one : cases()) {
      digest = 31 * digest + check(one);
    }
    return Long.toHexString(digest);
  }

  static List<Case> cases() {
    SplittableRandom random = new Seed(19).child("by itself").random();
    List<Case> cases = new ArrayList<>();
    Matrix table = hostile(random, 30);
    Vector ones = Vector.of(IntStream.range(0, 30).mapToDouble(j -> 1).toArray());
    cases.add(map(new Box(PublicBounds.same(-2, 3, 30)), table));
    cases.add(map(new NormalizeRows(1), table));
    cases.add(map(new NormalizeRows(2), table));
    cases.add(map(new ClipRows(ones, 1.5, 0.3), table));
    cases.add(map(new Standardize(ones, ones), table));
    cases.add(map(new SignedLog(), table));
    cases.add(map(new FillMissing(ones), table));
    cases.add(map(new Project(ones, matrix(random, 30, 3, 1)), table));
    cases.add(map(new Project(ones, matrix(random, 30, 3, 0x1p70)), table));
    cases.add(map(new HogMap(28, 28), hostile(random, 784)));
    cases.add(map(new HogMap(5, 7), hostile(random, 35)));
    cases.add(map(new CosineBasis(7, 128), hostile(random, 392)));
    cases.add(map(cancelling(random, 100, 301), unit(random, 100)));
    cases.add(map(cancelling(random, 784, 20), unit(random, 784)));
    cases.add(map(new Project(zeros(257), matrix(random, 257, 64, 1)), hostile(random, 257)));
    cases.add(nearest("near ties", lattice(random, 40, 12, 1), lattice(random, MOST, 12, 1), 3));
    cases.add(nearest("of many columns", matrix(random, 9, 300, 1), unit(random, 300), 2));
    cases.add(nearest("tiny", lattice(random, 20, 5, 1e-160), lattice(random, MOST, 5, 1e-160), 4));
    cases.add(nearest("small", lattice(random, 20, 5, 1e-25), lattice(random, MOST, 5, 1e-25), 4));
    cases.add(nearest("huge", matrix(random, 20, 5, 0x1p70), matrix(random, MOST, 5, 0x1p70), 20));
    cases.add(nearest("hostile", lattice(random, 30, 6, 1), hostile(random, 6), 5));
    cases.add(nearest("absurd anchors", absurd(random, 14, 6), hostile(random, 6), 9));
    return cases;
  }

  /** Returns a digest of the results, which are those of every record by itself. */
  static long check(Case one) {
    try (Parallel sequential = Parallel.sequential();
        Parallel threads = Parallel.of(3)) {
      List<long[]> alone = new ArrayList<>();
      for (int i = 0; i < one.records().rows(); i++) {
        alone.add(one.subject().apply(rows(one.records(), i, i + 1), sequential));
      }
      IntStream.concat(IntStream.rangeClosed(1, 130), IntStream.rangeClosed(1023, MOST))
          .forEach(size -> check(one, size, alone, size > 1000 ? threads : sequential));
      return alone.stream().mapToLong(Arrays::hashCode).reduce(1, (all, row) -> 31 * all + row);
    }
  }

  private static void check(Case one, int size, List<long[]> alone, Parallel parallel) {
    // From another place each time, so that a record is first, last and in the middle.
    int from = size > 1000 ? 0 : 7 * size % (MOST - size);
    int to = Math.min(from + size, one.records().rows());
    long[] together = one.subject().apply(rows(one.records(), from, to), parallel);
    int width = together.length / (to - from);
    for (int i = from; i < to; i++) {
      long[] found = Arrays.copyOfRange(together, (i - from) * width, (i - from + 1) * width);
      if (!Arrays.equals(found, alone.get(i))) {
        throw new AssertionError(
            "%s: record %d is another among %d records from %d on."
                .formatted(one.name(), i, size, from));
      }
    }
  }

  static Case map(RecordMap map, Matrix records) {
    String name = "%s of %d columns".formatted(map.kind(), records.columns());
    return new Case(name, (rows, parallel) -> bits(map.apply(rows, parallel)), records);
  }

  /** Anchors in order of distance, which are also compared with a search by hand. */
  private static Case nearest(String name, Matrix anchors, Matrix records, int count) {
    return new Case(
        "nearest, " + name,
        (rows, parallel) -> {
          Neighbors found = NearestNeighbors.of(rows, anchors, count, parallel);
          int[] first = KMeans.nearest(rows, anchors, parallel);
          long[] all = new long[rows.rows() * (count + 1)];
          for (int i = 0; i < rows.rows(); i++) {
            all[i * (count + 1)] = first[i];
            for (int h = 0; h < count; h++) {
              all[i * (count + 1) + 1 + h] = found.index(i, h);
            }
            int[] expected = byHand(rows, i, anchors);
            for (int h = 0; h < count; h++) {
              if (found.index(i, h) != expected[h] || first[i] != expected[0]) {
                throw new AssertionError(name + ": not the nearest anchors of record " + i);
              }
            }
          }
          return all;
        },
        records);
  }

  static int[] byHand(Matrix rows, int row, Matrix anchors) {
    double[] distances = new double[anchors.rows()];
    for (int a = 0; a < distances.length; a++) {
      double distance = rows.squaredDistance(row, anchors, a);
      distances[a] = Double.isNaN(distance) ? Double.POSITIVE_INFINITY : distance;
    }
    return IntStream.range(0, distances.length)
        .boxed()
        .sorted((a, b) -> Double.compare(distances[a], distances[b])) // stable: the lower first
        .mapToInt(Integer::intValue)
        .toArray();
  }

  private static long[] bits(Matrix mapped) {
    // Of what is no number the bits are not kept by arithmetic, and nobody reads them.
    return Arrays.stream(mapped.array()).mapToLong(Double::doubleToLongBits).toArray();
  }

  private static Matrix rows(Matrix matrix, int from, int to) {
    return matrix.selectRows(IntStream.range(from, to).toArray());
  }

  /**
   * Axes on which C + q − C with C = 2⁷⁰ is all that is left of a record whose first and last
   * values are equal: its place then depends on nothing but the order of summation.
   */
  private static Project cancelling(SplittableRandom random, int inputs, int outputs) {
    Matrix axes = matrix(random, inputs, outputs, 1);
    for (int c = 0; c < outputs; c++) {
      axes.set(random.nextInt(2), c, 0x1p70);
      axes.set(inputs - 1 - random.nextInt(2), c, -0x1p70);
    }
    return new Project(zeros(inputs), axes);
  }

  /** Records whose first two and last two values are 1. */
  private static Matrix unit(SplittableRandom random, int columns) {
    Matrix records = matrix(random, MOST, columns, 1);
    for (int i = 0; i < MOST; i++) {
      for (int j : new int[] {0, 1, columns - 2, columns - 1}) {
        records.set(i, j, 1);
      }
    }
    return records;
  }

  private static Vector zeros(int size) {
    return Vector.of(new double[size]);
  }

  private static Matrix matrix(SplittableRandom random, int rows, int columns, double scale) {
    Matrix matrix = Matrix.zeros(rows, columns);
    Arrays.setAll(matrix.array(), i -> scale * random.nextGaussian());
    return matrix;
  }

  /** Few different values, so that many distances are equal or differ by rounding. */
  private static Matrix lattice(SplittableRandom random, int rows, int columns, double scale) {
    Matrix matrix = Matrix.zeros(rows, columns);
    Arrays.setAll(matrix.array(), i -> scale * (0.1 + random.nextInt(3) / 3.0));
    return matrix;
  }

  private static Matrix absurd(SplittableRandom random, int rows, int columns) {
    double[] odd = {Double.NaN, Double.NEGATIVE_INFINITY, 1e300, -1e155, 1e19, 0, 1e-320, 1};
    Matrix matrix = lattice(random, rows, columns, 1);
    for (int i = 0; i < matrix.array().length; i += 1 + random.nextInt(12)) {
      matrix.array()[i] = odd[random.nextInt(odd.length)];
    }
    return matrix;
  }

  /** Records of many sizes; some have values that are none, infinite, huge or denormal. */
  private static Matrix hostile(SplittableRandom random, int columns) {
    Matrix records = absurd(random, MOST, columns);
    for (int i = 0; i < MOST; i++) {
      double scale = Math.pow(10, random.nextInt(9) - 4);
      boolean isPlain = random.nextInt(3) > 0;
      for (int j = 0; j < columns && isPlain; j++) {
        records.set(i, j, scale * random.nextGaussian());
      }
    }
    return records;
  }
}
