package io.coterie.deep.plus;

import static io.coterie.deep.Shapes.PER_SITE;
import static io.coterie.deep.Shapes.images;
import static io.coterie.deep.Shapes.plan;
import static io.coterie.deep.Shapes.run;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.coterie.CoterieException;
import io.coterie.deep.Shapes;
import io.coterie.federation.Federation;
import io.coterie.federation.RunListener;
import io.coterie.federation.RunResult;
import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import io.coterie.math.Seed;
import io.coterie.math.Vector;
import io.coterie.message.Labels;
import io.coterie.method.Methods;
import io.coterie.method.PayloadKinds;
import io.coterie.plan.ClusterCount;
import io.coterie.plan.PrivacyPlan;
import io.coterie.plan.StudyPlan;
import io.coterie.plan.StudyPlan.MethodOptions;
import io.coterie.plan.SumMode;
import io.coterie.site.SiteData;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class SppFgcPlusTest {
  private static final Map<String, String> SHORT =
      Map.of("encoder", "contrastive", "rounds", "3", "width", "8", "teaching-rounds", "2");

  @Test
  void tellsShapesApartWhereverTheyAre() {
    RunResult result = run(plan(SHORT, SumMode.PLAIN), 2);
    assertThat(Shapes.purity(result)).isGreaterThan(0.95);
    assertThat(result.findings()).containsKey("loss of round 3").containsKey("training");
    assertThat(result.findings().get("resampling"))
        .startsWith("drawn by anchor shares, cap 50; ")
        .endsWith("0.0 % of the records at the cap");
  }

  @Test
  void givesTheSameAnswerOnAnyNumberOfThreadsAndUnderMasks() {
    Map<String, Labels> one = run(plan(SHORT, SumMode.PLAIN), 1).labels();
    assertThat(run(plan(SHORT, SumMode.PLAIN), 2).labels()).isEqualTo(one);
    assertThat(run(plan(SHORT, SumMode.MASKED), 2).labels().keySet()).isEqualTo(one.keySet());
  }

  @Test
  void theModelLabelsRecordsAsTheSitesDid() {
    RunResult result = run(plan(SHORT, SumMode.PLAIN), 2);
    try (Parallel parallel = Parallel.of(2)) {
      Matrix records = images(PER_SITE, 0);
      Matrix mapped = result.model().representation().apply(records, parallel);
      assertThat(result.model().clusters().label(mapped, parallel))
          .isEqualTo(result.labels().get("site-0"));
    }
  }

  @Test
  void itsPayloadsComeBackFromTheirFields() {
    assertThat(PayloadKinds.kinds().stream().map(kind -> kind.name()))
        .contains("teach", "adopt", "train", "encoded", "share-question", "encoder", "weight-sums");
  }

  @ParameterizedTest
  @CsvSource({"encoder, identity", "teaching-rounds, 0"})
  void whereNothingIsLearnedItIsTheAnchorGraph(String option, String value) {
    StudyPlan plain =
        new StudyPlan(
            "anchor-graph:groups",
            ClusterCount.of(3),
            plan(Map.of(), SumMode.PLAIN).input(),
            MethodOptions.none(),
            PrivacyPlan.component());
    assertThat(run(plan(Map.of(option, value), SumMode.PLAIN), 2).labels())
        .isEqualTo(run(plain, 2).labels());
  }

  @Test
  void teachesWhatTheGraphOfGradientsSays() {
    StudyPlan plan = plan(Map.of("width", "8"), SumMode.PLAIN);
    RunResult result = run(plan, 2);
    assertThat(Shapes.purity(result)).isGreaterThan(0.95);
    // Sites of 90 records take their steps in the most rounds that there are.
    assertThat(result.findings())
        .containsKey("teaching round 30 of 30")
        .doesNotContainKey("teaching round 31 of 30")
        .doesNotContainKey("training");
    assertThat(run(plan, 1).labels()).isEqualTo(result.labels());
  }

  @Test
  void sitesOfOneKindEachAreNotTaught() {
    List<SiteData> sites =
        IntStream.range(0, 3)
            .mapToObj(k -> SiteData.of("site-" + k, Shapes.mostly(k, 90)))
            .toList();
    StudyPlan plan = plan(Map.of("width", "8"), SumMode.PLAIN);
    try (Parallel parallel = Parallel.of(2)) {
      RunResult result = new Federation(plan, sites, new Seed(3)).run(parallel, RunListener.none());
      assertThat(result.findings().get("self-teaching")).contains("none: the sites differ so much");
    }
  }

  @Test
  void drawsOfEqualWeightStandForAllRecords() {
    assertThat(DrawWeights.effective(Vector.of(2, 2, 2, 2))).isEqualTo(4);
    assertThat(DrawWeights.effective(Vector.of(1, 0, 0, 0))).isEqualTo(1);
    assertThat(DrawWeights.effective(Vector.of())).isZero();
  }

  @Test
  void refusesWhatItCannotDo() {
    assertThatThrownBy(() -> Methods.of(plan(Map.of("encoder", "magic"), SumMode.PLAIN)))
        .isInstanceOf(CoterieException.class)
        .hasMessageContaining("contrastive");
  }
}
