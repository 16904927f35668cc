package io.coterie.method.internal.prepare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.coterie.CoterieException;
import io.coterie.ErrorCode;
import io.coterie.features.FillMissing;
import io.coterie.features.RecordMap;
import io.coterie.features.internal.HogMap;
import io.coterie.features.internal.NormalizeRows;
import io.coterie.features.internal.Project;
import io.coterie.features.internal.SignedLog;
import io.coterie.features.internal.Standardize;
import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import io.coterie.math.Seed;
import io.coterie.math.Vector;
import io.coterie.message.CoordinatorMessage;
import io.coterie.message.Payload;
import io.coterie.message.Question;
import io.coterie.message.internal.FeatureRange;
import io.coterie.message.internal.FeatureSums;
import io.coterie.message.internal.Microclusters;
import io.coterie.method.LongWork;
import io.coterie.method.MethodRunner;
import io.coterie.method.SitePart;
import io.coterie.method.internal.prepare.PreparationQuestion.Measure;
import io.coterie.plan.FeatureMap;
import io.coterie.plan.InputKind;
import io.coterie.plan.PrivacyPlan;
import io.coterie.plan.Scaling;
import io.coterie.plan.StudyPlan;
import io.coterie.plan.StudyPlan.InputPlan;
import io.coterie.privacy.NoiseSource;
import io.coterie.site.SiteData;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** A coordinator that maps records by other steps than the plan has, to spread them out. */
class HostilePreparationTest {
  private static final int FEATURES = 3;
  private static final Vector ZEROS = Vector.of(new double[FEATURES]);
  private static final Vector ONES = Vector.of(1, 1, 1);

  private final SplittableRandom random = new SplittableRandom(1);
  private int round;

  private SitePart site(InputPlan input) {
    StudyPlan plan = StudyPlan.of("anchor-graph:groups", 2, input).with(PrivacyPlan.component());
    MethodRunner runner = MethodRunner.of(plan, new Seed(1));
    Matrix records = Matrix.zeros(60, input.dimension()).map((i, j, zero) -> random.nextDouble());
    return runner.site(
        SiteData.of("north", records),
        runner.gate("north", NoiseSource::repeatable, statements -> {}),
        Parallel.sequential(),
        LongWork.unseen());
  }

  private SitePart table(Scaling scaling) {
    return site(new InputPlan(InputKind.table(), FEATURES, scaling, FeatureMap.AUTO));
  }

  private SitePart vectors(int dimension) {
    return site(InputPlan.automatic(InputKind.vectors(), dimension));
  }

  private Payload ask(SitePart site, Payload question) {
    round++;
    return site.reply(new CoordinatorMessage(round, question)).payload();
  }

  private static PreparationQuestion measure(Measure measure, Vector center, RecordMap... steps) {
    return new PreparationQuestion(List.of(steps), measure, center);
  }

  private static PreparationQuestion sums(RecordMap... steps) {
    return measure(Measure.SUMS, Vector.of(), steps);
  }

  private static PreparedQuestion groups(RecordMap... steps) {
    return new PreparedQuestion(List.of(steps), new Question("microclusters"));
  }

  private void assertRefused(SitePart site, Payload question, String why) {
    CoterieException refused =
        catchThrowableOfType(CoterieException.class, () -> ask(site, question));
    assertThat(refused).isNotNull();
    assertThat(refused.code()).isEqualTo(ErrorCode.NOT_AGREED);
    assertThat(refused).hasMessageContaining(why);
  }

  /** Onto directions of a sphere, where the extreme values of 20,000 directions are records. */
  private Project lift(int columns) {
    return new Project(
        ZEROS, Matrix.zeros(FEATURES, columns).map((i, j, zero) -> random.nextDouble() - 0.5));
  }

  private static Matrix axes(int rows, int columns) {
    return Matrix.zeros(rows, columns).map((i, j, zero) -> i == j ? 1 : 0);
  }

  @Test
  void smallestAndLargestValuesAreNotSentWhereThePlanDoesNotScaleByThem() {
    assertRefused(
        table(Scaling.AUTO), measure(Measure.RANGE, Vector.of(), lift(20_000)), "'project'");
    assertRefused(table(Scaling.AUTO), measure(Measure.RANGE, Vector.of()), "RANGE");
    SitePart site = table(Scaling.ZSCORE);
    ask(site, sums());
    assertRefused(site, measure(Measure.RANGE, Vector.of()), "RANGE");
  }

