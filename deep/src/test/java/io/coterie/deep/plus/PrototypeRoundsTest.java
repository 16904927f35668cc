package io.coterie.deep.plus;

import static io.coterie.deep.Shapes.PER_SITE;
import static io.coterie.deep.Shapes.images;
import static io.coterie.deep.Shapes.plan;
import static io.coterie.deep.Shapes.run;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.coterie.CoterieException;
import io.coterie.deep.Shapes;
import io.coterie.deep.network.Encoder;
import io.coterie.deep.network.EncoderPlan;
import io.coterie.federation.RunListener.RunEvent;
import io.coterie.federation.RunResult;
import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import io.coterie.math.Seed;
import io.coterie.method.Methods;
import io.coterie.plan.StudyPlan;
import io.coterie.plan.SumMode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class PrototypeRoundsTest {
  private static Map<String, String> options(String alignment, int rounds) {
    Map<String, String> options = new HashMap<>();
    options.put("alignment", alignment);
    options.put("encoder", "autoencoder");
    options.put("rounds", "3");
    options.put("passes", "4");
    options.put("width", "32");
    options.put("teaching-rounds", "0");
    options.put("prototype-rounds", Integer.toString(rounds));
    options.put("clustering-weight", "10");
    return options;
  }

  private static StudyPlan study(String alignment, int rounds) {
    return plan(options(alignment, rounds), SumMode.PLAIN);
  }

  private static int chosen(RunResult result) {
    String said = result.findings().get("chosen round"); // "2 of 4, whose …"
    return Integer.parseInt(said.substring(0, said.indexOf(' ')));
  }

  @ParameterizedTest
  @ValueSource(strings = {"averaging", "prototypes"})
  void givesTheSameAnswerOnAnyNumberOfThreads(String alignment) {
    RunResult one = run(study(alignment, 2), 1);
    RunResult two = run(study(alignment, 2), 2);
    assertThat(two.labels()).isEqualTo(one.labels());
    assertThat(two.findings()).isEqualTo(one.findings());
    assertThat(one.findings().get("prototype round 1 of 2"))
        .matches(
            "loss \\d+\\.\\d{4}, \\d+\\.\\d % of records changed cluster, eigengap \\d\\.\\d{3}, stability \\d\\.\\d{3}");
  }

  @Test
  void averagingTellsShapesApart() {
    assertThat(Shapes.purity(run(study("averaging", 2), 2))).isGreaterThan(0.9);
  }

  @Test
  void noWeightLeavesASiteThatTrainsAlone() {
    List<RunEvent.Message> sent = new ArrayList<>();
    StudyPlan plan = study("prototypes", 2);
    run(
        plan,
        2,
        event -> {
          if (event instanceof RunEvent.MessageSent message
              && message.direction() == RunEvent.Direction.FROM_SITE) {
            sent.add(message.message());
          }
        });
    assertThat(sent.stream().map(RunEvent.Message::kind).collect(Collectors.toSet()))
        .isEqualTo(Set.of("feature-sums", "structure", "weight-sums", "cluster-sums"));
    // The number of records, no weight and the loss.
    assertThat(sent.stream().filter(message -> message.kind().equals("weight-sums")))
        .allMatch(message -> message.bytes() < 100);
    int weights;
    try (Encoder encoder = EncoderPlan.make(PlusOptions.of(plan).network(plan), new Seed(0))) {
      weights = encoder.weights().length;
    }
    long bytes = sent.stream().mapToLong(RunEvent.Message::bytes).max().orElseThrow();
    assertThat(bytes).isLessThan(4L * weights);
  }

  @Test
  void roundsStopByThemselves() {
    RunResult result = run(study("averaging", 40), 2);
    assertThat(result.findings()).containsKey("prototype round 1 of 40");
    assertThat(result.findings()).doesNotContainKey("prototype round 40 of 40");
  }

  @ParameterizedTest
  @CsvSource({"averaging, 4", "prototypes, 4"})
  void theLabelsGivenBackAreThoseOfTheChosenRound(String alignment, int rounds) {
    RunResult result = run(study(alignment, rounds), 2);
    RunResult upToIt = run(study(alignment, chosen(result)), 2);
    assertThat(chosen(upToIt)).isEqualTo(chosen(result));
    assertThat(result.labels()).isEqualTo(upToIt.labels());
  }

  @Test
  void theModelOfAnAveragedNetworkLabelsRecordsAsTheSitesDid() {
    RunResult result = run(study("averaging", 3), 2);
    try (Parallel parallel = Parallel.of(2)) {
      assertThat(result.model().predict(images(PER_SITE, 0), parallel))
          .isEqualTo(result.labels().get("site-0"));
    }
  }

  @Test
  void theModelOfSitesThatTrainAloneIsTheMeansOfTheirRecords() {
    RunResult result = run(study("prototypes", 1), 2);
    Matrix first = images(PER_SITE, 0);
    try (Parallel parallel = Parallel.of(2)) {
      assertThat(result.model().representation().apply(first, parallel).columns())
          .isEqualTo(first.columns());
      assertThat(result.model().predict(first, parallel).clusterCount()).isEqualTo(3);
    }
  }

  @Test
  void underMasksTheRoundsRunAsWell() {
    RunResult result = run(plan(options("averaging", 1), SumMode.MASKED), 2);
    assertThat(result.findings()).containsKey("prototype round 1 of 1").containsKey("chosen round");
  }

  @Test
  void teachesTheClustersOfTheChosenRound() {
    Map<String, String> options = options("averaging", 1);
    options.put("teaching-rounds", "1");
    assertThat(run(plan(options, SumMode.PLAIN), 2).findings())
        .containsKey("chosen round")
        .containsKey("self-teaching");
  }

  @ParameterizedTest
  @CsvSource({
    "encoder, contrastive, prototype-rounds, 2, no clustering loss",
    "encoder, contrastive, alignment, prototypes, has no loss",
    "alignment, prototypes, teaching-rounds, 5, keeps at the sites",
    "alignment, prototypes, resample-cap, 5, for --alignment averaging",
    "alignment, magic, graph, anchor, must be averaging or prototypes",
    "encoder, vae-dec, graph, fine, must be anchor or coarse",
    "encoder, vae-dec, beside, pixels, must be none or gradients",
    "encoder, vae-dec, clustering-weight, 0, positive"
  })
  void refusesWhatItCannotDo(
      String first, String value, String second, String other, String reason) {
    assertThatThrownBy(() -> Methods.of(plan(Map.of(first, value, second, other), SumMode.PLAIN)))
        .isInstanceOf(CoterieException.class)
        .hasMessageContaining(reason);
  }
}
