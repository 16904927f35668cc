package io.coterie.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.coterie.testing.Arithmetic;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Labels that must not change: every method, level, kind of input and partition, with 1 to 50
 * sites. A change on purpose brings new sums and the reason in its commit.
 */
class PinnedRunsIT {
  private static Map<String, String> labels() throws IOException {
    return PinnedRuns.resource("labels.txt")
        .lines()
        .filter(line -> !line.startsWith("#"))
        .map(line -> line.split(" "))
        .collect(Collectors.toMap(words -> words[0], words -> words[1]));
  }

  private static boolean isRoundedAsPinned() throws IOException {
    return PinnedRuns.resource("labels.txt").contains("arithmetic " + Arithmetic.digest());
  }

  static List<PinnedRuns.Run> runs() throws IOException {
    return PinnedRuns.all().stream().filter(run -> !run.isDeep()).toList();
  }

  @ParameterizedTest
  @MethodSource("runs")
  void labelsStayTheSame(PinnedRuns.Run run, @TempDir Path folder) throws IOException {
    String data = System.getenv("COTERIE_DATA");
    assumeTrue(
        data != null || !run.needsData(), "COTERIE_DATA is not set; real data is not compared");

    Map<String, String> sums = run.sums(folder.resolve("out"), String.valueOf(data));

    String pinned = labels().get(run.name());
    assumeTrue(
        sums.get("labels").equals(pinned) || isRoundedAsPinned(),
        "this machine rounds products otherwise than the one of the pins, and "
            + run.name()
            + " has other labels here");
    assertThat(sums).containsEntry("labels", pinned);
  }

  @Test
  void everyRunIsPinned() throws IOException {
    assertThat(labels().keySet())
        .containsExactlyInAnyOrderElementsOf(
            PinnedRuns.all().stream().map(PinnedRuns.Run::name).toList())
        .hasSizeGreaterThan(40);
  }
}