  @Test
  void theyAreSentOnceWhereItDoes() {
    SitePart site = table(Scaling.MINMAX);
    ask(site, sums());
    assertThat(ask(site, measure(Measure.RANGE, Vector.of()))).isInstanceOf(FeatureRange.class);
    assertRefused(site, measure(Measure.RANGE, Vector.of()), "");
  }

  @Test
  void aTableIsNotProjected() {
    assertRefused(table(Scaling.AUTO), sums(lift(2)), "'project' that the plan does not have");
    SitePart site = table(Scaling.AUTO);
    ask(site, sums());
    assertRefused(site, groups(new Project(ZEROS, axes(3, 3))), "'project'");
  }

  @Test
  void aTableIsStandardizedOnceAndInOrder() {
    SitePart site = table(Scaling.AUTO);
    ask(site, sums());
    ask(site, measure(Measure.DEVIATIONS, ZEROS));
    assertThat(ask(site, groups(new Standardize(ZEROS, ONES), new SignedLog())))
        .isInstanceOf(Microclusters.class);

    SitePart twice = table(Scaling.AUTO);
    ask(twice, sums());
    assertRefused(
        twice,
        groups(new Standardize(ZEROS, ONES), new Standardize(ZEROS, ONES)),
        "a second time or too late");
    SitePart late = table(Scaling.AUTO);
    ask(late, sums());
    assertRefused(late, groups(new Standardize(ZEROS, ONES), new FillMissing(ZEROS)), "too late");
    assertRefused(table(Scaling.AUTO), sums(new SignedLog()), "'signed-log'");
  }

  @Test
  void scalesAndCentersAreFinite() {
    SitePart scale = table(Scaling.AUTO);
    ask(scale, sums());
    assertRefused(
        scale,
        groups(new Standardize(ZEROS, Vector.of(1, Double.POSITIVE_INFINITY, 1))),
        "'standardize'");
    SitePart center = table(Scaling.AUTO);
    ask(center, sums());
    assertRefused(
        center, measure(Measure.DEVIATIONS, Vector.of(0, Double.NaN, 0)), "center that is none");
    SitePart fill = table(Scaling.AUTO);
    ask(fill, sums());
    assertRefused(fill, groups(new FillMissing(Vector.of(0, Double.NaN, 0))), "'fill-missing'");
  }

  @Test
  void onlyOrthonormalAxesProject() {
    SitePart honest = vectors(100);
    ask(honest, sums(new NormalizeRows(2)));
    Vector zeros = Vector.of(new double[100]);
    ask(honest, measure(Measure.SCATTER, zeros));
    assertThat(ask(honest, groups(new Project(zeros, axes(100, 64)))))
        .isInstanceOf(Microclusters.class);

    for (Matrix axes :
        List.of(
            axes(100, 65),
            axes(100, 64).map((i, j, value) -> value * 0x1p70),
            axes(100, 64).map((i, j, value) -> j == 0 ? (i == 1 ? 1 : 0) : value),
            axes(100, 64).map((i, j, value) -> i == 99 && j == 0 ? Double.NaN : value))) {
      SitePart site = vectors(100);
      ask(site, sums(new NormalizeRows(2)));
      assertRefused(site, groups(new Project(zeros, axes)), "'project'");
    }
  }

  @Test
  void unitRowsAreNotLeftOutOrReplaced() {
    assertRefused(vectors(100), sums(), "leaves out the unit rows");
    assertRefused(vectors(100), sums(new NormalizeRows(1)), "'normalize-rows'");
    assertRefused(table(Scaling.AUTO), sums(new NormalizeRows(2)), "'normalize-rows'");
  }

  @Test
  void gradientsAreThoseOfTheStudysImages() {
    InputPlan images = InputPlan.automatic(InputKind.image(16, 16), 256);
    assertThat(ask(site(images), sums(new HogMap(16, 16)))).isInstanceOf(FeatureSums.class);
    assertRefused(site(images), sums(new HogMap(8, 32)), "'hog'");
    assertRefused(site(images), sums(), "leaves out the gradients");
    assertRefused(table(Scaling.AUTO), sums(new HogMap(16, 16)), "'hog'");
  }

  @Test
  void featuresAreMeasuredAsOftenAsThePlanHasIt() {
    SitePart site = table(Scaling.AUTO);
    ask(site, sums());
    assertRefused(site, sums(), "SUMS");
    SitePart deviations = table(Scaling.AUTO);
    assertRefused(deviations, measure(Measure.DEVIATIONS, ZEROS), "DEVIATIONS");
    SitePart scatter = table(Scaling.AUTO);
    ask(scatter, sums());
    assertRefused(scatter, measure(Measure.SCATTER, ZEROS), "SCATTER");
  }
}
