package io.coterie.features;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.coterie.graph.internal.knn.NearestNeighbors;
import io.coterie.graph.internal.knn.Neighbors;
import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import io.coterie.math.Seed;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A record is mapped, and its nearest anchors are found, by itself: to the last bit. */
class ByItselfTest {
  private static final Pattern CORE = Pattern.compile("(?m)^Core: (\\S+)$");

  private static String digest;

  @TempDir private Path folder;

  @Test
  void isTheSameInEveryBlock() {
    assertThat(here()).isNotEmpty();
  }

  /** OpenBLAS has kernels for many processors; none of them may be seen in a result. */
  @ParameterizedTest
  @ValueSource(strings = {"Prescott", "Nehalem", "Haswell", "Zen", "SkylakeX"})
  void isTheSameWithEveryKernel(String core) throws Exception {
    String output = run(core);
    Matcher used = CORE.matcher(output);
    boolean hasKernels = used.find() && used.group(1).equalsIgnoreCase(core);
    assumeTrue(
        hasKernels && !output.contains("SIGILL"),
        () -> "neither checked nor refuted: no kernels of type %s run here".formatted(core));
    assertThat(output).contains(ByItself.DONE + here());
  }

  /** Otherwise the checks above could not fail. */
  @Test
  void aMapThatReadsOtherRecordsIsFound() {
    Matrix records = Matrix.zeros(1025, 2);
    Arrays.setAll(records.array(), i -> Math.sin(i));
    RecordMap reading =
        new RecordMap() {
          @Override
          public Matrix apply(Matrix all, Parallel parallel) {
            double least = Math.ulp(1.0) * (all.rows() % 64 == 0 ? 1 : 0);
            return all.map((i, j, value) -> value + least);
          }

          @Override
          public String kind() {
            return "reading";
          }
        };
    assertThatThrownBy(() -> ByItself.check(ByItself.map(reading, records)))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("among 64 records");
  }

  /** So many records and anchors that a tree is built over the anchors, in groups as it likes. */
  @Test
  void nearestAmongManyAnchorsAreThoseByHand() {
    SplittableRandom random = new Seed(3).random();
    Matrix anchors = groups(random, 2500);
    Matrix records = groups(random, 6000);
    try (Parallel parallel = Parallel.of(2)) {
      Neighbors found = NearestNeighbors.of(records, anchors, 3, parallel);
      for (int i = 0; i < records.rows(); i += 11) {
        int[] expected = ByItself.byHand(records, i, anchors);
        for (int h = 0; h < 3; h++) {
          assertThat(found.index(i, h)).isEqualTo(expected[h]);
        }
      }
    }
  }

  private static synchronized String here() {
    if (digest == null) {
      digest = ByItself.digest();
    }
    return digest;
  }

  private static Matrix groups(SplittableRandom random, int rows) {
    Matrix matrix = Matrix.zeros(rows, 3);
    for (int i = 0; i < rows; i++) {
      double center = 1000 * random.nextInt(40);
      for (int j = 0; j < 3; j++) {
        matrix.set(i, j, center + random.nextInt(5) / 7.0);
      }
    }
    return matrix;
  }

  private String run(String core) throws IOException, InterruptedException {
    Path output = folder.resolve("output");
    ProcessBuilder builder =
        new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Xmx512m",
            "-XX:-CreateCoredumpOnCrash",
            "-XX:ErrorFile=" + folder.resolve("error"),
            "-cp",
            System.getProperty("java.class.path"),
            ByItself.class.getName());
    builder.environment().put("OPENBLAS_VERBOSE", "2");
    builder.environment().remove("OPENBLAS_CORETYPE");
    if (!core.isEmpty()) {
      builder.environment().put("OPENBLAS_CORETYPE", core);
    }
    Process process = builder.redirectErrorStream(true).redirectOutput(output.toFile()).start();
    try {
      assertThat(process.waitFor(5, TimeUnit.MINUTES)).isTrue();
    } finally {
      process.destroyForcibly();
    }
    return Files.readString(output);
  }
}
