package io.coterie.method.fit;

import static org.assertj.core.api.Assertions.assertThat;

import io.coterie.federation.Federation;
import io.coterie.federation.RunListener;
import io.coterie.federation.RunResult;
import io.coterie.math.IntVector;
import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import io.coterie.math.Seed;
import io.coterie.method.Methods;
import io.coterie.method.fit.SiteFit.ColumnFit;
import io.coterie.method.fit.SiteFit.Kind;
import io.coterie.plan.ClusterCount;
import io.coterie.plan.InputKind;
import io.coterie.plan.StudyPlan;
import io.coterie.plan.StudyPlan.InputPlan;
import io.coterie.plan.StudyPlan.MethodOptions;
import io.coterie.site.SiteData;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Whole studies in which one site has a mistake. */
class FitRunTest {
  private static final int SITES = 4;
  private static final int RECORDS = 480;

  /** Two groups; columns: creatinine, albumin, temperature, sex, which goes with the first two. */
  private static Matrix records() {
    SplittableRandom random = new Seed(5).random();
    Matrix records = Matrix.zeros(RECORDS, 4);
    for (int i = 0; i < RECORDS; i++) {
      int group = i % 3 == 0 ? 1 : 0;
      records.set(i, 0, Math.exp(0.2 * random.nextGaussian()) * (group == 1 ? 2.5 : 0.9));
      records.set(i, 1, 4 - group + 0.3 * random.nextGaussian());
      records.set(i, 2, 37 + 0.5 * random.nextGaussian());
      records.set(i, 3, random.nextDouble() < 0.1 ? 1 - group : group);
    }
    return records;
  }

  private static RunResult run(MethodOptions options, int sites, UnaryOperator<Matrix> mistake) {
    return run(options, sites, records(), mistake, 1);
  }

  private static RunResult run(UnaryOperator<Matrix> made, UnaryOperator<Matrix> mistake) {
    return run(MethodOptions.none(), SITES, made.apply(records()), mistake, 1);
  }

  /** Runs a study whose last site reports its records with a mistake. */
  private static RunResult run(
      MethodOptions options,
      int siteCount,
      Matrix records,
      UnaryOperator<Matrix> mistake,
      int threads) {
    int columns = records.columns();
    StudyPlan plan =
        new StudyPlan(
            Methods.DEFAULT,
            ClusterCount.of(2),
            InputPlan.automatic(InputKind.table(), columns)
                .withLevels(
                    IntVector.of(IntStream.range(0, columns).map(j -> j == 3 ? 2 : 0).toArray())),
            options);
    List<SiteData> sites = new ArrayList<>();
    for (int s = 0; s < siteCount; s++) {
      int site = s;
      Matrix own =
          records.selectRows(
              IntStream.range(0, records.rows()).filter(i -> i / 6 % siteCount == site).toArray());
      sites.add(SiteData.of("site-" + s, s == siteCount - 1 ? mistake.apply(own) : own));
    }
    try (Parallel parallel = Parallel.of(threads)) {
      return new Federation(plan, sites, new Seed(3)).run(parallel, RunListener.none());
    }
  }

  private static RunResult run(UnaryOperator<Matrix> mistake) {
    return run(MethodOptions.none(), SITES, mistake);
  }

  private static ColumnFit flag(RunResult result, int column) {
    return result.fits().get("site-" + (SITES - 1)).columns().stream()
        .filter(found -> found.column() == column)
        .findFirst()
        .orElseThrow();
  }

  private static Matrix column(Matrix records, int column, UnaryOperator<Double> change) {
    return records.map((i, j, value) -> j == column ? change.apply(value) : value);
  }

  @Test
  void sitesThatAreAlikeFit() {
    RunResult result = run(UnaryOperator.identity());
    assertThat(result.findings().get("fit")).isEqualTo("all 4 sites fit each other");
    assertThat(result.fits()).hasSize(SITES);
    assertThat(result.fits().values()).allMatch(fit -> fit.columns().isEmpty());
  }

  @Test
  void aSiteInAnotherUnitIsToldTheFactor() {
    RunResult result = run(records -> column(records, 0, value -> 88.42 * value));
    assertThat(flag(result, 0).kind()).isEqualTo(Kind.UNIT);
    assertThat(flag(result, 0).factor()).isBetween(80.0, 97.0);
    assertThat(flag(result, 0).words(column -> "creatinine"))
        .contains("88.4, as between µmol/l and mg/dl of creatinine");
    assertThat(result.findings().get("fit")).startsWith("1 of 4 sites does not fit the others");
  }

  @Test
  void fahrenheitIsNoFactor() {
    RunResult result = run(records -> column(records, 2, value -> 1.8 * value + 32));
    assertThat(flag(result, 2).kind()).isEqualTo(Kind.UNIT);
    assertThat(flag(result, 2).words(column -> "temperature"))
        .isEqualTo("temperature: another unit, values look like °F in place of °C");
  }

