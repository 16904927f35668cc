package io.coterie.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.coterie.cli.CommandRun;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SimulationPrinterTest {
  @TempDir Path folder;

  @Test
  void aGraphOverRecordsIsWarnedOf() {
    assertThat(simulate("--privacy", "paper", "--accept-graph-disclosure").err())
        .contains("warning: Privacy level paper", "gives the records away");
    assertThat(simulate("--privacy", "component", "--accept-group-disclosure").err())
        .contains("warning: Privacy level component", "some of a single record");
  }

  private CommandRun simulate(Object... words) {
    Object[] start = {
      "simulate", "--data", "iris", "--clusters", 3, "--method", "spp-fgc", "--force", "--out"
    };
    Object[] all = java.util.Arrays.copyOf(start, start.length + 1 + words.length);
    all[start.length] = folder.resolve("out");
    System.arraycopy(words, 0, all, start.length + 1, words.length);
    CommandRun run = CommandRun.of(all);
    assertThat(run.exitCode()).as(run.err()).isZero();
    return run;
  }
}
