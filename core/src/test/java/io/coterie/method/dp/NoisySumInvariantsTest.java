package io.coterie.method.dp;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.coterie.CoterieException;
import io.coterie.math.LongVector;
import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import io.coterie.math.Seed;
import io.coterie.math.Vector;
import io.coterie.message.SiteMessage;
import io.coterie.message.internal.NoisyTotals;
import io.coterie.method.CoordinatorContext;
import io.coterie.method.Reply;
import io.coterie.method.ScriptedSites;
import io.coterie.plan.InputKind;
import io.coterie.plan.StudyPlan;
import io.coterie.privacy.Mechanism;
import io.coterie.privacy.NoiseSource;
import io.coterie.privacy.NoisyBlock;
import io.coterie.privacy.PrivacyLoss;
import io.coterie.privacy.internal.IntegerNoise;
import io.coterie.privacy.internal.NoiseTail;
import io.coterie.site.internal.ExactSums;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Sums with noise that neither records nor noise can give. */
class NoisySumInvariantsTest {
  private static final int DIMENSION = 3;
  private static final PrivacyLoss LOSS = new PrivacyLoss(0.02, 0);
  private static final DpStep STEP =
      new DpStep(
          "any",
          Map.of(
              DpSchedule.COUNT, LOSS,
              DpSchedule.SUM, LOSS,
              DpSchedule.SQUARES, LOSS,
              DpSchedule.SECOND_MOMENT, LOSS,
              DpSchedule.PAIRS, LOSS,
              DpSchedule.MAGNITUDES, LOSS,
              DpSchedule.HISTOGRAM, new PrivacyLoss(0, 0.2)));
  private static final Matrix ANCHORS =
      Matrix.ofRows(new double[] {0.5, 0, 0}, new double[] {-0.5, 0.1, 0});

  private static final DpQuestion LLOYD = new DpQuestion.Lloyd(List.of(), ANCHORS, 1);
  private static final DpQuestion MOMENTS = new DpQuestion.Moments(List.of());
  private static final DpQuestion SCATTER =
      new DpQuestion.Scatter(Vector.of(new double[DIMENSION]), 1);
  private static final DpQuestion EDGES = new DpQuestion.Edges(ANCHORS);
  private static final DpQuestion LINE = new DpQuestion.Line(List.of(), 1, 4);
  private static final DpQuestion GRID = new DpQuestion.Grid(List.of(), 4);

  static Stream<Arguments> questions() {
    return Stream.of(LLOYD, MOMENTS, SCATTER, EDGES, LINE, GRID, new Magnitudes(DIMENSION))
        .flatMap(question -> Stream.of(1, 5).map(sites -> Arguments.of(question, sites)));
  }

  private static List<NoisyBlock> blocks(DpQuestion question, int records, long seed) {
    SplittableRandom random = new Seed(seed).random();
    int dimension = question == GRID ? 2 : DIMENSION;
    Matrix points = Matrix.zeros(records, dimension);
    for (int i = 0; i < points.array().length; i++) {
      points.array()[i] = 2 * random.nextDouble() - 1;
    }
    return question.measure(points, STEP, Parallel.sequential());
  }

  private static NoisyTotals exact(DpQuestion question, int records) {
    Map<String, LongVector> exact = new LinkedHashMap<>();
    blocks(question, records, 1).forEach(block -> exact.put(block.name(), block.exact()));
    return new NoisyTotals(question.kind(), exact);
  }

  /** With full noise at every site, and with hardly a record to hide it. */
  @ParameterizedTest
  @MethodSource("questions")
  void honestSumsPass(DpQuestion question, int sites) {
    for (int trial = 0; trial < 20; trial++) {
      NoisyTotals total = null;
      for (int site = 0; site < sites; site++) {
        NoiseSource source = NoiseSource.repeatable(new Seed(trial).child(site));
        Map<String, LongVector> noisy = new LinkedHashMap<>();
        for (NoisyBlock block : blocks(question, trial % 3, site)) {
          noisy.put(block.name(), new IntegerNoise(source, 1).release(block));
        }
        NoisyTotals own = new NoisyTotals(question.kind(), noisy);
        total = total == null ? own : total.plus(own);
      }
      check(question, total, sites);
    }
  }

  private static void check(DpQuestion question, NoisyTotals totals, int sites) {
    question.require(new NoisySumInvariants(totals, STEP, sites));
  }

  /** What is wrong with one entry of sums over no records, and from where on it is a lie. */
  private record Lie(DpQuestion question, String block, int entry, double limit, String reason) {
    @Override
    public String toString() {
      return "%s of %s: %s".formatted(block, question.kind(), reason);
    }

