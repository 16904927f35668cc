package io.coterie.audit.internal.membership;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.coterie.CoterieException;
import io.coterie.audit.AuditCheck;
import io.coterie.audit.AuditOutcome;
import io.coterie.audit.AuditReport;
import io.coterie.audit.PrivacyAudit;
import io.coterie.math.LongVector;
import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import io.coterie.math.Seed;
import io.coterie.message.Field;
import io.coterie.message.Payload;
import io.coterie.message.internal.NoisyTotals;
import io.coterie.plan.Budget;
import io.coterie.plan.DpTerms;
import io.coterie.plan.InputKind;
import io.coterie.plan.NoiseMode;
import io.coterie.plan.PrivacyPlan;
import io.coterie.plan.PublicBounds;
import io.coterie.plan.StudyPlan;
import io.coterie.plan.StudyPlan.InputPlan;
import io.coterie.privacy.Mechanism;
import io.coterie.privacy.NoiseSource;
import io.coterie.privacy.NoisyBlock;
import io.coterie.privacy.PrivacyLoss;
import io.coterie.site.SiteData;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.IntFunction;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The power of the audit: shipped mechanisms pass, planted faults do not. Noise is repeatable, so
 * each test ends the same way every time; with fresh noise a correct mechanism would fail once in
 * 20 audits at most.
 */
class DpAuditTest {
  private static final Parallel PARALLEL = Parallel.sequential();
  private static final Seed SEED = new Seed(5);
  private static final PrivacyAudit.Options OPTIONS = new PrivacyAudit.Options(1200, 2);
  private static final PrivacyAudit.Options ONE_TARGET = new PrivacyAudit.Options(3000, 1);

  /** What is audited: 60 records, and the questions of one rehearsal. */
  private record Study(StudyPlan plan, Matrix records, DpWorlds worlds) {
    DpTerms terms() {
      return plan.privacy().terms().orElseThrow();
    }
  }

  /** One histogram on a grid: Laplace noise alone. */
  private static Study grid(double epsilon) {
    return study(AuditRecords.moons(60, SEED), 2, epsilon, 2);
  }

  /** Moments, then rounds of centers: Gaussian noise alone. */
  private static Study rounds(double epsilon) {
    return study(AuditRecords.clouds(60, 4, 4, SEED), 4, epsilon, 1);
  }

  private static Study study(Matrix records, int clusters, double epsilon, double range) {
    int d = records.columns();
    DpTerms terms =
        new DpTerms(
            new Budget(epsilon, 1e-6),
            NoiseMode.LOCAL,
            1,
            0,
            100,
            1,
            Optional.of(PublicBounds.same(-range, range, d)));
    StudyPlan plan =
        StudyPlan.of("anchor-graph", clusters, InputPlan.automatic(InputKind.table(), d))
            .with(PrivacyPlan.dp(terms));
    Recording recording = Recording.of(plan, List.of(SiteData.of("a", records)), SEED, PARALLEL);
    return new Study(plan, records, DpWorlds.of(plan, recording.questions(), PARALLEL));
  }

  private static AuditReport audit(
      Study study, DpWorlds worlds, IntFunction<ReleaseChannel> borders) {
    return audit(study, worlds, borders, ONE_TARGET);
  }

  private static AuditReport audit(
      Study study,
      DpWorlds worlds,
      IntFunction<ReleaseChannel> borders,
      PrivacyAudit.Options options) {
    return new DpAudit(study.terms(), worlds, borders, options)
        .run(study.records(), SEED, PARALLEL);
  }

  private static ReleaseChannel gate(int part) {
    return ReleaseChannel.gate(NoiseSource.repeatable(SEED.child("noise").child(part)), 1);
  }

  private static AuditCheck check(AuditReport report, String name) {
    return report.checks().stream().filter(c -> c.name().equals(name)).findFirst().orElseThrow();
  }

  private static List<String> failed(AuditReport report) {
    return report.checks().stream().filter(check -> !check.passed()).map(AuditCheck::name).toList();
  }

  @ParameterizedTest
  @CsvSource({"0.5", "1", "2", "5"})
  void histogramsPassAndTheBoundIsNearlyTight(double epsilon) {
    AuditReport report = audit(grid(epsilon), grid(epsilon).worlds(), DpAuditTest::gate, OPTIONS);

    assertThat(report.verdict()).as("%s", report.checks()).isEqualTo(AuditOutcome.PASS);
    assertThat(check(report, "epsilon shown by shadow runs").measured())
        .isGreaterThan(0.6 * epsilon);
    if (epsilon <= 2) { // at 5 whoever knows all other records finds the cell of the last
      assertThat(report.reconstruction().orElseThrow().error()).isGreaterThan(0.5);
    }
  }

