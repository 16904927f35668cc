package io.coterie.method.dp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.coterie.CoterieException;
import io.coterie.ErrorCode;
import io.coterie.features.internal.Box;
import io.coterie.features.internal.ClipRows;
import io.coterie.math.IntVector;
import io.coterie.math.LongVector;
import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import io.coterie.math.Seed;
import io.coterie.math.Vector;
import io.coterie.message.CoordinatorMessage;
import io.coterie.message.internal.NoisyTotals;
import io.coterie.method.Methods;
import io.coterie.method.SiteContext;
import io.coterie.method.SitePart;
import io.coterie.method.dp.DpForecast.Verdict;
import io.coterie.plan.PublicBounds;
import io.coterie.plan.StudyPlan;
import io.coterie.privacy.Mechanism;
import io.coterie.privacy.NoiseSource;
import io.coterie.privacy.NoisyBlock;
import io.coterie.privacy.PrivacyLoss;
import io.coterie.privacy.ReleaseNotice;
import io.coterie.site.PrivacyGate;
import io.coterie.site.SiteData;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Tables with columns of levels at level dp: what is asked, what it costs, and what is refused. */
class ColumnRouteTest {
  private static final StudyPlan PLAN = Columns.plan(1, 1000);
  private static final Vector ORIGIN = Vector.of(new double[Columns.DIMENSION]);

  private static SitePart site(
      StudyPlan plan, Matrix records, long noise, PrivacyGate.Watch watch) {
    PrivacyGate gate = new PrivacyGate("a", NoiseSource.repeatable(new Seed(noise)), 1, watch);
    return DpClustering.site(
        plan, new SiteContext(SiteData.of("a", records), gate, new Seed(1), Parallel.sequential()));
  }

  private static NoisyTotals ask(SitePart site, DpQuestion question) {
    return (NoisyTotals) site.reply(new CoordinatorMessage(1, question)).payload();
  }

  private static DpQuestion.Moments moments(StudyPlan plan) {
    return new DpQuestion.Moments(DpInput.of(plan).steps());
  }

  private static DpQuestion.Lloyd lloyd(SplittableRandom random) {
    double[] centers = new double[2 * Columns.DIMENSION];
    java.util.Arrays.setAll(centers, i -> 0.5 * random.nextGaussian());
    return new DpQuestion.Lloyd(
        List.of(), Matrix.over(2, Columns.DIMENSION, centers), 0.1 + 1.9 * random.nextDouble());
  }

  @Test
  void theStepsSpendTheBudget() {
    for (int perPerson : new int[] {1, 3}) {
      PublicBounds bounds = PLAN.privacy().terms().orElseThrow().bounds().orElseThrow();
      StudyPlan plan = Columns.plan(bounds, Columns.LEVELS, 2, 1000, perPerson);
      DpSchedule schedule = DpSchedule.of(plan);
      assertThat(schedule.route()).isEqualTo(Route.COLUMNS);
      assertThat(schedule.steps().stream().map(DpStep::kind))
          .containsExactly("moments", "scatter", "lloyd", "lloyd", "lloyd");
      assertThat(schedule.total().times(perPerson).epsilon(1e-6)).isCloseTo(2, within(1e-6));
    }
  }

  @Test
  void bothMethodsOfLevelDpTakeLevels() {
    for (String name : List.of("anchor-graph", "dp-lloyd")) {
      StudyPlan plan = StudyPlan.of(name, 2, PLAN.input()).with(PLAN.privacy());
      assertThat(Methods.of(plan).name()).isEqualTo(name);
      assertThat(DpSchedule.of(plan).route()).isEqualTo(Route.COLUMNS);
    }
  }

