package io.coterie.method.dplloyd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.coterie.CoterieException;
import io.coterie.ErrorCode;
import io.coterie.features.internal.Standardize;
import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import io.coterie.math.Seed;
import io.coterie.math.Vector;
import io.coterie.message.CoordinatorMessage;
import io.coterie.message.SiteMessage;
import io.coterie.message.internal.FeatureRange;
import io.coterie.method.CoordinatorContext;
import io.coterie.method.Reply;
import io.coterie.method.ScriptedSites;
import io.coterie.method.SiteContext;
import io.coterie.method.SitePart;
import io.coterie.plan.ClusterCount;
import io.coterie.plan.InputKind;
import io.coterie.plan.PrivacyPlan;
import io.coterie.plan.StudyPlan;
import io.coterie.plan.StudyPlan.InputPlan;
import io.coterie.plan.StudyPlan.MethodOptions;
import io.coterie.privacy.NoiseSource;
import io.coterie.site.PrivacyGate;
import io.coterie.site.SiteData;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class NoisyLloydMethodTest {
  private static final Matrix CENTERS = Matrix.over(2, 1, new double[] {-0.9, 0.5});

  @Test
  void recordsBeyondTheRadiusAreNotCounted() {
    // So large a budget that noise is of size 1e-9. In [-1, 1]: -1, 0.4, 0.6, 1, and -0.25, which
    // is 0.65 from the nearest center. η_0 = 1; then η = 0.8 / 2 = 0.4, which leaves out 1 as well.
    SitePart site = site("1e10", 0, 7, 8, 10, 3.75);

    assertSums(ask(site, 2, 0), new double[] {2, 3}, new double[] {-0.1 + 0.65, -0.1 + 0.1 + 0.5});
    assertSums(ask(site, 2, 1), new double[] {1, 2}, new double[] {-0.1, -0.1 + 0.1});
  }

  private static void assertSums(NoisySums sums, double[] counts, double[] residuals) {
    for (int c = 0; c < 2; c++) {
      assertThat(sums.counts().at(c)).isCloseTo(counts[c], within(1e-7));
      assertThat(sums.residuals().at(c, 0)).isCloseTo(residuals[c], within(1e-7));
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 2, 7})
  void aSiteAnswersItsRoundsInOrderAndNoMore(int round) {
    SitePart site = site("1", 0, 7, 8, 10);
    ask(site, 2, 0);
    if (round == 2) {
      ask(site, 2, 1);
    }

    assertThatThrownBy(() -> ask(site, 9, round))
        .isInstanceOf(CoterieException.class)
        .hasMessageContaining("divided its epsilon of 1.0 among 2 rounds")
        .satisfies(e -> assertThat(((CoterieException) e).code()).isEqualTo(ErrorCode.BUDGET));
  }

  @Test
  void centersMoveByTheMeanResidualWithinRadiusAndBox() {
    Matrix centers = Matrix.over(5, 2, new double[] {0, 0, 0, 0, 0.9, 0, 0.1, 0.2, 0.3, 0.4});
    NoisySums sums =
        new NoisySums(
            Vector.of(4, 2, 2, 0.5, -3),
            Matrix.over(5, 2, new double[] {0.4, -0.8, 6, 8, 0.5, 0, 9, 9, 9, 9}));

    // (0.1, −0.2); (3, 4) of length 5 cut to 1; 0.9 + 0.25 held at the border; two that stay.
    assertThat(NoisyLloydCoordinator.moved(centers, sums, 1).array())
        .containsExactly(
            new double[] {0.1, -0.2, 0.6, 0.8, 1, 0, 0.1, 0.2, 0.3, 0.4}, within(1e-15));
  }

  @Test
  void sumsThatNeitherRecordsNorNoiseGiveAreRefused() {
    CoordinatorContext context =
        new CoordinatorContext(new Seed(6), Parallel.sequential(), (name, value) -> {}, 1);
    RecordBox box = new RecordBox(100, new FeatureRange(Vector.of(0), Vector.of(10)));
    Reply<?> reply =
        new ScriptedSites(List.of(List.of(new SiteMessage("a", box))))
            .upToTheEnd(sites -> new NoisyLloydMethod().coordinate(plan("1"), context, sites))
            .expected();

    reply.check(noisy(-20, 30)); // as noise may be: each number's is of scale 10 or so
    assertThatIllegalArgumentException()
        .isThrownBy(() -> reply.check(noisy(-2000, 0)))
        .withMessageContaining("a count is below none");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> reply.check(noisy(10, 5000)))
        .withMessageContaining("a sum is longer");
    // Of a thousand sites' totals it may be so.
    assertThat(reply.total(1000, () -> new SiteMessage("all", noisy(-2000, 0)))).isNotNull();
  }

  private static NoisySums noisy(double count, double residual) {
    return new NoisySums(Vector.of(count, 5), Matrix.over(2, 1, new double[] {residual, 0}));
  }

  private static StudyPlan plan(String epsilon) {
    return new StudyPlan(
        "dp-lloyd",
        ClusterCount.of(2),
        InputPlan.automatic(InputKind.table(), 1),
        MethodOptions.none().with("epsilon", epsilon),
        PrivacyPlan.component());
  }

  private static SitePart site(String epsilon, double... records) {
    Seed seed = new Seed(6);
    return new NoisyLloydMethod()
        .site(
            plan(epsilon),
            new SiteContext(
                SiteData.of("a", Matrix.over(records.length, 1, records)),
                new PrivacyGate("a", NoiseSource.repeatable(seed)),
                seed,
                Parallel.sequential()));
  }

  private static NoisySums ask(SitePart site, int rounds, int round) {
    Standardize box = new Standardize(Vector.of(5), Vector.of(5));
    return site.reply(
            new CoordinatorMessage(round + 1, new NoisyLloydQuestion(box, rounds, round, CENTERS)))
        .payloadAs(NoisySums.class);
  }

  @ParameterizedTest
  @CsvSource({"0, less than one record", "0x1p41, more than 2^40"})
  void aNumberOfRecordsThatNoSiteHasIsRefused(double records, String reason) {
    RecordBox lie = new RecordBox(records, new FeatureRange(Vector.of(1), Vector.of(2)));

    assertThatIllegalArgumentException()
        .isThrownBy(() -> NoisyLloydCoordinator.box(1).check(lie))
        .withMessageContaining(reason);
  }

  static Stream<Arguments> noisyLies() {
    double residual = 7 * 1.5 + 5; // of two records, if noise took five of seven
    return Stream.of(
        Arguments.of(-5, 0, -5.01, "a count is below none by more than noise can be"),
        Arguments.of(0x1p40, 0, 0x1p41, "more than 2^40 records a site and noise"),
        Arguments.of(2, residual, 2, "a sum is longer than its records and their noise can be"));
  }

  @ParameterizedTest
  @MethodSource("noisyLies")
  void noiseGoesSoFarAndNoFarther(double count, double residual, double lie, String reason) {
    NoisySums.Noise noise = new NoisySums.Noise(5, 5, 1.5);
    assertThatCode(() -> noisy(count, residual).require(1, noise)).doesNotThrowAnyException();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> noisy(lie, residual * 1.001).require(1, noise))
        .withMessageContaining(reason);
  }
}
