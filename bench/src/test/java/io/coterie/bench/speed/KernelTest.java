package io.coterie.bench.speed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coterie.json.Json;
import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KernelTest {
  @TempDir Path folder;

  @Test
  void neighborsOfPointsOnALine() {
    RawFile.write(folder.resolve("points.f64"), new double[] {0, 0, 1, 0, 3, 0, 6, 0});
    ObjectNode said = Kernel.neighbors(Kernel.points(folder, 2), 1, Parallel.sequential());
    assertThat(said.path("distance_sum").asDouble()).isCloseTo(1 + 1 + 2 + 3, within(1e-12));
    assertThat(said.has("cpu_seconds")).isTrue();
  }

  @Test
  void eigenvaluesOfAGraphOfTwoGroups() {
    double[] values = new double[40];
    for (int i = 0; i < values.length; i++) {
      values[i] = i + (i < 20 ? 0 : 1000);
    }
    EigenBench.write(EigenBench.graph(Matrix.over(40, 1, values)), folder);
    ObjectNode said = Kernel.eigen(Kernel.graph(folder), 3, Parallel.sequential());
    // A normalized graph has the eigenvalue 1 once for each component.
    assertThat(said.path("eigenvalues").path(1).asDouble()).isCloseTo(1, within(1e-9));
    assertThat(said.path("eigenvalues").path(2).asDouble()).isLessThan(.99);
  }

  @Test
  void oneCloudHasNoGroupsLeft() {
    Matrix points = Matrix.ofRows(new double[] {0}, new double[] {9}, new double[] {2});
    assertThat(EigenBench.oneCloud(points, List.of("a", "b", "a")).array())
        .containsExactly(-1, 0, 1);
  }

  @Test
  void sgemmHasARate() {
    assertThat(Kernel.sgemm(64).path("gflops").asDouble()).isPositive();
  }

  @Test
  void eigenvaluesThatDifferAreCalledSo() {
    assertThat(EigenBench.agreement(values(1, .5), values(1, .5 + 1e-9))).contains("within 1e-09");
    assertThat(EigenBench.agreement(values(1, .5), values(1, .4))).contains("NOT ours", "1.0e-01");
  }

  private static ObjectNode values(double... values) {
    ObjectNode node = Json.object();
    for (double value : values) {
      node.withArray("eigenvalues").add(value);
    }
    return node;
  }

  @Test
  void rawNumbersComeBackAcrossTheBordersOfChunks() {
    double[] doubles = new double[70_000];
    int[] ints = new int[70_000];
    for (int i = 0; i < doubles.length; i++) {
      doubles[i] = i / 7.0;
      ints[i] = -i;
    }
    RawFile.write(folder.resolve("a"), doubles);
    RawFile.write(folder.resolve("b"), ints);
    assertThat(RawFile.readDoubles(folder.resolve("a"))).containsExactly(doubles);
    assertThat(RawFile.readInts(folder.resolve("b"))).containsExactly(ints);
  }
}