  /** What the gate states before anything leaves is what the schedule spends, step by step. */
  @Test
  void theLedgerIsChargedForEachStep() {
    List<ReleaseNotice> stated = new ArrayList<>();
    Matrix records = Columns.hostile(new Seed(1).random(), 30);
    SitePart site = site(PLAN, records, 1, stated::addAll);
    ask(site, moments(PLAN));
    ask(site, new DpQuestion.Scatter(ORIGIN, 1));
    for (int round = 0; round < 3; round++) {
      ask(site, lloyd(new Seed(2).random()));
    }
    PrivacyLoss told =
        stated.stream()
            .map(notice -> notice.mechanism().loss())
            .reduce(PrivacyLoss.none(), PrivacyLoss::plus);
    assertThat(told.rho()).isCloseTo(DpSchedule.of(PLAN).total().rho(), within(1e-12));
    assertThatThrownBy(() -> ask(site, lloyd(new Seed(2).random())))
        .hasMessageContaining("after 5 of the 5 steps");
  }

  @Test
  void oneRecordMovesEverySumByAtMostItsSensitivity() {
    SplittableRandom random = new Seed(9).random();
    List<DpStep> steps = DpSchedule.of(PLAN).steps();
    double[] largest = new double[3];
    for (int trial = 0; trial < 400; trial++) {
      Matrix without = Columns.hostile(random, random.nextInt(8));
      Matrix with = Matrix.stacked(List.of(Columns.hostile(random, 1), without));
      List<DpQuestion> questions =
          List.of(
              moments(PLAN),
              new DpQuestion.Scatter(ORIGIN, 0.05 + random.nextDouble()),
              lloyd(random));
      Matrix few = without;
      Matrix many = with;
      for (int q = 0; q < questions.size(); q++) {
        few = questions.get(q).points(few, Parallel.sequential());
        many = questions.get(q).points(many, Parallel.sequential());
        List<NoisyBlock> small = questions.get(q).measure(few, steps.get(q), Parallel.sequential());
        List<NoisyBlock> large =
            questions.get(q).measure(many, steps.get(q), Parallel.sequential());
        for (int b = 0; b < small.size(); b++) {
          largest[q] = Math.max(largest[q], change(small.get(b), large.get(b)));
        }
      }
    }
    for (double share : largest) {
      assertThat(share).as("of the sensitivity").isBetween(0.9, 1.0);
    }
  }

  /** Returns the change as a part of the sensitivity; exactly one where it is all of it. */
  private static double change(NoisyBlock without, NoisyBlock with) {
    assertThat(with.mechanism()).isEqualTo(without.mechanism());
    BigInteger squared = BigInteger.ZERO;
    for (int i = 0; i < with.exact().size(); i++) {
      BigInteger moved = BigInteger.valueOf(with.exact().at(i) - without.exact().at(i));
      BigInteger square = moved.multiply(moved);
      squared = squared.add(i < with.pairedFrom() ? square : square.add(square));
    }
    BigInteger bound = BigInteger.valueOf(with.mechanism().sensitivity()).pow(2);
    assertThat(squared).as(with.name()).isLessThanOrEqualTo(bound);
    return Math.sqrt(squared.doubleValue() / bound.doubleValue());
  }

  /** Over many sites without a record, what leaves is only noise, of the scale that is stated. */
  @ParameterizedTest
  @CsvSource({"count, 1", "sum, 7", "squares, 1"})
  void theNoiseHasTheScaleThatIsPaidFor(String block, int entries) {
    Mechanism mechanism = null;
    double squares = 0;
    double sum = 0;
    int drawn = 0;
    for (int trial = 0; trial < 3000 / entries; trial++) {
      List<ReleaseNotice> stated = new ArrayList<>();
      SitePart site = site(PLAN, Matrix.zeros(0, Columns.COUNT), 100 + trial, stated::addAll);
      LongVector noisy = ask(site, moments(PLAN)).block(block);
      assertThat(noisy.size()).isEqualTo(entries);
      mechanism =
          stated.stream()
              .filter(notice -> notice.block().equals(block))
              .findFirst()
              .orElseThrow()
              .mechanism();
      for (long value : noisy.toArray()) {
        double standard = value / mechanism.deviation();
        squares += standard * standard;
        sum += standard;
        drawn++;
      }
    }
    double rho = DpSchedule.of(PLAN).steps().get(0).loss(block).rho();
    assertThat(mechanism.deviation())
        .isCloseTo(
            mechanism.sensitivity() / Math.sqrt(2 * rho), within(1e-3 * mechanism.deviation()));
    // Five deviations of the mean and of the variance of so many draws.
    assertThat(sum / drawn).isBetween(-5 / Math.sqrt(drawn), 5 / Math.sqrt(drawn));
    assertThat(squares / drawn)
        .isBetween(1 - 5 * Math.sqrt(2.0 / drawn), 1 + 5 * Math.sqrt(2.0 / drawn));
  }

