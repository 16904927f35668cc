package io.coterie.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.coterie.terminal.Terminal;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InspectCommandTest {
  @TempDir private Path folder;

  @Test
  void atLevelDpItNamesEveryMechanismAndTheTotal() throws IOException {
    CommandRun run = inspect("--epsilon", 1, "--bounds", "0:8");
    assertThat(run.exitCode()).as(run.err()).isZero();
    assertThat(run.out())
        .contains("Nothing was sent, nothing was charged", "utility GOOD")
        .contains("r1 noisy-totals.count", "discrete Gaussian, 1 of 5 shares, masked")
        .contains("discrete Laplace", "epsilon 1.0000 at delta 1e-06")
        .contains(
            "NOT sent   records, record order, graph over records, labels, single values, exact"
                + " counts")
        .doesNotContain("UNPROTECTED");

    JsonNode data =
        inspect("--epsilon", 1, "--bounds", "0:8", "--noise", "local", "--format", "json")
            .json()
            .path("data");
    assertThat(data.path("total").path("epsilon").doubleValue()).isBetween(0.999, 1.0000001);
    double rho = 0;
    double epsilon = 0;
    long bytes = 0;
    for (JsonNode message : data.path("messages")) {
      bytes += message.path("bytes").longValue();
      for (JsonNode field : message.path("fields")) {
        rho += field.path("rho").doubleValue();
        epsilon += field.path("epsilon").doubleValue();
        assertThat(field.path("mechanism").textValue()).matches("discrete .*|public: .*");
      }
    }
    assertThat(bytes).isEqualTo(data.path("bytes").longValue()).isPositive();
    assertThat(data.path("total").path("rho").doubleValue()).isEqualTo(rho);
    assertThat(data.path("total").path("pure_epsilon").doubleValue()).isEqualTo(epsilon);
  }

  @Test
  void aStudyThatTheBudgetDoesNotAllowIsRefused() throws IOException {
    Path data = folder.resolve("records.csv");
    StringBuilder text = new StringBuilder("a,b,c\n");
    for (int i = 0; i < 60; i++) {
      text.append(i % 3).append(',').append(i % 7).append(',').append(i % 5).append('\n');
    }
    Files.writeString(data, text);
    Path ledgers = folder.resolve("ledgers");
    Object[] budget = {
      "budget", "set", "--source", data, "--ledger-dir", ledgers, "--epsilon", 2, "--delta", "1e-6"
    };
    assertThat(CommandRun.of(budget).exitCode()).isZero();

    CommandRun fits = dp(data, ledgers, 1);
    assertThat(fits.exitCode()).as(fits.err()).isZero();
    assertThat(fits.out()).contains("of 2.0000 at delta", "after this study");

    CommandRun refused = dp(data, ledgers, 3);
    assertThat(refused.exitCode()).isEqualTo(io.coterie.ErrorCode.BUDGET.exitCode());
    assertThat(refused.err())
        .contains("all rounds of this study", "Spent so far: epsilon 0", "asked: 3")
        .contains("the limit is 2", "ledger " + ledgers);
  }

  private static CommandRun dp(Path data, Path ledgers, int epsilon) {
    return CommandRun.of(
        "inspect",
        "--data",
        data,
        "--clusters",
        2,
        "--epsilon",
        epsilon,
        "--bounds",
        "0:7",
        "--ledger-dir",
        ledgers);
  }

  /** The rehearsal never goes beyond the limits that are shown beside it and enforced. */
  @Test
  void theLimitsOfTheStudyAreShownAndHold() throws IOException {
    assertThat(groups("--min-group", 3).out())
        .containsPattern("limit +at most [0-9]+ rounds and ")
        .containsPattern("anchors +anchor-sums +at most 3 +at most [0-9,]+ +under masks +3")
        .containsPattern("mixtures +mixture-sums +at most 60 ")
        .contains("This site refuses everything beyond it");
    assertThat(inspect().out())
        .containsPattern("limit +at most [0-9]+ rounds and ")
        .containsPattern("split +whole-totals +at most 80 +at most [0-9,]+ +under masks +10")
        .contains("This site refuses everything beyond it");
    assertLimitsHold(groups("--format", "json").json().path("data"));
    assertLimitsHold(inspect("--format", "json").json().path("data"));
  }

  private static void assertLimitsHold(JsonNode data) {
    JsonNode limits = data.path("limits");
    assertThat(data.path("messages").size()).isLessThanOrEqualTo(limits.path("rounds").intValue());
    assertThat(data.path("bytes").longValue())
        .isLessThanOrEqualTo(limits.path("bytes").longValue());
    for (JsonNode message : data.path("messages")) {
      assertThat(limits.path("steps"))
          .anyMatch(step -> step.path("answer").equals(message.path("kind")));
    }
    assertThat(limits.path("steps"))
        .noneMatch(step -> step.path("answer").textValue().equals("feature-range"));
  }

  @Test
  void groupsOfOneRecordAreCalledUnprotected() {
    assertThat(groups().out()).contains("UNPROTECTED, none: means of groups, some of ONE record");
    assertThat(groups("--min-group", 3).out())
        .contains("each of at least 3 records", "which is not differential privacy")
        .contains("NOT sent  records,")
        .doesNotContain("UNPROTECTED");
  }

  @Test
  void sumsAreMaskedFromThreeSitesOn() {
    String masked = "anchor-sums.counts";
    assertThat(groups().out())
        .contains("sums      masked: the coordinator sees their totals")
        .containsPattern(masked + " .* masked, the total is seen: exact numbers of records")
        .containsPattern("microclusters.counts .* none: exact numbers of records");
    assertThat(groups("--sums", "plain").out())
        .contains("sums      plain: the coordinator sees every site's own")
        .containsPattern(masked + " .* none: exact numbers of records");
    assertThat(groups("--sites", 2, "--sums", "masked").out())
        .contains("sums      plain:", "masks need 3 sites")
        .containsPattern(masked + " .* none: exact numbers of records");
  }

  @Test
  void masksBelongToLevelComponent() {
    assertThat(groups("--sums", "hidden").err()).contains("masked, plain");
    assertThat(inspect("--sums", "plain").err()).contains("level totals always has them under");
    assertThat(inspect("--privacy", "dp", "--sums", "plain").err()).contains("use --noise");
  }

  @Test
  void theGraphOverRecordsIsRedOnAScreen() {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    PrintStream print = new PrintStream(out, true, StandardCharsets.UTF_8);
    int exitCode =
        Main.commandLine(new Terminal(print, print, true, true))
            .execute(
                "inspect --data iris --clusters 3 --method spp-fgc --privacy paper"
                    .concat(" --accept-graph-disclosure")
                    .split(" "));
    assertThat(exitCode).isZero();
    assertThat(out.toString(StandardCharsets.UTF_8))
        .containsPattern("\u001b\\[31mr3 structure.edges .*UNPROTECTED, none: the graph over all");
  }

  @Test
  void whatTheMethodCannotOfferIsRefused() {
    CommandRun run = inspect("--method", "k-fed", "--epsilon", 1, "--bounds", "0:8");
    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err()).contains("Method k-fed cannot offer privacy level dp");
    assertThat(inspect("--sites", 0).err()).contains("--sites is 0");
  }

  @Test
  void aSimulationSaysWhatItPromisesExpectsAndSpends() throws IOException {
    CommandRun run = simulate("one", "--epsilon", 1, "--bounds", "0:8", "--public-records", 1000);
    assertThat(run.exitCode()).as(run.err()).isZero();
    assertThat(run.out())
        .contains("level dp", "budget", "expected", "utility GOOD")
        .contains("in 3 steps: epsilon 1.0000 at delta 1e-06", "NOT PRIVATE");
    for (String file : new String[] {"run.json", "model.json"}) {
      JsonNode document = json(folder.resolve("one").resolve(file));
      JsonNode privacy =
          file.equals("run.json")
              ? document.path("privacy")
              : document.path("provenance").path("privacy");
      assertThat(privacy.path("level").textValue()).isEqualTo("dp");
      assertThat(privacy.path("route").textValue()).isEqualTo("line");
      assertThat(privacy.path("expected").path("utility").textValue()).isEqualTo("GOOD");
      assertThat(privacy.path("spent").path("epsilon").doubleValue()).isBetween(0.999, 1.0000001);
      assertThat(privacy.path("noise_source").textValue()).isEqualTo("repeatable: NOT PRIVATE");
      assertThat(privacy.path("steps").size()).isEqualTo(file.equals("run.json") ? 3 : 0);
    }
  }

  @Test
  void littleBudgetIsWarnedOfBeforeItIsSpent() {
    assertThat(simulate("low", "--epsilon", 0.01, "--bounds", "0:8").err())
        .contains("Expected utility is LOW");
  }

  @Test
  void secureNoiseIsNotRepeatable() throws IOException {
    Object[] dp = {"--epsilon", 1, "--bounds", "0:8", "--secure-noise"};
    assertThat(simulate("a", dp).out()).contains("secure: drawn afresh").doesNotContain("NOT P");
    simulate("b", dp);
    assertThat(json(folder.resolve("a/model.json")).path("clusters"))
        .isNotEqualTo(json(folder.resolve("b/model.json")).path("clusters"));
  }

  private static JsonNode json(Path file) throws IOException {
    return new com.fasterxml.jackson.databind.ObjectMapper().readTree(Files.readString(file));
  }

  @Test
  void atLevelTotalsNothingIsUnprotectedAndFewSitesAreWarnedOf() {
    CommandRun run = inspect();
    assertThat(run.out())
        .contains("exact ones over at least 10 records; not differential privacy")
        .doesNotContain("UNPROTECTED");
    assertThat(run.err()).doesNotContain("warning");
    assertThat(inspect("--sites", 2).err()).contains("warning: Two sites");
    assertThat(inspect("--min-group", 1).err()).contains("over a single record");
    assertThat(inspect("--min-group", 4).err()).contains("close to the records");
  }

  private static CommandRun groups(Object... more) {
    return run(
        new Object[] {
          "inspect",
          "--data",
          "iris",
          "--clusters",
          3,
          "--method",
          "anchor-graph:groups",
          "--accept-group-disclosure"
        },
        more);
  }

  private static CommandRun inspect(Object... more) {
    return run(new Object[] {"inspect", "--data", "iris", "--clusters", 3}, more);
  }

  private CommandRun simulate(String out, Object... more) {
    return run(
        new Object[] {"simulate", "--data", "iris", "--clusters", 3, "--out", folder.resolve(out)},
        more);
  }

  private static CommandRun run(Object[] words, Object... more) {
    return CommandRun.of(
        java.util.stream.Stream.concat(
                java.util.Arrays.stream(words), java.util.Arrays.stream(more))
            .toArray());
  }
}
