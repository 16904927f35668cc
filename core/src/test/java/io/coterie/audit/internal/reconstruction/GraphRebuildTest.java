package io.coterie.audit.internal.reconstruction;

import static org.assertj.core.api.Assertions.assertThat;

import io.coterie.audit.internal.membership.AuditRecords;
import io.coterie.math.IntVector;
import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import io.coterie.math.Seed;
import io.coterie.message.internal.SiteStructure.SiteGraph;
import io.coterie.site.internal.LocalComponents;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GraphRebuildTest {
  private static final Parallel PARALLEL = Parallel.sequential();

  @ParameterizedTest
  @ValueSource(longs = {2, 4, 5})
  void recordsAreRebuiltFromTheWeightsOfTheirGraph(long seed) {
    Matrix moons = AuditRecords.moons(200, new Seed(seed));
    LocalComponents local =
        LocalComponents.of(moons, new LocalComponents.Options(2, 15), new Seed(7), PARALLEL);
    SiteGraph sent =
        new SiteGraph(
            local.graph(), IntVector.of(local.groups()), local.converged(), local.steps());

    Reconstruction rebuilt = GraphRebuild.of(moons, sent, PARALLEL);

    assertThat(rebuilt.error()).isLessThan(1e-2);
  }

  @Test
  void anOutlineShowsTheShapeFromTheGraphAlone() {
    Matrix moons = AuditRecords.moons(200, new Seed(4));
    LocalComponents local =
        LocalComponents.of(moons, new LocalComponents.Options(1, 15), new Seed(7), PARALLEL);

    Matrix outline = GraphRebuild.outline(local.graph(), 200);

    assertThat(outline.rows()).isBetween(90, 200);
    assertThat(outline.columns()).isEqualTo(2);
    assertThat(GraphRebuild.outline(local.graph(), 50).rows()).isEqualTo(50);
    assertThat(outline.array()).doesNotContain(Double.NaN);
  }

  @Test
  void aSimilarityIsUndone() {
    Matrix points = AuditRecords.moons(50, new Seed(3));
    Matrix moved = points.copy();
    for (int i = 0; i < 50; i++) {
      moved.set(i, 0, 4 - 3 * points.at(i, 1));
      moved.set(i, 1, 1 - 3 * points.at(i, 0));
    }

    assertThat(Reconstruction.of("", points, Similarity.align(moved, points), 0).error())
        .isLessThan(1e-12);
  }
}
