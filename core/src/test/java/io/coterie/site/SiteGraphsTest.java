package io.coterie.site;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.coterie.graph.SparseGraph;
import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import io.coterie.math.Seed;
import io.coterie.site.internal.LocalComponents;
import io.coterie.site.internal.Microclustering;
import io.coterie.site.internal.RankConstrainedGraph;
import io.coterie.site.internal.StructuralGraph;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SiteGraphsTest {
  private static final Parallel ONE = Parallel.sequential();

  @Test
  void oneRecordHasNoEdgeAndTwoHaveOne() {
    assertThat(StructuralGraph.of(Matrix.zeros(0, 2), 5, ONE).nodeCount()).isZero();
    SparseGraph one = StructuralGraph.of(Matrix.zeros(1, 2), 5, ONE);
    assertThat(one.nodeCount()).isEqualTo(1);
    assertThat(one.edgeCount()).isZero();
    SparseGraph two = StructuralGraph.of(Matrix.ofRows(row(0), row(9)), 5, ONE);
    assertThat(two.edgeCount()).isEqualTo(1);
    assertThat(two.weight(0, 1)).isEqualTo(1);
  }

  @Test
  void threeRecordsHaveOneNeighborEach() {
    // k = 1: 0 and 1 choose each other, 5 chooses 1; weights are 1 each way, halved by symmetry.
    SparseGraph graph = StructuralGraph.of(Matrix.ofRows(row(0), row(1), row(5)), 5, ONE);

    assertThat(graph.weight(0, 1)).isEqualTo(1);
    assertThat(graph.weight(1, 2)).isEqualTo(0.5);
    assertThat(graph.weight(0, 2)).isZero();
  }

  @Test
  void allRowsTogetherWeighAsMuchAsThereAreRecords() {
    SparseGraph graph = StructuralGraph.of(blobs(3, 40, 2, 5), 7, ONE);

    assertThat(Arrays.stream(graph.degrees()).sum()).isCloseTo(120, within(1e-9));
  }

  @ParameterizedTest
  @CsvSource({"1,5", "2,5", "40,5", "64,6", "1000,10", "32768,15", "1000000,15"})
  void neighborsGrowWithTheLogarithm(int records, int expected) {
    assertThat(StructuralGraph.defaultNeighbors(records)).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({
    "400, 3, 133", // 8 √400 = 160, at most a third
    "2500, 3, 400", // 8 √2500
    "2500, 250, 500", // at least 2 C
    "9, 3, 3", // a third
    "5, 3, 2", // at least two
    "2, 3, 2",
    "1, 3, 1"
  })
  void microclustersAreAsManyAsTheRuleSays(int records, int clusters, int expected) {
    Matrix matrix = blobs(1, records, 3, 1);

    Microclustering found =
        Microclustering.of(matrix, new Microclustering.Options(8, clusters, 10), ONE);

    assertThat(found.groupCount()).isEqualTo(expected);
    assertThat(Arrays.stream(found.counts()).sum()).isEqualTo(records);
    assertThat(found.counts()).doesNotContain(0);
    assertThat(found.groups()).hasSize(records);
  }

  @Test
  void microclustersKeepTheirRecordsMeans() {
    Matrix records = blobs(2, 60, 3, 4);
    Microclustering found = Microclustering.of(records, new Microclustering.Options(1, 2, 6), ONE);

    Matrix means = found.means(records);

    double[][] sums = new double[found.groupCount()][3];
    for (int i = 0; i < records.rows(); i++) {
      for (int j = 0; j < 3; j++) {
        sums[found.groups()[i]][j] += records.at(i, j);
      }
    }
    for (int g = 0; g < found.groupCount(); g++) {
      for (int j = 0; j < 3; j++) {
        assertThat(means.at(g, j)).isCloseTo(sums[g][j] / found.counts()[g], within(1e-12));
      }
    }
  }

  @Test
  void microclustersDoNotCrossFarGroups() {
    Matrix records = blobs(4, 50, 2, 1000);
    Microclustering found = Microclustering.of(records, new Microclustering.Options(2, 4, 6), ONE);

    int[] blobOf = new int[found.groupCount()];
    Arrays.fill(blobOf, -1);
    for (int i = 0; i < records.rows(); i++) {
      int group = found.groups()[i];
      assertThat(blobOf[group]).isIn(-1, i / 50);
      blobOf[group] = i / 50;
    }
  }

  @Test
  void theRankConstraintLeavesExactlyTheBlobs() {
    Matrix records = blobs(4, 30, 3, 12);

    RankConstrainedGraph.Result result =
        new RankConstrainedGraph(4, 8, new Seed(2), ONE).fit(records);

    assertThat(result.converged()).isTrue();
    assertThat(result.components().count()).isEqualTo(4);
    for (int i = 0; i < records.rows(); i++) {
      assertThat(result.components().of(i)).isEqualTo(i / 30);
    }
  }

  @Test
  void theRankConstraintCutsTouchingBlobs() {
    // Near enough that the plain graph is in one piece: the constraint has to cut.
    Matrix records = blobs(2, 60, 2, 4);
    assertThat(
            io.coterie.graph.internal.Components.in(StructuralGraph.of(records, 15, ONE)).count())
        .isEqualTo(1);

    RankConstrainedGraph.Result result =
        new RankConstrainedGraph(2, 15, new Seed(2), ONE).fit(records);

    assertThat(result.converged()).isTrue();
    assertThat(result.steps()).isPositive();
    // At four deviations about 1 record in 44 lies nearer to the other blob.
    long first = IntStream.range(0, 60).filter(i -> result.components().of(i) == 0).count();
    long second = IntStream.range(60, 120).filter(i -> result.components().of(i) == 1).count();
    assertThat(first).isGreaterThanOrEqualTo(56);
    assertThat(second).isGreaterThanOrEqualTo(56);
  }

  @Test
  void moreComponentsThanClustersAreReportedAsMissed() {
    // Far blobs stay apart whatever lambda is, and there are more of them than clusters.
    RankConstrainedGraph.Result result =
        new RankConstrainedGraph(2, 5, new Seed(2), ONE).fit(blobs(5, 30, 2, 1e4));

    assertThat(result.converged()).isFalse();
    assertThat(result.components().count()).isEqualTo(5);
    assertThat(result.steps()).isEqualTo(30);
  }

  @ParameterizedTest
  @CsvSource({"1,1", "2,2", "3,3", "7,3"})
  void componentsOfTinySitesAreNumberedWithoutGaps(int records, int most) {
    LocalComponents found =
        LocalComponents.of(
            blobs(1, records, 2, 1), new LocalComponents.Options(3, 5), new Seed(1), ONE);

    assertThat(found.groups()).hasSize(records);
    assertThat(found.groupCount()).isBetween(1, most);
    assertThat(Arrays.stream(found.groups()).distinct().count()).isEqualTo(found.groupCount());
    assertThat(Arrays.stream(found.groups()).max().orElseThrow()).isEqualTo(found.groupCount() - 1);
  }

  /** Unit Gaussians whose centers lie the given distance apart, blob after blob. */
  private static Matrix blobs(int count, int size, int dimension, double apart) {
    SplittableRandom random = new Seed(7).random();
    Matrix records = Matrix.zeros(count * size, dimension);
    for (int i = 0; i < records.rows(); i++) {
      int blob = i / size;
      for (int j = 0; j < dimension; j++) {
        records.set(i, j, random.nextGaussian() + (j == 0 ? apart * blob : 0));
      }
    }
    return records;
  }

  private static double[] row(double... values) {
    return values;
  }
}
