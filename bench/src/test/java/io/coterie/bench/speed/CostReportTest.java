package io.coterie.bench.speed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coterie.CoterieException;
import io.coterie.bench.ResultTable;
import io.coterie.bench.speed.Row.Costs;
import io.coterie.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CostReportTest {
  @TempDir Path folder;

  private static Costs costs(double stepCpu, double cpu) {
    return Costs.ofProcess(cpu, cpu / 2, OptionalLong.of(300L << 20))
        .withStep(stepCpu, stepCpu / 2);
  }

  private static Row row(String name, Costs costs) {
    return new Row(name, Optional.of(costs), Optional.empty(), "");
  }

  private static CostReport report(double ours, Earlier earlier) {
    Row clusters =
        new Row(
            "ours",
            Optional.of(Costs.ofProcess(ours, 1, OptionalLong.empty())),
            Optional.of(new Row.Scores(.98765, .5)),
            "a remark");
    CostTable table =
        new CostTable(
            "work",
            "Some work",
            "theirs",
            List.of(clusters, row("theirs", costs(20, 22)), Row.notMeasured("third", "it is away")),
            List.of("all alike"));
    ObjectNode machine = Json.object().put("processor", "abacus").put("cores", 2).put("java", "17");
    return new CostReport(
        "speed",
        new CostReport.Made("coterie bench speed", "1.0"),
        machine,
        List.of(table),
        List.of(new CostReport.Fit("CPU time", "all sizes", OptionalDouble.of(1.104))),
        earlier);
  }

  @Test
  void aRatioIsOfTheStepOrOfTheWholeProcessWhereThereIsNone() {
    ResultTable screen = report(1, Earlier.none()).screens().get(0);
    assertThat(screen.header())
        .containsExactly(
            "contender", "step CPU s", "CPU s", "wall s", "peak MiB", "ACC", "NMI", "ratio");
    assertThat(screen.rows())
        .containsExactly(
            List.of("ours", "-", "1.00", "1.00", "-", "0.988", "0.500", "0.050"),
            List.of("theirs", "20.00", "22.00", "11.00", "300", "-", "-", "1.00"),
            List.of("third", "-", "-", "-", "-", "-", "-", "-"));
    assertThat(screen.notes())
        .containsExactly(
            "ratio: CPU seconds over those of theirs; of the step, or of the process where it has"
                + " no step",
            "all alike",
            "ours: a remark",
            "third: not measured: it is away");
  }

  @Test
  void markdownHasTheTableTheNotesAndTheExponents() {
    assertThat(report(1, Earlier.none()).markdown())
        .contains(
            "`coterie bench speed`, Coterie 1.0.",
            "abacus, 2 cores, Java 17",
            "| contender | step CPU s | CPU s | wall s | peak MiB | ACC | NMI | ratio |\n"
                + "|---|---:|",
            "| theirs | 20.00 | 22.00 | 11.00 | 300 | - | - | 1.00 |",
            "- third: not measured: it is away",
            "- CPU time grows as N^1.10 over all sizes")
        .doesNotContain("**");
  }

  @Test
  void aLaterRunSaysWhatGotSlower() throws IOException {
    Path file = folder.resolve("speed.json");
    JsonNode before = report(1, Earlier.none()).json();
    assertThat(before.at("/tables/0/rows/1/peak_bytes").asLong()).isEqualTo(300L << 20);
    assertThat(before.at("/tables/0/rows/1/compared_cpu_seconds").asDouble()).isEqualTo(20);
    assertThat(before.at("/tables/0/rows/2").has("cpu_seconds")).isFalse();
    assertThat(before.at("/exponents/0/exponent").asDouble()).isEqualTo(1.104);
    Files.writeString(file, Json.text((ObjectNode) before));

    CostReport slower = report(1.5, Earlier.read(file));
    assertThat(slower.screens().get(0).header()).endsWith("ratio", "of before");
    assertThat(slower.screens().get(0).rows().get(0)).endsWith("0.075", "1.50");
    assertThat(slower.warnings())
        .containsExactly("work/ours takes 1.50 x the CPU time of speed.json.");
    assertThat(slower.markdown()).contains("**work/ours takes 1.50 x");
    assertThat(slower.json().at("/tables/0/rows/0/ratio_to_before").asDouble()).isEqualTo(1.5);
    assertThat(report(1.19, Earlier.read(file)).warnings()).isEmpty();
  }

  @Test
  void timesOfAnotherMachineAreDistrusted() throws IOException {
    Path file = folder.resolve("speed.json");
    String other = Json.text(report(1, Earlier.none()).json()).replace("abacus", "slide rule");
    Files.writeString(file, other);
    assertThat(report(1, Earlier.read(file)).warnings())
        .singleElement()
        .asString()
        .contains("measured on another machine (slide rule, 2 cores, Java 17; now abacus");
  }

  @Test
  void refusesWhatIsNoEarlierRun() throws IOException {
    Path file = Files.writeString(folder.resolve("run.json"), "{\"schema_version\": 1}");
    assertThatThrownBy(() -> Earlier.read(file))
        .isInstanceOf(CoterieException.class)
        .hasMessageContaining("name a speed.json or growth.json");
    assertThatThrownBy(() -> Earlier.read(folder.resolve("none.json")))
        .isInstanceOf(CoterieException.class)
        .hasMessageContaining("NoSuchFileException");
  }
}
