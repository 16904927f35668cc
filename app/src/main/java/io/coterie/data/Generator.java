package io.coterie.data;

import io.coterie.data.format.DataSetBuilder;
import io.coterie.math.Matrix;
import io.coterie.math.Seed;
import io.coterie.plan.InputKind;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * Synthetic records with known groups, in random order; the same seed gives the same records.
 *
 * <p>Not thread-safe.
 */
final class Generator {
  static final double MOON_NOISE = 0.08;
  static final int RING_COUNT = 5;
  static final int RING_DIMENSIONS = 20;
  static final double RING_NOISE = 0.05;
  static final int BLOB_COUNT = 5;
  static final double BLOB_SEPARATION = 10;

  private final Matrix records;
  private final String[] labels;
  private final int[] order;
  private final SplittableRandom random;
  private int next;

  private Generator(int count, int dimensions, Seed seed) {
    records = Matrix.zeros(count, dimensions);
    labels = new String[count];
    order = IntStream.range(0, count).toArray();
    SplittableRandom shuffle = seed.child("shuffle").random();
    for (int i = count - 1; i > 0; i--) {
      int other = shuffle.nextInt(i + 1);
      int swapped = order[i];
      order[i] = order[other];
      order[other] = swapped;
    }
    random = seed.child("records").random();
  }

  /** Two interleaving half circles of radius 1, as scikit-learn's make_moons. */
  static Generator moon(int count, Seed seed) {
    Generator moon = new Generator(count, 2, seed.child("moon"));
    int outer = count / 2;
    int inner = count - outer;
    for (int i = 0; i < outer; i++) {
      double angle = Math.PI * i / Math.max(1, outer - 1);
      moon.add(0, MOON_NOISE, Math.cos(angle), Math.sin(angle));
    }
    for (int i = 0; i < inner; i++) {
      double angle = Math.PI * i / Math.max(1, inner - 1);
      moon.add(1, MOON_NOISE, 1 - Math.cos(angle), 0.5 - Math.sin(angle));
    }
    return moon;
  }

  /** Five circles around one centre, radii 1 to 5, in a random plane of 20 dimensions. */
  static Generator ring(int count, Seed seed) {
    Generator ring = new Generator(count, RING_DIMENSIONS, seed.child("ring"));
    double[][] plane = plane(seed.child("ring").child("plane").random());
    for (int i = 0; i < count; i++) {
      int group = groupOf(i, count, RING_COUNT);
      double angle = ring.random.nextDouble(2 * Math.PI);
      double[] point = new double[RING_DIMENSIONS];
      for (int j = 0; j < point.length; j++) {
        point[j] = (group + 1) * (Math.cos(angle) * plane[0][j] + Math.sin(angle) * plane[1][j]);
      }
      ring.add(group, RING_NOISE, point);
    }
    return ring;
  }

  /** Five Gaussian clouds with unit deviation, whose centres are at least 10 apart. */
  static Generator blobs(int count, int dimensions, Seed seed) {
    Generator blobs = new Generator(count, dimensions, seed.child("blobs"));
    double[][] centres = centres(dimensions, seed.child("blobs").child("centres").random());
    for (int i = 0; i < count; i++) {
      int group = groupOf(i, count, BLOB_COUNT);
      blobs.add(group, 1, centres[group]);
    }
    return blobs;
  }

  /** Returns the records as a data set with the groups set aside as labels. */
  DataSet finish(String name, ReadOptions options) {
    List<String> columns =
        IntStream.rangeClosed(1, records.columns()).mapToObj(j -> "x" + j).toList();
    return new DataSetBuilder(name, records, columns, Map.of("label", List.of(labels)))
        .finish(InputKind.table(), options, Optional.empty());
  }

  private static int groupOf(int record, int count, int groups) {
    return (int) ((long) record * groups / count);
  }

  private void add(int group, double noise, double... point) {
    int row = order[next++];
    for (int j = 0; j < point.length; j++) {
      records.set(row, j, point[j] + noise * random.nextGaussian());
    }
    labels[row] = Integer.toString(group);
  }

  // Two Gaussian vectors, made orthonormal, span a uniformly random plane.
  private static double[][] plane(SplittableRandom random) {
    double[] first = unit(new double[0], random);
    double[] second = unit(first, random);
    return new double[][] {first, second};
  }

  /** Returns a random unit vector, orthogonal to the given one if that has any entries. */
  private static double[] unit(double[] other, SplittableRandom random) {
    double[] vector = new double[RING_DIMENSIONS];
    for (int j = 0; j < vector.length; j++) {
      vector[j] = random.nextGaussian();
    }
    double along = 0;
    for (int j = 0; j < other.length; j++) {
      along += vector[j] * other[j];
    }
    double squares = 0;
    for (int j = 0; j < vector.length; j++) {
      vector[j] -= other.length == 0 ? 0 : along * other[j];
      squares += vector[j] * vector[j];
    }
    for (int j = 0; j < vector.length; j++) {
      vector[j] /= Math.sqrt(squares);
    }
    return vector;
  }

  // Uniform in a cube that grows with each refusal, until all are far enough apart.
  private static double[][] centres(int dimensions, SplittableRandom random) {
    double[][] centres = new double[BLOB_COUNT][];
    double half = BLOB_SEPARATION;
    for (int i = 0; i < BLOB_COUNT; ) {
      double[] centre = new double[dimensions];
      for (int j = 0; j < dimensions; j++) {
        centre[j] = half * (2 * random.nextDouble() - 1);
      }
      if (isFar(centre, centres, i)) {
        centres[i++] = centre;
      } else {
        half *= 1.1;
      }
    }
    return centres;
  }

  private static boolean isFar(double[] centre, double[][] others, int count) {
    for (int i = 0; i < count; i++) {
      double squares = 0;
      for (int j = 0; j < centre.length; j++) {
        squares += (centre[j] - others[i][j]) * (centre[j] - others[i][j]);
      }
      if (squares < BLOB_SEPARATION * BLOB_SEPARATION) {
        return false;
      }
    }
    return true;
  }
}
