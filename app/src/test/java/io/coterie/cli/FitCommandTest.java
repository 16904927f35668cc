package io.coterie.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.coterie.math.Seed;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A simulation in which the east measures in µmol/l. */
class FitCommandTest {
  @TempDir private Path folder;

  private Path data;

  @BeforeEach
  void write() throws IOException {
    SplittableRandom random = new Seed(1).random();
    StringBuilder table = new StringBuilder("creatinine,albumin,ward\n");
    for (int i = 0; i < 300; i++) {
      String ward = new String[] {"north", "south", "east"}[i % 3];
      boolean isIll = i % 2 == 0;
      double creatinine = Math.exp(0.2 * random.nextGaussian()) * (isIll ? 2.4 : 0.9);
      table.append(
          String.format(
              Locale.ROOT,
              "%.3f,%.2f,%s%n",
              ward.equals("east") ? 88.42 * creatinine : creatinine,
              (isIll ? 3 : 4.2) + 0.3 * random.nextGaussian(),
              ward));
    }
    data = Files.writeString(folder.resolve("wards.csv"), table);
  }

  private CommandRun simulate(String... more) {
    List<Object> words =
        new ArrayList<>(
            List.of("simulate", "--data", data, "--clusters", 2, "--partition", "column:ward"));
    words.addAll(List.of("--force", "--out", folder.resolve("out")));
    words.addAll(List.of(more));
    return CommandRun.of(words.toArray());
  }

  @Test
  void theSiteTheColumnAndTheFactorAreNamed() throws IOException {
    CommandRun run = simulate();
    assertThat(run.exitCode()).as(run.err()).isZero();
    assertThat(run.out() + run.err())
        .contains("1 of 3 sites does not fit the others")
        .containsPattern("east +creatinine: another unit, values look 8\\d\\.\\d times")
        .contains("as between µmol/l and mg/dl of creatinine");
    assertThat(Files.readString(folder.resolve("out/run.json")))
        .containsPattern("\"fits\" *: *\\{\\s*\"east\"");
  }

  @Test
  void aScriptCanFailOnIt() {
    CommandRun run = simulate("--fail-on", "one-site");
    assertThat(run.exitCode()).isEqualTo(10);
    assertThat(run.err()).contains("on which --fail-on one-site fails: exit code 10");
    assertThat(folder.resolve("out/labels.csv")).exists();
  }

  @Test
  void whoDoesNotAskGetsNoAnswer() {
    assertThat(simulate("--fit", "off").out()).doesNotContain("fit ");
    CommandRun failing = simulate("--fit", "off", "--fail-on", "one-site");
    assertThat(failing.exitCode()).isEqualTo(2);
    assertThat(failing.err()).contains("--fail-on one-site needs sites that find out");
  }
}
