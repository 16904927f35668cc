package io.coterie.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PredictCommandTest {
  @TempDir private Path folder;

  private Path model(String data, String... more) {
    Path out = folder.resolve("run");
    List<Object> words =
        new java.util.ArrayList<>(
            List.of("simulate", "--data", data, "--clusters", "3", "--out", out));
    words.addAll(List.of(more));
    assertThat(CommandRun.of(words.toArray()).exitCode()).isZero();
    return out.resolve("model.json");
  }

  private CommandRun predict(Path model, Object data, String out) {
    return CommandRun.of("predict", "--model", model, "--data", data, "--out", folder.resolve(out));
  }

  private static List<String> clusters(Path labels) throws IOException {
    return LabelTable.clusters(labels);
  }

  @ParameterizedTest
  @ValueSource(strings = {"iris", "wdbc", "moon:300", "ring:500"})
  void givesTheRecordsOfTheRunTheSameClusters(String data) throws IOException {
    Path model = model(data);
    assertThat(predict(model, data, "new.csv").exitCode()).isZero();
    assertThat(clusters(folder.resolve("new.csv")))
        .isEqualTo(clusters(folder.resolve("run/labels.csv")));
  }

  @Test
  void findsColumnsByNameAndLeavesOthersOut() throws IOException {
    Path table = folder.resolve("table.csv");
    Path turned = folder.resolve("turned.csv");
    StringBuilder first = new StringBuilder("a,b,kind\n");
    StringBuilder second = new StringBuilder("kind,b,note,a\n");
    for (int i = 0; i < 90; i++) {
      double a = i % 3 * 10 + i % 7 * 0.1;
      first.append("%s,%d,k%d%n".formatted(a, i % 5, i % 3));
      second.append("k%d,%d,hello,%s%n".formatted(i % 3, i % 5, a));
    }
    Files.writeString(table, first);
    Files.writeString(turned, second);
    Path model = model(table.toString(), "--labels", "kind");
    assertThat(predict(model, turned, "new.csv").exitCode()).isZero();
    assertThat(clusters(folder.resolve("new.csv")))
        .isEqualTo(clusters(folder.resolve("run/labels.csv")));
    Files.writeString(turned, "b,c\n1,2\n3,4\n");
    CommandRun lacking = predict(model, turned, "lacking.csv");
    assertThat(lacking.exitCode()).isEqualTo(3);
    assertThat(lacking.err()).contains("lacks 1 of the 2 columns", "'a'");
  }

  @Test
  void keepsAnExistingFileUnlessForced() throws IOException {
    Path model = model("iris");
    Path kept = Files.writeString(folder.resolve("kept.csv"), "precious");
    CommandRun run = predict(model, "iris", "kept.csv");
    assertThat(run.exitCode()).isEqualTo(6);
    assertThat(kept).hasContent("precious");
    CommandRun forced =
        CommandRun.of("predict", "--model", model, "--data", "iris", "--out", kept, "--force");
    assertThat(forced.exitCode()).isZero();
    assertThat(Files.readAllLines(kept))
        .hasSize(151)
        .startsWith("record,cluster,probability,margin,second,outlier,note");
  }

  @Test
  void writesParquetThatEvaluateReads() throws IOException {
    Path model = model("iris");
    assertThat(predict(model, "iris", "new.parquet").exitCode()).isZero();
    CommandRun scores =
        CommandRun.of(
            "evaluate",
            "--data",
            "iris",
            "--format",
            "json",
            "--clusters-file",
            folder.resolve("new.parquet"));
    assertThat(scores.json().path("data").path("scores").path("accuracy").doubleValue())
        .isGreaterThan(0.85);
  }

  @Test
  void refusesAnotherEnding() {
    CommandRun run = predict(folder.resolve("model.json"), "iris", "labels.txt");
    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err()).contains(".csv or .parquet");
  }

  @Test
  void fillsMissingValuesAsTheRunDid() throws IOException {
    Path table = folder.resolve("holes.csv");
    StringBuilder text = new StringBuilder("a,b\n");
    for (int i = 0; i < 90; i++) {
      text.append(i % 3 * 10 + i % 7 * 0.1)
          .append(',')
          .append(i % 11 == 0 ? "" : i % 5)
          .append('\n');
    }
    Files.writeString(table, text);
    Path model = model(table.toString(), "--missing", "mean");
    assertThat(predict(model, table, "new.csv").exitCode()).isZero();
    assertThat(clusters(folder.resolve("new.csv")))
        .isEqualTo(clusters(folder.resolve("run/labels.csv")));
  }

  /** The labels of new records are those that the same rows have in a study, bit by bit. */
  @ParameterizedTest
  @ValueSource(strings = {"a", "b", "c"})
  void aRawExportHasTheLabelsOfItsSiteByTheSiteSMapping(String site) throws IOException {
    Path out = simulatedOfMapped();
    CommandRun run =
        CommandRun.of(
            "predict",
            "--model",
            out.resolve("model.json"),
            "--data",
            folder.resolve(site + ".csv"),
            "--mapping",
            folder.resolve(site + ".yaml"),
            "--out",
            folder.resolve("new.csv"));
    assertThat(run.exitCode()).as(run.err()).isZero();
    assertThat(clusters(folder.resolve("new.csv")))
        .isEqualTo(
            LabelTable.read(out.resolve("labels.csv")).where("site", site).column("cluster"));
  }

  @Test
  void aMappingThatDoesNotFitIsRefusedAndAWrongUnitIsNamed() throws IOException {
    Path model = simulatedOfMapped().resolve("model.json");
    Path wrong = Files.writeString(folder.resolve("wrong.yaml"), "columns: {weight: {from: kg}}");
    CommandRun refused =
        CommandRun.of(
            "predict",
            "--model",
            model,
            "--data",
            folder.resolve("a.csv"),
            "--mapping",
            wrong,
            "--out",
            folder.resolve("new.csv"));
    assertThat(refused.exitCode()).isEqualTo(2);
    assertThat(refused.err()).contains("there is no key columns.weight");
    CommandRun unmapped = predict(model, folder.resolve("b.csv"), "new.csv");
    assertThat(unmapped.exitCode()).as(unmapped.err()).isZero();
    assertThat(unmapped.err()).contains("Column 'chol' looks as if it were in g/L");
  }

  /** Values outside the range of a study and levels that it does not have are never silent. */
  @Test
  void whatIsOutsideTheSchemaIsNotedByRecordAndByColumn() throws IOException {
    StringBuilder rows = new StringBuilder("nr,crp,stage\n");
    for (int i = 0; i < 90; i++) {
      rows.append("%03d,%s,%s%n".formatted(i, i % 2 * 40 + i % 7, i % 2 == 0 ? "early" : "late"));
    }
    Path table = Files.writeString(folder.resolve("table.csv"), rows);
    Path study =
        Files.writeString(
            folder.resolve("study.yaml"),
            """
            study: crp
            clusters: 2
            schema:
              columns:
                - {name: nr, kind: id}
                - {name: crp, lower: 0, upper: 100}
                - {name: stage, kind: category, levels: [early, late, other]}
            participation:
              sites: [a, b, c]
            """);
    Path out = folder.resolve("studied");
    CommandRun run = CommandRun.of("simulate", study, "--data", table, "--out", out);
    assertThat(run.exitCode()).as(run.err()).isZero();
    Path fresh =
        Files.writeString(
            folder.resolve("fresh.csv"),
            "patient,crp,stage\n007,3,early\n0012,400,late\n7,-1,late\n007,41,relapse\n");
    Path mapping = Files.writeString(folder.resolve("mapping.yaml"), "id: patient\n");
    Path labels = folder.resolve("fresh-labels.csv");
    CommandRun predicted =
        CommandRun.of(
            "predict",
            "--model",
            out.resolve("model.json"),
            "--data",
            fresh,
            "--mapping",
            mapping,
            "--out",
            labels);
    assertThat(predicted.exitCode()).as(predicted.err()).isZero();
    assertThat(predicted.out())
        .contains("'crp': 1 record below the range, 0 to 100")
        .contains("'crp': 1 record above the range, 0 to 100")
        .contains("'stage': 1 record with a level that the model does not know")
        .contains("column 'patient' has the same id more than once: 1 record has an id");
    LabelTable table1 = LabelTable.read(labels);
    assertThat(table1.column("id")).containsExactly("007", "0012", "7", "007");
    assertThat(table1.column("note"))
        .containsExactly(
            "", "crp above the range", "crp below the range", "stage level not in the study");
    assertThat(table1.column("outlier").get(1)).isEqualTo("true");
    assertThat(table1.column("outlier").get(0)).isEqualTo("false");
  }

  private Path simulatedOfMapped() throws IOException {
    List<Object> words =
        new java.util.ArrayList<>(
            List.of("simulate", MappedTables.write(folder), "--out", folder.resolve("mapped")));
    for (String site : MappedTables.SITES) {
      words.addAll(List.of("--site", site + "=" + folder.resolve(site + ".csv")));
      words.addAll(List.of("--mapping", site + "=" + folder.resolve(site + ".yaml")));
    }
    CommandRun run = CommandRun.of(words.toArray());
    assertThat(run.exitCode()).as(run.err()).isZero();
    return folder.resolve("mapped");
  }
}
