package io.coterie.bench.speed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.coterie.message.Labels;
import io.coterie.metrics.ExternalScores;
import io.coterie.metrics.TrueLabels;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class PeersTest {
  private static final double[] LINE = {0, 1, 3, 100, 101, 104};

  @Test
  void withoutPythonTheRowSaysWhatToInstall() {
    try (Scratch scratch = new Scratch()) {
      Optional<Python> none = Python.find(List.of("no-such-program", "false", "echo"), scratch);
      assertThat(none).isEmpty();
      ProcessRunner lab = new ProcessRunner(scratch, "64m", none, line -> {});
      Row row =
          new NeighborBench(lab, 0)
              .peer(
                  new NeighborBench.PointFolder(scratch.folder(), 6, 1),
                  "float64",
                  Optional.empty());
      assertThat(row.contender()).isEqualTo("scikit-learn kneighbors, float64");
      assertThat(row.costs()).isEmpty();
      assertThat(row.note())
          .startsWith("not measured: there is no Python with NumPy")
          .contains("apt install python3-sklearn", "pip install scikit-learn", "COTERIE_PYTHON");
    }
  }

  @Test
  void aContenderThatFailsIsARowThatSaysSo() {
    List<String> lines = new ArrayList<>();
    try (Scratch scratch = new Scratch()) {
      ProcessRunner lab = new ProcessRunner(scratch, "64m", Optional.empty(), lines::add);
      String script = "echo first >&2; echo last words >&2; exit 4";
      Row row = lab.run("x", new ProcessBuilder("sh", "-c", script)).row();
      assertThat(row.costs()).isEmpty();
      assertThat(row.note()).isEqualTo("not measured: it ended with exit code 4: last words");
      assertThat(lines).containsExactly("x: " + row.note());
    }
  }

  @Test
  void theScratchFolderGoes() {
    Path folder;
    try (Scratch scratch = new Scratch()) {
      folder = scratch.folder();
      RawFile.write(scratch.file("points.f64"), LINE);
      assertThat(folder).isNotEmptyDirectory();
    }
    assertThat(folder).doesNotExist();
  }

  @Test
  void peersDoTheSameStepsWherePythonHasThem() {
    try (Scratch scratch = new Scratch()) {
      Optional<Python> python = Python.find(scratch);
      assumeTrue(python.isPresent(), "there is no Python with scikit-learn");
      assertThat(python.get().versions().path("scikit-learn").asText()).isNotEmpty();
      ProcessRunner lab = new ProcessRunner(scratch, "64m", python, line -> {});
      RawFile.write(scratch.file("points.f64"), LINE);
      String folder = scratch.folder().toString();

      ProcessRunner.Ended found = lab.peer("a", "neighbors", folder, "1", "1", "float32");
      assertThat(found.row().note()).isEmpty();
      assertThat(found.said().path("distance_sum").asDouble()).isCloseTo(9, within(1e-5));
      assertThat(found.row().costs().orElseThrow().stepCpuSeconds()).isPresent();

      Row clusters = lab.peer("b", "kmeans", folder, "1", "2").row();
      assertThat(clusters.note()).isEmpty();
      Labels labels = Labels.of(RawFile.readInts(scratch.file("labels.i32")), 2);
      TrueLabels truth = TrueLabels.of(List.of("a", "a", "a", "b", "b", "b"));
      assertThat(ExternalScores.of(truth, labels).accuracy()).isEqualTo(1);
    }
  }
}
