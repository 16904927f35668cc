package io.coterie.site.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.coterie.graph.SparseGraph;
import io.coterie.graph.internal.Components;
import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import io.coterie.math.Seed;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LocalComponentsTest {
  private static final Parallel ONE = Parallel.sequential();

  @Test
  void farBlobsAreTheComponents() {
    Matrix records = blobs(4, 160, 1000);

    LocalComponents found = of(records, 4, 8);

    assertThat(found.converged()).isTrue();
    assertThat(found.groupCount()).isEqualTo(4);
    // Numbered by first appearance.
    assertThat(found.groups()).isEqualTo(blobOf(4, 160));
    assertThat(found.graph().nodeCount()).isEqualTo(160);
    for (int i = 0; i < 160; i++) {
      int own = i % 4;
      found.graph().forEachNeighbor(i, (j, weight) -> assertThat(j % 4).isEqualTo(own));
    }
  }

  @Test
  void touchingBlobsAreCutAndTheCutGraphIsSent() {
    Matrix records = blobs(2, 120, 5);
    assertThat(componentsOf(StructuralGraph.of(records, 20, ONE))).isEqualTo(1);

    LocalComponents found = of(records, 2, 20);

    assertThat(found.converged()).isTrue();
    assertThat(found.steps()).isPositive();
    assertThat(found.groupCount()).isEqualTo(2);
    // The graph that goes with the groups is the one that was cut.
    assertThat(componentsOf(found.graph())).isEqualTo(2);
  }

  @Test
  void whereTheConstraintIsMissedThePlainGraphAndItsSpectralClustersAreUsed() {
    // Five far blobs can never be two components.
    Matrix records = blobs(5, 150, 1e4);

    LocalComponents found = of(records, 2, 6);

    assertThat(found.converged()).isFalse();
    assertThat(found.steps()).isEqualTo(30);
    assertThat(found.groupCount()).isEqualTo(2);
    assertThat(found.graph()).isEqualTo(StructuralGraph.of(records, 6, ONE));
    // Eigenvectors are constant on a component, so no blob is divided.
    for (int i = 5; i < 150; i++) {
      assertThat(found.groups()[i]).isEqualTo(found.groups()[i % 5]);
    }
  }

  @Test
  void aGraphThatCameNearerButMissedIsNotSent() {
    // Every record has a neighbor, so eight records have four components at most, and on the way
    // there the graph is cut into more pieces than the plain one has.
    Matrix records = blobs(1, 8, 1);
    SparseGraph plain = StructuralGraph.of(records, 5, ONE);
    assertThat(new RankConstrainedGraph(5, 5, new Seed(2).child("rank"), ONE).fit(records).graph())
        .isNotEqualTo(plain);

    LocalComponents found = of(records, 5, 5);

    assertThat(found.converged()).isFalse();
    assertThat(found.groupCount()).isEqualTo(5);
    assertThat(found.graph()).isEqualTo(plain);
  }

  @Test
  void oneRecordIsOneComponent() {
    LocalComponents found = of(blobs(1, 1, 1), 3, 5);

    assertThat(found.converged()).isTrue();
    assertThat(found.groups()).containsExactly(0);
    assertThat(found.groupCount()).isEqualTo(1);
    assertThat(found.graph().nodeCount()).isEqualTo(1);
    assertThat(found.graph().edgeCount()).isZero();
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3})
  void fewRecordsOfAsManyClustersStayApart(int n) {
    // A record always has a neighbor, so the constraint cannot be met; the clusters still can.
    LocalComponents found = of(blobs(n, n, 1000), 3, 5);

    assertThat(found.converged()).isFalse();
    assertThat(found.groupCount()).isEqualTo(n);
    assertThat(found.groups()).isEqualTo(blobOf(n, n));
    assertThat(found.graph().nodeCount()).isEqualTo(n);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 10})
  void oneClusterTakesAllRecords(int n) {
    LocalComponents found = of(blobs(1, n, 1), 1, 5);

    assertThat(found.converged()).isTrue();
    assertThat(found.groupCount()).isEqualTo(1);
    assertThat(found.groups()).containsOnly(0).hasSize(n);
  }

  @Test
  void duplicatesAreNoTrouble() {
    Matrix records = Matrix.zeros(40, 2);
    for (int i = 0; i < 40; i++) {
      records.set(i, 0, i % 2 == 0 ? 0 : 100);
    }

    LocalComponents found = of(records, 2, 5);

    // No group has records of both points.
    int[] pointOf = new int[found.groupCount()];
    Arrays.fill(pointOf, -1);
    for (int i = 0; i < 40; i++) {
      assertThat(pointOf[found.groups()[i]]).isIn(-1, i % 2);
      pointOf[found.groups()[i]] = i % 2;
    }
    assertThat(found.groupCount()).isEqualTo(2);
  }

  private static LocalComponents of(Matrix records, int clusters, int neighbors) {
    return LocalComponents.of(
        records, new LocalComponents.Options(clusters, neighbors), new Seed(2), ONE);
  }

  private static int componentsOf(SparseGraph graph) {
    return Components.in(graph).count();
  }

  private static int[] blobOf(int count, int rows) {
    int[] blobs = new int[rows];
    Arrays.setAll(blobs, i -> i % count);
    return blobs;
  }

  /** Unit Gaussians in the plane, the given distance apart; record i belongs to blob i % count. */
  private static Matrix blobs(int count, int rows, double apart) {
    SplittableRandom random = new Seed(7).random();
    Matrix records = Matrix.zeros(rows, 2);
    for (int i = 0; i < rows; i++) {
      records.set(i, 0, random.nextGaussian() + apart * (i % count));
      records.set(i, 1, random.nextGaussian());
    }
    return records;
  }
}
