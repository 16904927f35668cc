package io.coterie.method.dp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.coterie.method.dp.DpForecast.Verdict;
import io.coterie.plan.Budget;
import io.coterie.plan.DpTerms;
import io.coterie.plan.InputKind;
import io.coterie.plan.NoiseMode;
import io.coterie.plan.PrivacyPlan;
import io.coterie.plan.PublicBounds;
import io.coterie.plan.StudyPlan;
import io.coterie.plan.StudyPlan.InputPlan;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DpForecastTest {
  @ParameterizedTest
  @CsvSource({
    "anchor-graph, 2, 2, 1000, GRID",
    "anchor-graph, 4, 3, 100, LINE",
    "anchor-graph, 20, 5, 100000, ANCHORS",
    "anchor-graph, 20, 9, 100, CENTERS",
    "dp-lloyd, 2, 2, 1000, CENTERS",
    "dp-lloyd, 20, 5, 100000, CENTERS"
  })
  void theRouteIsThatOfTheSchedule(
      String method, int features, int clusters, long records, Route route) {
    StudyPlan plan = plan(method, features, clusters, records, 1);
    assertThat(DpForecast.of(plan).route()).isEqualTo(route);
    assertThat(DpSchedule.of(plan).route()).isEqualTo(route);
  }

  @Test
  void theNoiseOnACellIsThatOfItsMechanism() {
    // Discrete Laplace of scale 1 at each of 4 sites: variance 4 · 2q/(1−q)², q = 1/e.
    double q = Math.exp(-1);
    DpForecast grid = DpForecast.of(plan("anchor-graph", 2, 2, 1000, 1));
    assertThat(grid.noise()).isCloseTo(2 * Math.sqrt(2 * q) / (1 - q), within(1e-9));
    assertThat(grid.typicalCount()).isCloseTo(1000 / grid.cells(), within(1e-9));
    // Bins along a feature: ⌊√(1000 · 1 / (1.5 · √4))⌋.
    assertThat(grid.cells()).isEqualTo(18 * 18);
  }

  @ParameterizedTest
  @CsvSource({
    "4, 3, 100, 0.05, LOW",
    "4, 3, 1000, 10, GOOD",
    "20, 10, 1000, 0.1, LOW",
    "20, 10, 1000000, 10, GOOD",
    "2, 2, 100, 0.05, LOW",
    "2, 2, 100000, 1, GOOD"
  })
  void moreRecordsAndMoreBudgetAreBetter(
      int features, int clusters, long records, double epsilon, Verdict verdict) {
    assertThat(DpForecast.of(plan("anchor-graph", features, clusters, records, epsilon)).verdict())
        .isEqualTo(verdict);
  }

  @ParameterizedTest
  @CsvSource({"2, FAIR", "10, GOOD"})
  void imagesNeedManyCells(double epsilon, Verdict verdict) {
    StudyPlan plan = DpScheduleTest.plan(InputKind.image(16, 16), 256, 10, epsilon, 10_000, 1);
    DpForecast forecast = DpForecast.of(plan);
    assertThat(forecast.route()).isEqualTo(Route.TREE);
    assertThat(forecast.verdict()).isEqualTo(verdict);
  }

  private static StudyPlan plan(
      String method, int features, int clusters, long records, double epsilon) {
    DpTerms terms =
        new DpTerms(
            new Budget(epsilon, 1e-7),
            NoiseMode.LOCAL,
            4,
            0,
            records,
            1,
            Optional.of(PublicBounds.same(0, 1, features)));
    return StudyPlan.of(method, clusters, InputPlan.automatic(InputKind.table(), features))
        .with(PrivacyPlan.dp(terms));
  }
}