  private record Attack(List<DpQuestion> before, DpQuestion asked, String text) {
    @Override
    public String toString() {
      return text;
    }
  }

  static Stream<Attack> attacks() {
    IntVector fewer = IntVector.of(0, 0, 2, 3);
    IntVector swapped = IntVector.of(0, 0, 4, 2);
    PublicBounds bounds = PLAN.privacy().terms().orElseThrow().bounds().orElseThrow();
    List<DpQuestion> begun = List.of(moments(PLAN), new DpQuestion.Scatter(ORIGIN, 1));
    Box box = (Box) DpInput.of(PLAN).steps().get(1);
    return Stream.of(
        new Attack(
            List.of(),
            moments(Columns.plan(Columns.narrow(), Columns.LEVELS, 1, 1000, 1)),
            "other steps"),
        new Attack(List.of(), moments(Columns.plan(bounds, fewer, 1, 1000, 1)), "other steps"),
        new Attack(List.of(), moments(Columns.plan(bounds, swapped, 1, 1000, 1)), "other steps"),
        new Attack(List.of(), new DpQuestion.Moments(List.of()), "other steps"),
        new Attack(
            List.of(),
            new DpQuestion.Moments(DpInput.of(PLAN).steps().subList(0, 2)),
            "other steps"),
        new Attack(
            List.of(),
            new DpQuestion.Moments(
                List.of(
                    DpInput.of(PLAN).steps().get(0),
                    box,
                    ClipRows.around(Columns.DIMENSION, 100, 100))),
            "other steps"),
        new Attack(
            begun,
            new DpQuestion.Lloyd(List.of(), Matrix.zeros(3, Columns.DIMENSION), 1),
            "3 anchors; 2 is the most"),
        new Attack(
            begun,
            new DpQuestion.Lloyd(List.of(), Matrix.zeros(2, Columns.COUNT), 1),
            "anchors of 4 values where points have 7"),
        new Attack(
            begun,
            new DpQuestion.Lloyd(List.of(box), Matrix.zeros(2, Columns.DIMENSION), 1),
            "1 steps, not 0"),
        new Attack(
            begun,
            new DpQuestion.Lloyd(List.of(), Matrix.zeros(2, Columns.DIMENSION), 2.5),
            "a radius of 2.5"));
  }

  @ParameterizedTest
  @MethodSource("attacks")
  void whatWasNotAgreedToIsRefused(Attack attack) {
    List<ReleaseNotice> stated = new ArrayList<>();
    SitePart site = site(PLAN, Columns.hostile(new Seed(1).random(), 20), 1, stated::addAll);
    attack.before().forEach(question -> ask(site, question));
    int before = stated.size();
    assertThatThrownBy(() -> ask(site, attack.asked()))
        .isInstanceOf(CoterieException.class)
        .hasMessageContaining(attack.text())
        .satisfies(e -> assertThat(((CoterieException) e).code()).isEqualTo(ErrorCode.NOT_AGREED));
    assertThat(stated).as("nothing is charged").hasSize(before);
  }

  @ParameterizedTest
  @CsvSource({"8, 1000, GOOD", "1, 1000, GOOD", "0.5, 1000, FAIR", "0.1, 1000, LOW", "1, 100, LOW"})
  void theForecastFollowsTheNoise(double epsilon, long records, Verdict verdict) {
    DpForecast forecast = DpForecast.of(Columns.plan(epsilon, records));
    assertThat(forecast.route()).isEqualTo(Route.COLUMNS);
    assertThat(forecast.verdict()).isEqualTo(verdict);
    assertThat(forecast.same().orElseThrow()).isBetween(0.5, 1.0);
  }
}
