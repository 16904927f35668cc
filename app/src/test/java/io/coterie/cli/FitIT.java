package io.coterie.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A site of a served study measures a column in inches. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class FitIT {
  private static final String WHY = "petal_length_cm: another unit, values look 0.";

  @TempDir(cleanup = CleanupMode.ON_SUCCESS)
  private Path folder;

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void itsOwnerIsToldAndTheCoordinatorOnlyIfTheOwnerSaysSo(boolean isShared) throws Exception {
    try (ProcessFederation federation =
        new ProcessFederation(
            folder.resolve("federation"),
            List.of("a", "b", "c"),
            "join-within: 5m\nanswer-within: 5m\n",
            "level: totals")) {
      inInches(federation.data("c"));
      CoterieProcess coordinator = federation.serve();
      assertThat(coordinator.awaitWords("listening")).as(coordinator.said()).isTrue();
      CoterieProcess a = federation.join("a");
      CoterieProcess b = federation.join("b");
      CoterieProcess c = isShared ? federation.join("c", "--share-fit") : federation.join("c");

      assertThat(coordinator.await()).as(federation.story()).isZero();
      assertThat(c.await()).as(federation.story()).isZero();
      assertThat(a.await()).isZero();
      assertThat(b.await()).isZero();

      assertThat(c.said()).contains("This site does not fit the others:").contains(WHY);
      assertThat(fit(federation, "c")).contains(WHY);
      assertThat(a.said()).doesNotContain("petal_length_cm:");
      assertThat(fit(federation, "a")).doesNotContain("unit");
      assertThat(coordinator.said()).contains("1 of 3 sites does not fit the others");
      String log =
          Files.readString(federation.coordinatorHome().resolve("results/flowers/run.json"));
      if (isShared) {
        assertThat(coordinator.said()).contains("site c does not fit: " + WHY);
        assertThat(log).contains("\"fit of c\"");
      } else {
        assertThat(coordinator.said()).doesNotContain("petal_length_cm:");
        assertThat(log).doesNotContain("fit of").doesNotContain(WHY);
      }
    }
  }

  private static String fit(ProcessFederation federation, String site) throws IOException {
    return Files.readString(federation.home(site).resolve("results/flowers/fit.txt"));
  }

  private static void inInches(Path data) throws IOException {
    List<String> lines = Files.readAllLines(data);
    int column = List.of(lines.get(0).split(",", -1)).indexOf("petal_length_cm");
    List<String> changed = new ArrayList<>(lines.subList(0, 1));
    for (String line : lines.subList(1, lines.size())) {
      String[] cells = line.split(",", -1);
      cells[column] = String.format(Locale.ROOT, "%.2f", Double.parseDouble(cells[column]) / 2.54);
      changed.add(String.join(",", cells));
    }
    Files.write(data, changed);
  }
}