  @ParameterizedTest
  @CsvSource({"0.5", "1", "2", "5"})
  void gaussianRoundsPass(double epsilon) {
    AuditReport report =
        audit(rounds(epsilon), rounds(epsilon).worlds(), DpAuditTest::gate, OPTIONS);

    assertThat(report.verdict()).as("%s", report.checks()).isEqualTo(AuditOutcome.PASS);
    assertThat(report.targets().get(0).separation().value()).isPositive();
    assertThat(report.reconstruction().orElseThrow().error()).isGreaterThan(0.5);
  }

  @Test
  void sharesOfNoiseAddUpToThePromise() {
    Study study = grid(1);
    AuditReport report =
        audit(
            study,
            study.worlds(),
            part ->
                ReleaseChannel.gate(NoiseSource.repeatable(SEED.child("shares").child(part)), 3));

    assertThat(report.verdict()).as("%s", report.checks()).isEqualTo(AuditOutcome.PASS);
  }

  @Test
  void halvedNoiseIsFound() {
    IntFunction<ReleaseChannel> halved =
        part -> {
          ReleaseChannel gate = gate(part);
          return (step, exact) ->
              gate.release(step, exact.stream().map(block -> louder(block, 0.5)).toList());
        };

    assertThat(failed(audit(grid(1), grid(1).worlds(), halved)))
        .contains("epsilon shown by shadow runs");
    assertThat(failed(audit(rounds(2), rounds(2).worlds(), halved)))
        .contains("separation of the worlds, less 3 errors");
  }

  /** Returns the block with noise of another width. */
  private static NoisyBlock louder(NoisyBlock block, double factor) {
    PrivacyLoss loss = block.mechanism().loss();
    return with(
        block,
        new Mechanism(
            block.mechanism().law(),
            block.mechanism().sensitivity(),
            new PrivacyLoss(loss.rho() / factor / factor, loss.pureEpsilon() / factor)));
  }

  private static NoisyBlock with(NoisyBlock block, Mechanism mechanism) {
    return new NoisyBlock(block.name(), block.exact(), block.pairedFrom(), mechanism);
  }

  @Test
  void roundsThatEachSpendTheWholeBudgetAreFound() {
    Study study = rounds(2);
    double rounds = study.worlds().of(study.records()).releases().size();
    AuditReport report =
        audit(
            study, mapped(study, block -> louder(block, 1 / Math.sqrt(rounds))), DpAuditTest::gate);

    assertThat(failed(report))
        .contains(
            "epsilon of all steps as stated",
            "mean likelihood ratio, less 3 errors",
            "separation of the worlds, less 3 errors");
  }

  private static DpWorlds mapped(Study study, UnaryOperator<NoisyBlock> change) {
    return records -> map(study.worlds().of(records), change);
  }

  private static ExactTranscript map(ExactTranscript world, UnaryOperator<NoisyBlock> change) {
    return new ExactTranscript(
        world.releases().stream()
            .map(
                release ->
                    new ExactTranscript.Release(
                        release.step(), release.blocks().stream().map(change).toList()))
            .toList());
  }

  @Test
  void blocksThatEachSpendTheWholeStepAreFound() {
    Study study = rounds(2);
    DpWorlds unsplit =
        records ->
            new ExactTranscript(
                study.worlds().of(records).releases().stream().map(DpAuditTest::unsplit).toList());

    assertThat(failed(audit(study, unsplit, DpAuditTest::gate)))
        .contains("epsilon of all steps as stated");
  }

  private static ExactTranscript.Release unsplit(ExactTranscript.Release release) {
    double rho = release.blocks().stream().mapToDouble(b -> b.mechanism().loss().rho()).sum();
    return new ExactTranscript.Release(
        release.step(),
        release.blocks().stream()
            .map(
                block ->
                    with(
                        block,
                        Mechanism.of(block.mechanism().sensitivity(), new PrivacyLoss(rho, 0))))
            .toList());
  }

  @Test
  void forgottenClippingIsFound() {
    Study study = rounds(2);
    // Without the clip a record in the corner adds more than its unit: here three times as much.
    ExactTranscript base = study.worlds().of(study.records());
    DpWorlds unclipped =
        records -> {
          ExactTranscript world = study.worlds().of(records);
          return records.rows() > study.records().rows() ? extrapolated(base, world, 3) : world;
        };

    assertThat(failed(audit(study, unclipped, DpAuditTest::gate)))
        .contains(
            "mean likelihood ratio, less 3 errors", "separation of the worlds, less 3 errors");
  }

  private static ExactTranscript extrapolated(
      ExactTranscript from, ExactTranscript to, long factor) {
    List<ExactTranscript.Release> releases = new ArrayList<>();
    for (int r = 0; r < to.releases().size(); r++) {
      List<NoisyBlock> blocks = new ArrayList<>();
      for (int b = 0; b < to.releases().get(r).blocks().size(); b++) {
        NoisyBlock target = to.releases().get(r).blocks().get(b);
        LongVector start = from.releases().get(r).blocks().get(b).exact();
        long[] values = target.exact().toArray();
        for (int i = 0; i < values.length; i++) {
          values[i] = start.at(i) + factor * (values[i] - start.at(i));
        }
        blocks.add(
            new NoisyBlock(
                target.name(), LongVector.of(values), target.pairedFrom(), target.mechanism()));
      }
      releases.add(new ExactTranscript.Release(to.releases().get(r).step(), blocks));
    }
    return new ExactTranscript(releases);
  }

