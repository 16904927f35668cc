package io.coterie.graph.internal.knn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import io.coterie.math.Seed;
import java.util.Comparator;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Every case is held against a plain search that sorts all rows by distance, then index. */
class NearestNeighborsTest {
  private static final Seed SEED = new Seed(11);

  @ParameterizedTest
  @CsvSource({"40,1,5", "300,2,10", "1300,7,16", "700,60,11", "150,784,11", "12,3,11", "2,4,1"})
  void agreesWithThePlainSearch(int rows, int columns, int count) {
    assertSameAsPlainSearch(gaussian(rows, columns, SEED.child(rows)), count);
  }

  @Test
  void findsExactNeighborsFarFromTheOrigin() {
    Matrix points = gaussian(500, 3, SEED);
    shift(points, 0, 500, 1e6);

    assertSameAsPlainSearch(points, 8);
  }

  @Test
  void findsExactNeighborsInTightGroupsFarFromEachOther() {
    Matrix points = gaussian(400, 3, SEED);
    shift(points, 0, 200, 1e6);
    shift(points, 200, 400, -1e6);

    assertSameAsPlainSearch(points, 8);
  }

  @Test
  void oneFarRecordDoesNotBlurTheOthers() {
    Matrix points = gaussian(300, 2, SEED);
    shift(points, 17, 18, 1e9);

    assertSameAsPlainSearch(points, 6);
  }

  @Test
  void measuresRecordsTooLargeForFloats() {
    Matrix points = gaussian(60, 2, SEED);
    for (int i = 0; i < points.array().length; i++) {
      points.array()[i] *= 1e30;
    }

    assertSameAsPlainSearch(points, 5);
  }

  @Test
  void hundredsOfDuplicatesAreAtDistanceZeroAndInOrderOfTheIndex() {
    SplittableRandom random = SEED.random();
    Matrix distinct = gaussian(4, 5, SEED);
    int[] chosen = IntStream.range(0, 1500).map(i -> random.nextInt(4)).toArray();

    assertSameAsPlainSearch(distinct.selectRows(chosen), 20);
  }

  @Test
  void breaksTiesByTheIndex() {
    // On a grid most distances are shared by many points, far more than the search keeps in
    // reserve.
    SplittableRandom random = SEED.random();
    Matrix grid = Matrix.zeros(900, 2);
    for (int i = 0; i < grid.array().length; i++) {
      grid.array()[i] = random.nextInt(7) / 10.0;
    }

    assertSameAsPlainSearch(grid, 9);
  }

  @Test
  void findsTheNearestOfOtherPoints() {
    Matrix queries = gaussian(333, 6, SEED.child("queries"));
    Matrix points = gaussian(1100, 6, SEED.child("points"));

    Neighbors found = NearestNeighbors.of(queries, points, 7, Parallel.sequential());

    for (int i = 0; i < queries.rows(); i++) {
      assertRow(found, i, queries, points, -1);
    }
  }

  /** Enough points, and in groups, so that runs of them are passed over. */
  @ParameterizedTest
  @CsvSource({"1", "9", "40"})
  void passesOverPointsThatAreTooFar(int count) {
    Matrix points = groups(4400, 5, SEED.child("points"));
    Matrix queries = groups(4500, 5, SEED.child("queries"));

    assertThat(SearchPlan.of(points, points, count, true).tree()).isPresent();
    Neighbors others = NearestNeighbors.among(points, count, Parallel.sequential());
    Neighbors found = NearestNeighbors.of(queries, points, count, Parallel.sequential());

    for (int i = 0; i < 4400; i += 37) {
      assertRow(others, i, points, points, i);
      assertRow(found, i, queries, points, -1);
    }
  }

  /** Points without gaps: neighbors lie across the borders of runs, whose bounds must hold. */
  @ParameterizedTest
  @CsvSource({"2,1", "2,9"})
  void findsNeighborsAcrossTheBordersOfRuns(int columns, int count) {
    Matrix points = gaussian(16_000, columns, SEED.child(columns));

    assertThat(SearchPlan.of(points, points, count, true).tree()).isPresent();
    Neighbors found = NearestNeighbors.among(points, count, Parallel.sequential());

    for (int i = 0; i < 16_000; i += 17) {
      assertRow(found, i, points, points, i);
    }
  }

  @Test
  void passesOverNothingThatTies() {
    // Many equal distances at the edges of runs, and far groups that floats can hardly tell apart.
    SplittableRandom random = SEED.random();
    Matrix points = Matrix.zeros(5000, 3);
    for (int i = 0; i < points.array().length; i++) {
      points.array()[i] = random.nextInt(4) / 10.0;
    }
    shift(points, 0, 2500, 1e5);

    Neighbors found = NearestNeighbors.among(points, 6, Parallel.sequential());

    for (int i = 0; i < 5000; i += 41) {
      assertRow(found, i, points, points, i);
    }
  }

  /** Enough features, so that each product is used for both of its points. */
  @ParameterizedTest
  @CsvSource({"2048,1", "2300,11", "3000,20"})
  void aProductServesBothOfItsPoints(int rows, int count) {
    Matrix points = gaussian(rows, 100, SEED.child(rows));

    assertThat(SearchPlan.of(points, points, count, true).isSymmetric()).isTrue();
    try (Parallel parallel = Parallel.of(3)) {
      Neighbors found = NearestNeighbors.among(points, count, parallel);
      for (int i = 0; i < rows; i += 7) {
        assertRow(found, i, points, points, i);
      }
    }
  }