  @Test
  void columnsThatAreExchangedAreNamed() {
    RunResult result =
        run(
            records ->
                records.map((i, j, value) -> j == 0 || j == 1 ? records.at(i, 1 - j) : value));
    assertThat(flag(result, 0).kind()).isEqualTo(Kind.SWAPPED);
    assertThat(flag(result, 0).other()).isEqualTo(1);
    assertThat(flag(result, 1).kind()).isEqualTo(Kind.SWAPPED);
  }

  @Test
  void levelsThatAreExchangedAreNamed() {
    RunResult result = run(records -> column(records, 3, value -> 1 - value));
    assertThat(flag(result, 3).kind()).isEqualTo(Kind.RECODED);
  }

  @Test
  void codesThatAreMovedAreNamed() {
    UnaryOperator<Matrix> staged =
        records -> records.map((i, j, value) -> j == 2 ? stage(records.at(i, 1)) : value);
    RunResult result = run(staged, records -> column(records, 2, value -> value + 1));
    assertThat(flag(result, 2).kind()).isEqualTo(Kind.SHIFTED);
    assertThat(flag(result, 2).other()).isEqualTo(1);
  }

  /** A code from 1 to 4 that goes with a value. */
  private static double stage(double value) {
    return Math.max(1, Math.min(4, Math.rint(5 - value)));
  }

  @Test
  void anotherPopulationIsNoMistakeOfAColumn() {
    RunResult result =
        run(
            records ->
                records.map((i, j, value) -> j == 3 ? value : j == 2 ? value - 1.2 : 1.6 * value));
    SiteFit fit = result.fits().get("site-3");
    assertThat(fit.isOtherPopulation()).isTrue();
    assertThat(fit.columns()).allMatch(found -> found.kind() == Kind.DIFFERS);
  }

  @Test
  void aSiteWithMoreOfOneGroupFits() {
    RunResult result =
        run(
            records ->
                records.selectRows(
                    IntStream.range(0, records.rows())
                        .filter(i -> records.at(i, 1) < 3.4 || i % 8 == 0)
                        .toArray()));
    assertThat(result.fits().get("site-3").columns()).isEmpty();
  }

  @Test
  void aClusterOfOneSiteIsReportedWithoutItsName() {
    RunResult result = run(records -> records.map((i, j, value) -> j == 3 ? value : value + 40));
    assertThat(result.findings().get("one-site clusters"))
        .matches("cluster [12]: one site has more than 80 % of it");
    assertThat(result.findings().toString()).doesNotContain("site-3");
    assertThat(result.fits().get("site-3").ownClusters()).hasSize(1);
  }

  @Test
  void aClusterOfAFewRecordsMayBeOutliers() {
    SplittableRandom random = new Seed(6).random();
    Matrix far =
        Matrix.zeros(2 * RECORDS, 3)
            .map((i, j, value) -> random.nextGaussian() + (i % 70 == 0 ? 60 : 0));
    RunResult result = run(same -> far, UnaryOperator.identity());
    assertThat(result.findings().get("small clusters"))
        .isEqualTo("cluster 2: fewer than 2 % of the records, perhaps outliers");
    assertThat(run(UnaryOperator.identity()).findings()).doesNotContainKey("small clusters");
  }

  @Test
  void labelsAreThoseOfAStudyThatDoesNotAsk() {
    RunResult asked = run(UnaryOperator.identity());
    RunResult silent =
        run(MethodOptions.none().with("fit", "off"), SITES, UnaryOperator.identity());
    assertThat(asked.labels()).isEqualTo(silent.labels());
    assertThat(silent.findings()).doesNotContainKey("fit");
    assertThat(silent.fits()).isEmpty();
    assertThat(silent.rounds()).isEqualTo(asked.rounds() - 5);
  }

  @Test
  void twoSitesAreNotAsked() {
    assertThat(run(MethodOptions.none(), 2, UnaryOperator.identity()).findings())
        .doesNotContainKey("fit");
  }

  @Test
  void threadsChangeNothing() {
    UnaryOperator<Matrix> unit = records -> column(records, 0, value -> 88.42 * value);
    RunResult one = run(MethodOptions.none(), SITES, records(), unit, 1);
    RunResult three = run(MethodOptions.none(), SITES, records(), unit, 3);
    assertThat(three.fits()).isEqualTo(one.fits());
    assertThat(three.findings().get("fit")).isEqualTo(one.findings().get("fit"));
  }

  @Test
  void missingValuesAreNotCounted() {
    RunResult result =
        run(records -> records.map((i, j, value) -> j == 0 && i % 4 > 0 ? Double.NaN : value));
    assertThat(result.fits().get("site-3").columns()).isEmpty();
  }
}
