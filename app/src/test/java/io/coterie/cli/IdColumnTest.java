package io.coterie.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Each site of a simulation has its own ids, in a column of its own. */
class IdColumnTest {
  private static final int RECORDS = 40;

  @TempDir private Path folder;
  private Path study;

  @BeforeEach
  void write() throws IOException {
    for (String site : List.of("a", "b", "c")) {
      StringBuilder text = new StringBuilder(site.equals("b") ? "patient" : "nr").append(",x,y\n");
      for (int i = 0; i < RECORDS; i++) {
        // The same ids at each site; leading zeros, and numbers that are other texts.
        text.append("00%d,%s,%s%n".formatted(i % 39, i % 2 * 9 + i % 7 * 0.1, i % 5));
      }
      Files.writeString(folder.resolve(site + ".csv"), text);
    }
    study =
        Files.writeString(
            folder.resolve("study.yaml"),
            """
            study: ids
            clusters: 2
            schema:
              columns: [{name: nr, kind: id}, {name: x}, {name: y}]
            participation:
              sites: [a, b, c]
            """);
  }

  private CommandRun simulate(Object... more) {
    List<Object> words = new ArrayList<>(List.of("simulate", "--out", folder.resolve("out")));
    for (String site : List.of("a", "b", "c")) {
      words.addAll(List.of("--site", site + "=" + folder.resolve(site + ".csv")));
    }
    words.addAll(List.of(more));
    return CommandRun.of(words.toArray());
  }

  @Test
  void aMappingNamesTheColumnOfItsSite() throws IOException {
    Path mapping = Files.writeString(folder.resolve("b.yaml"), "id: patient\n");
    CommandRun run = simulate(study, "--mapping", "b=" + mapping);
    assertThat(run.exitCode()).as(run.err()).isZero();
    assertThat(run.out()).contains("the same id more than once: 3 records have an id");
    LabelTable labels = LabelTable.read(folder.resolve("out/labels.csv"));
    for (String site : List.of("a", "b", "c")) {
      assertThat(labels.where("site", site).column("id"))
          .as(site)
          .hasSize(RECORDS)
          .startsWith("000", "001", "002")
          .endsWith("0038", "000");
    }
    for (String file : List.of("model.json", "run.json", "report.json")) {
      assertThat(folder.resolve("out").resolve(file)).content().doesNotContain("0038");
    }
  }

  @Test
  void aSiteWithoutTheColumnHasNoneAndIsTold() throws IOException {
    CommandRun run = simulate(study);
    assertThat(run.exitCode()).as(run.err()).isZero();
    assertThat(run.out()).contains("b: its records have no ids; its mapping can name their column");
    LabelTable labels = LabelTable.read(folder.resolve("out/labels.csv"));
    assertThat(labels.where("site", "b").column("id")).containsOnly("");
    assertThat(labels.where("site", "c").column("id")).doesNotContain("");
  }

  @Test
  void aStatedColumnThatASiteLacksIsRefused() {
    CommandRun run = simulate(study, "--id", "nr");
    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err()).contains("b.csv has no column 'nr'");
    assertThat(simulate(study, "--id", "x").err()).contains("is a feature of study ids");
  }
}
