package io.coterie.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NameCommandTest {
  @TempDir private static Path made;
  @TempDir private Path folder;
  private Path model;

  @BeforeAll
  static void simulate() {
    CommandRun run =
        CommandRun.of("simulate", "--data", "iris", "--clusters", 3, "--out", made.resolve("run"));
    assertThat(run.exitCode()).as(run.err()).isZero();
  }

  @BeforeEach
  void copy() throws IOException {
    model = folder.resolve("model.json");
    for (String name : List.of("model.json", "report.json")) {
      Files.copy(made.resolve("run").resolve(name), folder.resolve(name));
    }
  }

  private CommandRun name(String... words) {
    List<Object> all = new ArrayList<>(List.of("name", "--model", model));
    all.addAll(List.of(words));
    return CommandRun.of(all.toArray());
  }

  @Test
  void namesAreKeptAndShownWhereverClustersAre() throws IOException {
    byte[] before = Files.readAllBytes(model);
    assertThat(name("1=Healthy", "2=Late, stage").exitCode()).isZero();
    Path labels = folder.resolve("new.csv");
    CommandRun predicted =
        CommandRun.of("predict", "--model", model, "--data", "iris", "--out", labels);
    assertThat(predicted.out()).contains("1  Healthy           50").contains("2  Late, stage");
    List<String> lines = Files.readAllLines(labels);
    assertThat(lines.get(0))
        .isEqualTo("record,cluster,name,probability,margin,second,outlier,note");
    assertThat(lines.get(1)).startsWith("0,1,Healthy,");
    assertThat(lines).anyMatch(line -> line.contains(",2,\"Late, stage\","));
    assertThat(lines).anyMatch(line -> line.matches("[0-9]+,3,,.*"));

    CommandRun report = CommandRun.of("report", folder);
    assertThat(report.exitCode()).as(report.err()).isZero();
    assertThat(folder.resolve("report.html"))
        .content()
        .contains("\"names\":[\"Healthy\",\"Late, stage\"]");

    assertThat(name("2=").out()).contains("1  Healthy").doesNotContain("Late");
    assertThat(name("1=").exitCode()).isZero();
    assertThat(Files.readAllBytes(model)).as("all taken away").isEqualTo(before);
  }

  @Test
  void namesComeFromAFile() throws IOException {
    Path file = Files.writeString(folder.resolve("names.txt"), "1 = Setosa\n\n3=Virginica\n");
    CommandRun run = name("--names", file.toString(), "--format", "json");
    assertThat(run.json().at("/data/names").toString())
        .isEqualTo("[\"Setosa\",\"\",\"Virginica\"]");
    assertThat(name().out()).contains("1  Setosa").contains("2  -").contains("3  Virginica");
  }

  @ParameterizedTest
  @ValueSource(strings = {"0=a", "4=a", "a", "=a", "1", "1=2", "1=a\u0007b", "1=\u202Eab", "-1=a"})
  void whatIsNoNameIsRefused(String stated) throws IOException {
    byte[] before = Files.readAllBytes(model);
    CommandRun run = name("--", stated);
    assertThat(run.exitCode()).as(run.err()).isEqualTo(2);
    assertThat(Files.readAllBytes(model)).isEqualTo(before);
  }

  @Test
  void longNamesAndTheSameNameTwiceAreRefused() {
    CommandRun run = name("1=" + "x".repeat(61));
    assertThat(run.err()).contains("has 61 characters; it may have 60");
    assertThat(name("1=" + "x".repeat(60)).exitCode()).isZero();
    assertThat(name("1=Ill", "2=ill").err()).contains("Two clusters are named 'ill'");
    assertThat(name("1=Ill", "1=Well").err()).contains("Cluster 1 is named twice");
  }

  @Test
  void aNameInAChangedFileIsChecked() throws IOException {
    assertThat(name("1=Healthy").exitCode()).isZero();
    String text = Files.readString(model);
    Files.writeString(model, text.replace("\"1\": \"Healthy\"", "\"9\": \"Healthy\""));
    CommandRun run = name("2=Ill");
    assertThat(run.exitCode()).isEqualTo(3);
    assertThat(run.err()).contains("a cluster that is none of 1 to 3");
  }
}
