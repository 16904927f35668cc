package io.coterie.cli.options;

import static org.assertj.core.api.Assertions.assertThat;

import io.coterie.cli.CommandRun;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The add-on is not on the class path of these tests. */
class EngineOptionsTest {
  @TempDir Path folder;

  private CommandRun simulate(Object... more) {
    Object[] words = new Object[more.length + 6];
    Object[] first = {"simulate", "--data", "iris", "--out", folder.resolve("out"), "--quiet"};
    System.arraycopy(first, 0, words, 0, first.length);
    System.arraycopy(more, 0, words, first.length, more.length);
    return CommandRun.of(words);
  }

  @Test
  void anAbsentEngineIsRefusedWithWhatToDo() {
    CommandRun run = simulate("--engine", "spark");
    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err()).contains("no engine 'spark' on the class path", "builds and adds it");
    assertThat(Files.exists(folder.resolve("out"))).isFalse();
  }

  @Test
  void optionsOfAnotherEngineAreRefused() {
    assertThat(simulate("--master", "local[2]").err())
        .contains("--master is for another engine than local");
    assertThat(simulate("--engine", "flink").err()).contains("--engine");
    assertThat(simulate("--engine", "spark", "--secure-noise").err())
        .contains("--secure-noise goes with --engine local");
  }
}