    /** Returns the sums of nobody but for one entry, so much beyond the limit in its direction. */
    NoisyTotals with(double beyond) {
      NoisyTotals zeros = exact(question, 0);
      Map<String, LongVector> blocks = new LinkedHashMap<>(zeros.blocks());
      long[] values = zeros.block(block).toArray();
      values[entry] = (long) (limit + Math.signum(limit) * beyond);
      blocks.put(block, LongVector.of(values));
      return new NoisyTotals(zeros.step(), blocks);
    }
  }

  private static double noise(DpQuestion question, String block, long unit, int sites) {
    long entries = exact(question, 0).blocks().values().stream().mapToLong(LongVector::size).sum();
    return new NoiseTail(sites, entries).of(Mechanism.of(unit, STEP.loss(block)));
  }

  static Stream<Arguments> lies() {
    return Stream.of(1, 5).flatMap(sites -> lies(sites).map(lie -> Arguments.of(lie, sites)));
  }

  private static Stream<Lie> lies(int sites) {
    long one = ExactSums.COUNT_UNIT;
    long squared = ExactSums.SQUARED_UNIT;
    String below = "a count is below none";
    double count = noise(LLOYD, DpSchedule.COUNT, one, sites);
    double most = sites * Reply.MOST_RECORDS;
    double sum = count / one * ExactSums.UNIT + noise(LLOYD, DpSchedule.SUM, 1 << 15, sites);
    double many = noise(MOMENTS, DpSchedule.COUNT, one, sites) / one;
    double squares = noise(MOMENTS, DpSchedule.SQUARES, squared, sites);
    double moment = noise(SCATTER, DpSchedule.SECOND_MOMENT, squared, sites);
    return Stream.of(
        new Lie(LLOYD, DpSchedule.COUNT, 1, -count, below),
        new Lie(LLOYD, DpSchedule.COUNT, 0, most * one + count, "more than 2^40 records"),
        new Lie(LLOYD, DpSchedule.SUM, 4, sum, "a sum is longer"),
        new Lie(LLOYD, DpSchedule.SUM, 0, -sum, "a sum is longer"),
        new Lie(MOMENTS, DpSchedule.SQUARES, 0, -squares, "squares are below none"),
        new Lie(MOMENTS, DpSchedule.SQUARES, 0, many * squared + squares, "squares are larger"),
        new Lie(SCATTER, DpSchedule.SECOND_MOMENT, 2, -moment, "squares are below none"),
        new Lie(SCATTER, DpSchedule.SECOND_MOMENT, 4, 2 * moment, "a product is larger"),
        new Lie(EDGES, DpSchedule.PAIRS, 0, -noise(EDGES, DpSchedule.PAIRS, one, sites), below),
        new Lie(LINE, DpSchedule.HISTOGRAM, 3, -noise(LINE, DpSchedule.HISTOGRAM, 1, sites), below),
        new Lie(
            GRID, DpSchedule.HISTOGRAM, 9, -noise(GRID, DpSchedule.HISTOGRAM, 1, sites), below));
  }

  @ParameterizedTest(name = "{0}, {1} sites")
  @MethodSource("lies")
  void whatIsFartherThanNoiseGoesIsRefused(Lie lie, int sites) {
    double little = 1 + Math.abs(lie.limit()) * 1e-9;
    assertThatCode(() -> check(lie.question(), lie.with(-little), sites))
        .doesNotThrowAnyException();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> check(lie.question(), lie.with(little), sites))
        .withMessageContaining(lie.reason());
  }

  @Test
  void aStudyHoldsSitesAndTotalsToIt() {
    StudyPlan plan = DpScheduleTest.plan(InputKind.table(), 2, 2, 1, 1000, 1);
    CoordinatorContext context =
        new CoordinatorContext(new Seed(1), Parallel.sequential(), (name, value) -> {}, DIMENSION);
    ScriptedSites sites = new ScriptedSites(List.of());
    DpStudy study = new DpStudy(DpSchedule.of(plan), DpInput.of(plan), 2, plan, context, sites);
    Reply<?> reply =
        sites
            .upToTheEnd(asked -> study.ask(new DpQuestion.Grid(DpInput.of(plan).steps(), 1)))
            .expected();
    NoisyTotals lie =
        new NoisyTotals(DpSchedule.GRID, Map.of(DpSchedule.HISTOGRAM, LongVector.of(-100_000)));

    assertThatIllegalArgumentException()
        .isThrownBy(() -> reply.check(lie))
        .withMessageContaining("a count is below none");
    assertThatThrownBy(() -> reply.total(5, () -> new SiteMessage("all", lie)))
        .isInstanceOf(CoterieException.class)
        .hasMessageContaining("The total of 5 sites' noisy-totals cannot be one of honest sites")
        .hasMessageContaining("a count is below none by more than noise can be");
  }
}
