package io.coterie.method.dp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.coterie.CoterieException;
import io.coterie.plan.Budget;
import io.coterie.plan.DpTerms;
import io.coterie.plan.InputKind;
import io.coterie.plan.NoiseMode;
import io.coterie.plan.PrivacyPlan;
import io.coterie.plan.PublicBounds;
import io.coterie.plan.StudyPlan;
import io.coterie.plan.StudyPlan.InputPlan;
import io.coterie.privacy.PrivacyLoss;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DpScheduleTest {
  private static final InputKind IMAGES = InputKind.image(28, 28);

  static StudyPlan plan(
      InputKind kind, int dimension, int clusters, double epsilon, long records, int perPerson) {
    Optional<PublicBounds> bounds =
        kind.isTable() ? Optional.of(PublicBounds.same(0, 1, dimension)) : Optional.empty();
    DpTerms terms =
        new DpTerms(
            new Budget(epsilon, 1e-6), NoiseMode.SECURE_SUMS, 10, 0, records, perPerson, bounds);
    return StudyPlan.of("anchor-graph", clusters, InputPlan.automatic(kind, dimension))
        .with(PrivacyPlan.dp(terms));
  }

  @ParameterizedTest
  @CsvSource({
    "2, 2, 1000, GRID",
    "1, 4, 100000, GRID",
    "30, 2, 1000, LINE",
    "3, 2, 1000, TREE",
    "3, 2, 300, LINE",
    "30, 4, 1000, CENTERS",
    "30, 2, 100000, ANCHORS"
  })
  void theRouteOfATableFollowsFromWhatIsPublic(
      int dimension, int clusters, long records, Route route) {
    StudyPlan plan = plan(InputKind.table(), dimension, clusters, 1, records, 1);
    assertThat(DpSchedule.of(plan).route()).isEqualTo(route);
  }

  @Test
  void imagesGoByAnchorsUnlessTheNoiseIsTooMuch() {
    assertThat(DpSchedule.of(plan(IMAGES, 784, 10, 1, 70_000, 1)).route()).isEqualTo(Route.ANCHORS);
    assertThat(DpSchedule.of(plan(IMAGES, 784, 10, 2, 10_000, 1)).route()).isEqualTo(Route.TREE);
    assertThat(DpSchedule.of(plan(IMAGES, 784, 10, 10, 10_000, 1)).route()).isEqualTo(Route.TREE);
    assertThat(DpSchedule.of(plan(IMAGES, 784, 10, 0.1, 5_000, 1)).route())
        .isEqualTo(Route.CENTERS);
  }

  @ParameterizedTest
  @CsvSource({"2, 2, 1000", "4, 2, 1000", "30, 2, 1000", "30, 4, 1000", "30, 2, 100000"})
  void theStepsSpendTheBudgetAndNoMore(int dimension, int clusters, long records) {
    for (double epsilon : new double[] {0.5, 1, 5}) {
      StudyPlan plan = plan(InputKind.table(), dimension, clusters, epsilon, records, 1);
      PrivacyLoss total = DpSchedule.of(plan).total();
      assertThat(total.epsilon(1e-6))
          .as("all steps together")
          .isLessThanOrEqualTo(epsilon * (1 + 1e-9))
          .isGreaterThan(0.8 * epsilon);
    }
  }

  @Test
  void partsOfImagesGetTheLastTenthOfTheBudget() {
    DpSchedule schedule = DpSchedule.of(plan(IMAGES, 784, 10, 2, 10_000, 1));
    DpStep last = schedule.steps().get(schedule.steps().size() - 1);
    assertThat(last.kind()).isEqualTo(DpSchedule.BOUNDARIES);
    assertThat(last.total().rho()).isCloseTo(0.1 * schedule.total().rho(), within(1e-12));
    assertThat(schedule.total().epsilon(1e-6)).isCloseTo(2, within(1e-6));
  }

  @Test
  void aPersonOfManyRecordsIsProtectedAsAWhole() {
    StudyPlan plan = plan(InputKind.table(), 30, 2, 1, 100_000, 4);
    PrivacyLoss one = DpSchedule.of(plan).total();
    assertThat(one.times(4).epsilon(1e-6)).isCloseTo(1, within(1e-6));
  }

  static StudyPlan unbounded(int dimension, int clusters, double epsilon, long records) {
    DpTerms terms =
        new DpTerms(
            new Budget(epsilon, 1e-6), NoiseMode.SECURE_SUMS, 10, 0, records, 1, Optional.empty());
    return StudyPlan.of("anchor-graph", clusters, InputPlan.automatic(InputKind.table(), dimension))
        .with(PrivacyPlan.dp(terms));
  }

  @ParameterizedTest
  @CsvSource({"2, 2, 1000", "4, 2, 1000", "30, 2, 1000", "30, 4, 1000", "30, 2, 100000"})
  void aTableWithoutBoundsSpendsATenthOnFindingThem(int dimension, int clusters, long records) {
    DpSchedule schedule = DpSchedule.of(unbounded(dimension, clusters, 2, records));
    assertThat(schedule.steps().get(0).kind()).isEqualTo(DpSchedule.MAGNITUDES);
    assertThat(schedule.rounds(DpSchedule.MAGNITUDES)).isEqualTo(1);
    assertThat(schedule.total().epsilon(1e-6))
        .isLessThanOrEqualTo(2 * (1 + 1e-9))
        .isGreaterThan(1.6);
  }

  @Test
  void theTreesRoundsGetRhoByTheSquareOfTheirCells() {
    DpSchedule schedule = DpSchedule.of(plan(InputKind.table(), 4, 2, 8, 1000, 1));
    assertThat(schedule.route()).isEqualTo(Route.TREE);
    List<DpStep> rounds = schedule.all(DpSchedule.LLOYD);
    // 2 · 1000 / 14 cells at most: 8 levels, the last twice.
    assertThat(rounds).hasSize(9);
    double last = rounds.get(8).total().rho();
    assertThat(rounds.get(7).total().rho()).isCloseTo(last, within(1e-12));
    assertThat(rounds.get(6).total().rho()).isCloseTo(last / 4, within(1e-12));
    assertThat(rounds.get(5).total().rho()).isCloseTo(last / 16, within(1e-12));
    assertThat(rounds.get(0).total().rho()).isCloseTo(last / 400, within(1e-12));
  }

  @Test
  void boundsMustFitTheRecords() {
    StudyPlan plan = plan(InputKind.table(), 3, 2, 1, 1000, 1);
    StudyPlan other =
        StudyPlan.of("anchor-graph", 2, InputPlan.automatic(InputKind.table(), 4))
            .with(plan.privacy());
    assertThatThrownBy(() -> DpSchedule.of(other))
        .isInstanceOf(CoterieException.class)
        .hasMessageContaining("3 features, but records have 4");
  }
}
