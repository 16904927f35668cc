package io.coterie.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.coterie.CoterieException;
import io.coterie.federation.RunResult;
import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import io.coterie.math.Seed;
import io.coterie.math.Vector;
import io.coterie.message.internal.AnchorSums;
import io.coterie.plan.Budget;
import io.coterie.plan.DpTerms;
import io.coterie.plan.NoiseMode;
import io.coterie.plan.PrivacyPlan;
import io.coterie.plan.PublicBounds;
import io.coterie.plan.StudyPlan;
import io.coterie.site.Records;
import io.coterie.site.SiteData;
import io.coterie.site.internal.CenterGroups;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SparkRecordsIT {
  private static final Parallel ONE = Parallel.sequential();
  private static final Matrix FIRST = Blobs.of(300, new Seed(1));
  private static final Matrix SECOND = Blobs.of(200, new Seed(2));

  private static Records records(String table, Matrix records, int partitions) {
    Cluster.table(table, records, partitions);
    return Cluster.session().read(Cluster.source(table, records)).records();
  }

  private static List<SiteData> inMemory() {
    return List.of(SiteData.of("a", FIRST), SiteData.of("b", SECOND));
  }

  /** One site on the cluster beside one in memory: the coordinator cannot tell. */
  private static List<SiteData> onCluster() {
    return List.of(SiteData.of("a", records("first", FIRST, 3)), SiteData.of("b", SECOND));
  }

  @ParameterizedTest
  @ValueSource(strings = {"anchor-graph", "anchor-graph:groups", "k-fed", "ffcm", "dp-lloyd"})
  void aSiteOnTheClusterGetsTheLabelsOfASiteInMemory(String method) {
    StudyPlan plan = Blobs.plan(method);
    RunResult local = Blobs.run(plan, inMemory());
    RunResult cluster = Blobs.run(plan, onCluster());
    assertThat(cluster.labels()).isEqualTo(local.labels());
    assertThat(cluster.rounds()).isEqualTo(local.rounds());
    assertThat(cluster.bytesOut()).isEqualTo(local.bytesOut());
  }

  @Test
  void dpNoiseIsDrawnOnceForTheSiteAndItsSumsAreTheSameToTheBit() {
    DpTerms terms =
        new DpTerms(
            new Budget(4, 1e-6),
            NoiseMode.LOCAL,
            2,
            0,
            500,
            1,
            Optional.of(PublicBounds.same(-5, 9, Blobs.DIMENSION)));
    StudyPlan plan = Blobs.plan("anchor-graph").with(PrivacyPlan.dp(terms));
    // The noise is repeatable: one more draw, or one on a partition's sums, would give others.
    assertThat(Blobs.run(plan, onCluster()).labels())
        .isEqualTo(Blobs.run(plan, inMemory()).labels());
  }

  @Test
  void sumsOverManyPartitionsAreThoseOfOneBlockAndTheSameEveryTime() {
    Matrix centers = Blobs.of(5, new Seed(3));
    Records spread = records("spread", FIRST, 40);
    AnchorSums sums = spread.sum((block, inside) -> CenterGroups.sums(block, centers, inside), ONE);
    AnchorSums again =
        spread.sum((block, inside) -> CenterGroups.sums(block, centers, inside), ONE);
    AnchorSums local = CenterGroups.sums(FIRST, centers, ONE);

    assertThat(sums.counts()).isEqualTo(local.counts());
    assertThat(sums.sums().array()).containsExactly(local.sums().array(), within(1e-9));
    assertThat(again.sums().array()).containsExactly(sums.sums().array());
  }

  @Test
  void partitionsAreAddedUpInOrder() {
    Records spread = records("ordered", FIRST, 40);
    String first =
        spread.reduce(
            (block, inside) -> Double.toString(block.at(0, 0)), (a, b) -> a + "," + b, ONE);
    String[] parts = first.split(",");
    assertThat(parts).hasSize(40);
    for (int p = 0; p < 40; p++) {
      assertThat(Double.parseDouble(parts[p])).isEqualTo(FIRST.at(p * 300 / 40, 0));
    }
  }

  @Test
  void recordsAreFoundByTheirPositions() {
    Records spread = records("positions", FIRST, 7);
    assertThat(spread.size()).isEqualTo(300);
    assertThat(spread.select(new long[] {0, 41, 42, 43, 299}).array())
        .containsExactly(FIRST.selectRows(new int[] {0, 41, 42, 43, 299}).array());
    assertThat(spread.sample(new Seed(5)).array()).containsExactly(FIRST.array());
  }

  @Test
  void mappedRecordsKeepTheirOrderAndNumber() {
    Records doubled =
        records("mapped", FIRST, 4)
            .map((block, inside) -> block.plus(block), ONE)
            .map((block, inside) -> block.firstColumns(2), ONE);
    assertThat(doubled.features()).isEqualTo(2);
    assertThat(doubled.select(new long[] {7}).row(0))
        .containsExactly(2 * FIRST.at(7, 0), 2 * FIRST.at(7, 1));
  }

  @Test
  void aMethodThatNeedsAllRecordsAtOnceIsRefused() {
    assertThatThrownBy(() -> Blobs.run(Blobs.plan("spp-fgc"), onCluster()))
        .isInstanceOf(CoterieException.class)
        .hasMessageContaining("--engine spark");
  }

  @Test
  void noRecordsAreNoReasonToFail() {
    Records none = records("none", Matrix.zeros(0, 2), 2);
    assertThat(none.size()).isZero();
    assertThat(none.<Vector>reduce((block, inside) -> Vector.of(block.rows()), Vector::plus, ONE))
        .isEqualTo(Vector.of(0));
  }
}
