package io.coterie.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What commands do with files whose format is stated, found or open. */
final class FormatOptionsTest {
  @TempDir Path folder;

  /** Two groups, written with points between thousands and nothing that shows it. */
  private Path unsure() throws IOException {
    StringBuilder text = new StringBuilder("amount;count\n");
    for (int i = 0; i < 40; i++) {
      text.append(i % 2 == 0 ? "1.0" : "9.0").append(10 + i).append(";").append(i % 7).append("\n");
    }
    return Files.writeString(folder.resolve("unsure.csv"), text);
  }

  private CommandRun simulate(Path data, String... more) {
    List<Object> all = new java.util.ArrayList<>(List.of("simulate", "--data", data));
    all.addAll(List.of("--clusters", "2", "--sites", "2"));
    all.addAll(List.of("--out", folder.resolve("out" + all.hashCode()), "--force"));
    all.addAll(List.of(more));
    return CommandRun.of(all.toArray());
  }

  @Test
  void anOpenFormatIsAskedAboutAndCanBeStated() throws IOException {
    Path data = unsure();
    CommandRun asked = simulate(data);
    assertThat(asked.exitCode()).isEqualTo(3);
    assertThat(asked.err()).contains("Column 'amount'", "--decimal .", "--thousands .");
    CommandRun stated = simulate(data, "--thousands", ".");
    assertThat(stated.exitCode()).as(stated.err()).isZero();
    assertThat(stated.out()).contains("decimal comma and points between thousands");
    assertThat(simulate(data, "--decimal", ".").exitCode()).isZero();
  }

  @Test
  void whatCannotBeMeantIsRefused() throws IOException {
    Path data = unsure();
    assertThat(simulate(data, "--decimal", ";").err()).contains("--decimal is ';'");
    assertThat(simulate(data, "--thousands", "x").err()).contains("blank or none");
    assertThat(simulate(data, "--decimal", ".", "--thousands", ".").err()).contains("must differ");
    assertThat(simulate(data, "--encoding", "klingon").err()).contains("windows-1252");
    assertThat(simulate(data, "--sheet", "a").err()).contains("no Excel workbook");
  }

  @Test
  void aStudyIsDraftedFromAWorkbook() {
    CommandRun run =
        CommandRun.of(
            "study",
            "new",
            "--data",
            Path.of("src/test/resources/awkward/dates.xlsx"),
            "--sheet",
            "Tabelle1",
            "--out",
            folder.resolve("study.yaml"));
    assertThat(run.exitCode()).as(run.err()).isZero();
  }
}