  @Test
  void noiseWhoseWidthDependsOnTheRecordsIsFound() {
    Study study = grid(1);
    // As in the paper: the scale falls with the size of the smallest group, here 6 or 7 records.
    DpWorlds dependent =
        records -> {
          double width = records.rows() > study.records().rows() ? 6.0 / 7 : 1;
          return map(study.worlds().of(records), block -> louder(block, width));
        };
    AuditReport report = audit(study, dependent, DpAuditTest::gate);

    assertThat(report.verdict()).isEqualTo(AuditOutcome.FAIL);
    assertThat(failed(report)).contains("epsilon shown by shadow runs");
  }

  @Test
  void noiseInFloatingPointIsFound() {
    Study study = grid(1);
    SplittableRandom random = SEED.random();
    AuditReport report =
        audit(study, study.worlds(), part -> (step, exact) -> new Doubles(step, exact, random));

    assertThat(failed(report)).containsExactly("replies that are whole numbers alone");
  }

  /** Sums with Laplace noise by the inverse of its distribution, as published code has it. */
  private record Doubles(String step, List<NoisyBlock> exact, SplittableRandom random)
      implements Payload {
    @Override
    public String kind() {
      return "doubles";
    }

    @Override
    public List<Field> fields() {
      List<Field> fields = new ArrayList<>();
      for (NoisyBlock block : exact) {
        double[] values = new double[block.exact().size()];
        for (int i = 0; i < values.length; i++) {
          double u = random.nextDouble() - 0.5;
          double noise =
              -Math.signum(u) * Math.log(1 - 2 * Math.abs(u)) * block.mechanism().scale();
          values[i] = block.exact().at(i) + noise;
        }
        fields.add(new Field.Numbers(block.name(), Matrix.over(1, values.length, values)));
      }
      return fields;
    }
  }

  @Test
  void noiseThatIsLeftToTheCoordinatorIsFound() {
    Study study = grid(1);
    AuditReport report = audit(study, study.worlds(), part -> DpAuditTest::exact);

    assertThat(failed(report))
        .contains(
            "epsilon shown by shadow runs",
            "separation of the worlds, less 3 errors",
            "epsilon shown by canaries");
    assertThat(report.targets().get(0).auc().value()).isEqualTo(1);
  }

  private static Payload exact(String step, List<NoisyBlock> blocks) {
    Map<String, LongVector> values = new LinkedHashMap<>();
    blocks.forEach(block -> values.put(block.name(), block.exact()));
    return new NoisyTotals(step, values);
  }

  @Test
  void anotherNumberOfThreadsGivesTheSameReport() {
    Study study = grid(1);
    DpAudit audit = new DpAudit(study.terms(), study.worlds(), DpAuditTest::gate, OPTIONS);
    try (Parallel four = Parallel.of(4)) {
      assertThat(audit.run(study.records(), SEED, four).checks())
          .isEqualTo(audit.run(study.records(), SEED, PARALLEL).checks());
    }
  }

  @Test
  void missingValuesAreTakenForTheMiddleOfTheirBounds() {
    Study whole = grid(1);
    Matrix gaps = whole.records().map((i, j, value) -> i % 7 == 0 && j == 1 ? Double.NaN : value);
    Matrix middle = gaps.map((i, j, value) -> Double.isNaN(value) ? 0 : value);

    assertThat(Transcript.exact(whole.worlds().of(gaps)).values())
        .isEqualTo(Transcript.exact(whole.worlds().of(middle)).values());
    DpAudit audit = new DpAudit(whole.terms(), whole.worlds(), DpAuditTest::gate, ONE_TARGET);
    assertThat(audit.run(gaps, SEED, PARALLEL).reconstruction().orElseThrow().error())
        .isEqualTo(audit.run(middle, SEED, PARALLEL).reconstruction().orElseThrow().error())
        .isBetween(0.5, 1.1);
  }

  @Test
  void missingValuesWithoutBoundsAreRefused() {
    Study whole = grid(1);
    DpTerms given = whole.terms();
    DpTerms unbounded =
        new DpTerms(
            given.budget(),
            given.noise(),
            given.sites(),
            given.colluders(),
            given.publicRecords(),
            given.recordsPerPerson(),
            Optional.empty());
    Matrix gaps = whole.records().map((i, j, value) -> i == 0 ? Double.NaN : value);

    assertThatThrownBy(
            () ->
                new DpAudit(unbounded, whole.worlds(), DpAuditTest::gate, ONE_TARGET)
                    .run(gaps, SEED, PARALLEL))
        .isInstanceOf(CoterieException.class)
        .hasMessageContaining("needs public bounds");
  }
}
