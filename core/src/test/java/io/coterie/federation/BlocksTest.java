package io.coterie.federation;

import static io.coterie.federation.Studies.SEED;
import static io.coterie.federation.Studies.accuracy;
import static io.coterie.federation.Studies.blobLabels;
import static io.coterie.federation.Studies.blobs;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.coterie.CoterieException;
import io.coterie.math.Matrix;
import io.coterie.message.Field;
import io.coterie.plan.Budget;
import io.coterie.plan.DpTerms;
import io.coterie.plan.InputKind;
import io.coterie.plan.NoiseMode;
import io.coterie.plan.PrivacyPlan;
import io.coterie.plan.PublicBounds;
import io.coterie.plan.StudyPlan;
import io.coterie.plan.StudyPlan.InputPlan;
import io.coterie.site.Chunks;
import io.coterie.site.SiteData;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Studies of sites whose records are in blocks that never meet. */
class BlocksTest {
  private static final int ROWS = 400;

  @ParameterizedTest
  @ValueSource(strings = {"anchor-graph", "anchor-graph:groups", "k-fed", "ffcm", "dp-lloyd"})
  void blocksGiveTheLabelsOfOneBlock(String method) {
    Matrix records = overlapping();
    StudyPlan plan = plan(method, 3);
    assertThat(Studies.run(plan, chunked(records)).labels())
        .isEqualTo(Studies.run(plan, inMemory(records)).labels());
  }

  /** One row for each route: a grid, a line, centers, anchors. */
  @ParameterizedTest
  @CsvSource({"2, 3, 1000", "30, 2, 1000", "30, 4, 1000", "30, 2, 100000"})
  void dpSumsOverBlocksAreTheSameNumbersWithTheSameNoise(
      int dimension, int clusters, long publicRecords) {
    Matrix records = blobs(ROWS, clusters, dimension, SEED);
    StudyPlan plan = dp(dimension, clusters, publicRecords);
    RunResult whole = Studies.run(plan, inMemory(records));
    RunResult blocks = Studies.run(plan, chunked(records));
    // Whole numbers add up to the same in any order, so even the model is the same to the bit.
    assertThat(numbers(blocks)).isNotEmpty().isEqualTo(numbers(whole));
    assertThat(blocks.labels()).isEqualTo(whole.labels());
  }

  private static List<List<Double>> numbers(RunResult result) {
    return result.model().clusters().fields().stream()
        .filter(field -> field instanceof Field.Numbers)
        .map(field -> Arrays.stream(((Field.Numbers) field).values().array()).boxed().toList())
        .toList();
  }

  private static StudyPlan dp(int dimension, int clusters, long publicRecords) {
    DpTerms terms =
        new DpTerms(
            new Budget(4, 1e-6),
            NoiseMode.LOCAL,
            2,
            0,
            publicRecords,
            1,
            Optional.of(PublicBounds.same(-10, 130, dimension)));
    return StudyPlan.of("anchor-graph", clusters, InputPlan.automatic(InputKind.table(), dimension))
        .with(PrivacyPlan.dp(terms));
  }

  @ParameterizedTest
  @ValueSource(strings = {"anchor-graph", "anchor-graph:groups", "k-fed", "ffcm"})
  void moreThanASampleIsGroupedByASampleAndSummedInFull(String method) {
    int rows = 3_000;
    Matrix records = blobs(rows, 3, 2, SEED);
    StudyPlan plan = plan(method, 2);
    SiteData site = SiteData.of("alone", Chunks.of(records, 700).withSamplesOf(500));
    int[] found = Studies.run(plan, List.of(site)).labels().get("alone").toArray();
    assertThat(accuracy(found, blobLabels(rows, 3), 3)).isEqualTo(1);
  }

  @Test
  void aMethodThatNeedsAllRecordsAtOnceIsToldThatItCannotHaveThem() {
    assertThatThrownBy(() -> Studies.run(plan("spp-fgc", 3), chunked(overlapping())))
        .isInstanceOf(CoterieException.class)
        .hasMessageContaining("never in one place");
  }

  /** Blobs so near each other that a wrong sum moves labels. */
  private static Matrix overlapping() {
    Matrix records = blobs(ROWS, 3, 3, SEED);
    for (int i = 0; i < ROWS; i++) {
      records.set(i, 0, records.at(i, 0) - 27.0 * (i % 3));
      records.set(i, 1, records.at(i, 1) - 22.0 * (i % 3 % 2));
    }
    return records;
  }

  private static List<SiteData> inMemory(Matrix records) {
    return Studies.sites(records, Studies.deal(ROWS, 2));
  }

  private static List<SiteData> chunked(Matrix records) {
    return inMemory(records).stream()
        .map(site -> SiteData.of(site.site(), Chunks.of(site.records(), 64)))
        .toList();
  }

  private static StudyPlan plan(String method, int dimension) {
    return StudyPlan.of(method, 3, InputPlan.automatic(InputKind.table(), dimension))
        .with(method.equals("anchor-graph") ? PrivacyPlan.totals() : PrivacyPlan.component());
  }
}