  /** Where floats cannot tell, every point in doubt is measured. */
  @ParameterizedTest
  @CsvSource({"2048,1", "2300,11"})
  void aProductThatTellsNothingIsNotTrusted(int rows, int count) {
    Matrix points = gaussian(rows, 100, SEED.child(rows));
    for (int i = 0; i < 300; i++) { // many equal points
      System.arraycopy(points.array(), (i % 3) * 100, points.array(), (rows - 1 - i) * 100, 100);
    }
    shift(points, 5, 60, 1e4); // a far group
    points.set(7, 3, 1e25); // too far for floats

    assertThat(SearchPlan.of(points, points, count, true).isSymmetric()).isTrue();
    try (Parallel parallel = Parallel.of(3)) {
      Neighbors found = NearestNeighbors.among(points, count, parallel);
      for (int i = 0; i < rows; i += i < 70 || i > rows - 20 ? 1 : 23) {
        assertRow(found, i, points, points, i);
      }
    }
  }

  @Test
  void pointsWithoutGroupsNeedNoTree() {
    Matrix points = gaussian(4400, 60, SEED);

    assertThat(SearchPlan.of(points, points, 5, true).tree()).isEmpty();
  }

  @Test
  void aQueryMayEqualAPointAndFindsIt() {
    Matrix points = gaussian(50, 3, SEED);

    Neighbors found = NearestNeighbors.of(points, points, 1, Parallel.sequential());

    for (int i = 0; i < 50; i++) {
      assertThat(found.index(i, 0)).isEqualTo(i);
      assertThat(found.squaredDistance(i, 0)).isZero();
    }
  }

  @ParameterizedTest
  @CsvSource({"2", "8"})
  void threadsDoNotChangeABit(int threads) {
    Matrix points = gaussian(1000, 9, SEED);
    Neighbors one = NearestNeighbors.among(points, 12, Parallel.sequential());
    try (Parallel parallel = Parallel.of(threads)) {
      Neighbors many = NearestNeighbors.among(points, 12, parallel);
      for (int i = 0; i < 1000; i++) {
        for (int h = 0; h < 12; h++) {
          assertThat(many.index(i, h)).isEqualTo(one.index(i, h));
          assertThat(many.squaredDistance(i, h)).isEqualTo(one.squaredDistance(i, h));
        }
      }
    }
  }

  @Test
  void refusesMoreNeighborsThanThereAreOthers() {
    Matrix points = gaussian(5, 2, SEED);

    assertThatThrownBy(() -> NearestNeighbors.among(points, 5, Parallel.sequential()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("1 to 4");
    assertThatThrownBy(() -> NearestNeighbors.of(points, points, 6, Parallel.sequential()))
        .hasMessageContaining("1 to 5");
    assertThatThrownBy(() -> NearestNeighbors.among(points, 0, Parallel.sequential()))
        .hasMessageContaining("1 to 4");
  }

  /** Rows around eight centers. */
  private static Matrix groups(int rows, int columns, Seed seed) {
    Matrix points = gaussian(rows, columns, seed);
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < 3; j++) {
        points.set(i, j, points.at(i, j) + 10 * (i >> j & 1));
      }
    }
    return points;
  }

  private static void assertSameAsPlainSearch(Matrix points, int count) {
    Neighbors found = NearestNeighbors.among(points, count, Parallel.sequential());
    assertThat(found.rows()).isEqualTo(points.rows());
    assertThat(found.count()).isEqualTo(count);
    for (int i = 0; i < points.rows(); i++) {
      assertRow(found, i, points, points, i);
    }
  }

  private static void assertRow(Neighbors found, int row, Matrix queries, Matrix points, int skip) {
    double[] distances =
        IntStream.range(0, points.rows())
            .mapToDouble(j -> queries.squaredDistance(row, points, j))
            .toArray();
    int[] expected =
        IntStream.range(0, points.rows())
            .filter(j -> j != skip)
            .boxed()
            .sorted(Comparator.comparingDouble((Integer j) -> distances[j]).thenComparing(j -> j))
            .limit(found.count())
            .mapToInt(Integer::intValue)
            .toArray();
    int[] indices = IntStream.range(0, found.count()).map(h -> found.index(row, h)).toArray();
    assertThat(indices).as("neighbors of row %d", row).isEqualTo(expected);
    assertThat(IntStream.range(0, found.count()).mapToDouble(h -> found.squaredDistance(row, h)))
        .containsExactly(IntStream.of(expected).mapToObj(j -> distances[j]).toArray(Double[]::new));
  }

  private static void shift(Matrix points, int from, int to, double by) {
    for (int i = from; i < to; i++) {
      for (int j = 0; j < points.columns(); j++) {
        points.set(i, j, points.at(i, j) + by);
      }
    }
  }

  private static Matrix gaussian(int rows, int columns, Seed seed) {
    SplittableRandom random = seed.random();
    Matrix matrix = Matrix.zeros(rows, columns);
    for (int i = 0; i < matrix.array().length; i++) {
      matrix.array()[i] = random.nextGaussian();
    }
    return matrix;
  }
}
