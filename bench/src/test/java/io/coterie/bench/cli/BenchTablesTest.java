package io.coterie.bench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.coterie.cli.CommandRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SplittableRandom;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BenchTablesTest {
  @TempDir Path folder;

  /** Two groups that every column shows; of the second table there are too few records for K. */
  @BeforeEach
  void writeTables() throws IOException {
    SplittableRandom random = new SplittableRandom(3);
    for (int records : new int[] {300, 12}) {
      StringBuilder csv = new StringBuilder("id,size,weight,ward,code,class\n");
      for (int i = 0; i < records; i++) {
        int group = i % 2;
        csv.append(i).append(',').append(10 * group + random.nextGaussian());
        csv.append(',').append(20 * group + random.nextGaussian());
        csv.append(group == 0 ? ",north" : ",south").append(',').append(i % 10 == 0 ? 7 : group);
        csv.append(",g").append(group).append('\n');
      }
      Files.writeString(folder.resolve(records > 100 ? "many.csv" : "few.csv"), csv);
    }
    Files.writeString(
        folder.resolve("tables.json"),
        """
        {"class_column": "class", "tables": [
          {"name": "many", "group": "mixed", "category": ["code"], "ignore": ["id"]},
          {"name": "few", "group": "tables", "category": ["code"], "ignore": ["id"]}]}
        """);
  }

  private CommandRun tables(String... more) {
    String[] words = new String[8 + more.length];
    String[] first = {"bench", "tables", "--folder", folder.toString(), "--seeds", "2"};
    System.arraycopy(first, 0, words, 0, 6);
    words[6] = "--out";
    words[7] = folder.resolve("out").toString();
    System.arraycopy(more, 0, words, 8, more.length);
    return CommandRun.of((Object[]) words);
  }

  @Test
  void tablesOfTheUserAreScoredByEveryMethodNamed() throws IOException {
    CommandRun run =
        tables("--data", "many", "--methods", "anchor-graph,anchor-graph-filled,kamila,gower-pam");
    assertThat(run.exitCode()).as(run.err()).isZero();
    assertThat(Files.readString(folder.resolve("out/tables-none.md")))
        .contains("| many | mixed | 1.000/1.000 ± .000 | 1.000/1.000 | 1.000/1.000 | 1.000/1.000 |")
        .contains("| mean of 1 | mixed |");
  }

  @Test
  void aRefusedTableIsNamedAndInNoMean() throws IOException {
    CommandRun run = tables("--data", "few", "--methods", "anchor-graph,kamila");
    assertThat(run.exitCode()).as(run.err()).isZero();
    assertThat(run.err()).contains("anchor-graph refused few: ");
    assertThat(Files.readString(folder.resolve("out/tables-none.md")))
        .contains("| few | tables | refused | 1.000/1.000 |")
        .doesNotContain("mean of");
  }

  @Test
  void aFolderWithoutAListIsRefused() throws IOException {
    Files.delete(folder.resolve("tables.json"));
    CommandRun run = tables();
    assertThat(run.exitCode()).isEqualTo(3);
    assertThat(run.err()).contains("tables.json is no list of tables");
    Files.writeString(folder.resolve("tables.json"), "{\"tables\": []}");
    assertThat(tables().err()).contains("tables.json is no list of tables");
  }
}
