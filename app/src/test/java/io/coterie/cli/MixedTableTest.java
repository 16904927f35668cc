package io.coterie.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.coterie.json.Json;
import io.coterie.study.Study;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A table as a ward has it, through every command. */
final class MixedTableTest {
  private static final int RECORDS = 240;

  @TempDir Path folder;
  private Path table;

  @BeforeEach
  void makeTable() throws Exception {
    SplittableRandom random = new SplittableRandom(7);
    List<String> lines =
        new ArrayList<>(List.of("patient_id,sex,stage,age,glucose,hospital,truth"));
    for (int i = 0; i < RECORDS; i++) {
      boolean isIll = i % 2 == 0;
      lines.add(
          String.join(
              ",",
              i == 3 ? "=1+1" : "P%04d".formatted(i == 9 ? 8 : i),
              i == 30 ? "unsaid" : random.nextInt(10) < (isIll ? 9 : 1) ? "M" : "F",
              isIll ? random.nextInt(2) == 0 ? "III" : "II" : "I",
              random.nextInt(12) == 0
                  ? ""
                  : Integer.toString((isIll ? 60 : 30) + random.nextInt(15)),
              i % 40 == 5 ? "-999" : "%d.5".formatted((isIll ? 140 : 80) + random.nextInt(20)),
              "north",
              isIll ? "ill" : "well"));
    }
    table = Files.write(folder.resolve("ward.csv"), lines);
  }

  private CommandRun run(String command, Object... more) {
    List<Object> words = new ArrayList<>(List.of(command, "--data", table));
    words.addAll(Arrays.asList(more));
    return CommandRun.of(words.toArray());
  }

  private CommandRun simulate(Object... more) {
    List<Object> words =
        new ArrayList<>(
            List.of(
                "--labels", "truth", "--clusters", 2, "--out", folder.resolve("out"), "--force"));
    words.addAll(Arrays.asList(more));
    return run("simulate", words.toArray());
  }

  private static final Object[] ANSWERS = {"--id", "patient_id", "--missing-code", "glucose=-999"};

  @Test
  void whatIsUnclearIsAskedWithTheOptionsThatAnswerIt() {
    CommandRun run = simulate();
    assertThat(run.exitCode()).isEqualTo(3);
    assertThat(run.err())
        .contains("'patient_id': It looks like an id", "--id patient_id, or --ignore patient_id")
        .contains("'glucose': It has a number far from all others", "--missing-code glucose=-999")
        .doesNotContain("P0001", "unsaid");
    assertThat(folder.resolve("out")).doesNotExist();
  }

  @Test
  void answeredTablesAreClustered() throws Exception {
    CommandRun run = simulate(ANSWERS);
    assertThat(run.exitCode()).as(run.err()).isZero();
    assertThat(run.err())
        .contains("columns: sex category F/M/other, stage ordinal I<II<III, age number, glucose")
        .contains("left out because all values are the same: 'hospital'");
    JsonNode scores = Json.MAPPER.readTree(folder.resolve("out/run.json").toFile()).get("scores");
    assertThat(scores.get("accuracy").asDouble()).isGreaterThan(.95);
    List<String> labels = Files.readAllLines(folder.resolve("out/labels.csv"));
    assertThat(labels)
        .hasSize(RECORDS + 1)
        .startsWith("record,id,site,cluster,probability,margin,second,outlier");
    assertThat(labels).anyMatch(line -> line.startsWith("3,'=1+1,"));
    assertThat(run.out()).contains("the same id more than once");
    String model = Files.readString(folder.resolve("out/model.json"));
    assertThat(model).contains("\"described\"", "\"-999\"").doesNotContain("unsaid", "P0001");
    assertThat(Files.readString(folder.resolve("out/run.json"))).doesNotContain("unsaid", "P0001");
  }

  /** Two groups: the ill are men of 60 and more at stages II and III, with much glucose. */
  @Test
  void theReportShowsWhatIsTypicalAndWhichColumnsCarriedIt() throws Exception {
    Object[] words = Arrays.copyOf(ANSWERS, ANSWERS.length + 2);
    words[ANSWERS.length] = "--kind";
    words[ANSWERS.length + 1] = "stage=category";
    CommandRun run = simulate(words);
    assertThat(run.exitCode()).as(run.err()).isZero();
    JsonNode report = Json.MAPPER.readTree(folder.resolve("out/report.json").toFile());
    JsonNode profile = report.get("profile");
    Map<String, Integer> rows = new LinkedHashMap<>();
    profile.get("features").forEach(name -> rows.put(name.asText(), rows.size()));
    assertThat(rows).containsKeys("age", "glucose", "sex: M", "stage: I", "stage: II");
    int ill = profile.at("/clusters/0/means/" + rows.get("age")).asDouble() > 50 ? 0 : 1;
    assertThat(typical(profile, ill, rows.get("age"))).isBetween(64.0, 70.0);
    assertThat(typical(profile, 1 - ill, rows.get("glucose"))).isBetween(87.0, 93.0);
    assertThat(profile.at("/clusters/%d/texts/%d".formatted(ill, rows.get("sex: M"))).asText())
        .matches("(8[5-9]|9[0-9]) %");
    assertThat(typical(profile, ill, rows.get("stage: II"))).isBetween(0.4, 0.6);
    assertThat(typical(profile, 1 - ill, rows.get("stage: II"))).isLessThan(0.05);

    List<String> columns = new ArrayList<>();
    report.get("columns").forEach(column -> columns.add(column.get("column").asText()));
    assertThat(columns).containsExactlyInAnyOrder("sex", "stage", "age", "glucose").endsWith("sex");
    assertThat(report.at("/columns/0/part").asText()).isEqualTo("carried the answer");
    assertThat(Json.MAPPER.readTree(folder.resolve("out/run.json").toFile()).get("columns"))
        .isEqualTo(report.get("columns"));
    assertThat(run.out()).contains("columns            what each by itself shows of the cluster: ");
  }

  private static double typical(JsonNode profile, int cluster, int row) {
    return profile.at("/clusters/%d/means/%d".formatted(cluster, row)).asDouble();
  }

  @Test
  void aSeedGivesTheSameAnswerOnAnyThreads() throws Exception {
    assertThat(simulate(ANSWERS).exitCode()).isZero();
    byte[] labels = Files.readAllBytes(folder.resolve("out/labels.csv"));
    List<Object> words = new ArrayList<>(Arrays.asList(ANSWERS));
    words.addAll(List.of("--threads", 3));
    assertThat(simulate(words.toArray()).exitCode()).isZero();
    assertThat(Files.readAllBytes(folder.resolve("out/labels.csv"))).isEqualTo(labels);
  }

  @Test
  void predictReadsAsTheModelDoes() throws Exception {
    assertThat(simulate(ANSWERS).exitCode()).isZero();
    Path fresh =
        Files.writeString(
            folder.resolve("new.csv"),
            "glucose,nr,age,stage,sex\n150.5,a,65,III,M\n85.5,b,,I,F\n-999,c,35,I,x\n");
    Path out = folder.resolve("new-labels.csv");
    CommandRun run =
        CommandRun.of(
            "predict",
            "--model",
            folder.resolve("out/model.json"),
            "--data",
            fresh,
            "--id",
            "nr",
            "--out",
            out);
    assertThat(run.exitCode()).as(run.err()).isZero();
    assertThat(run.out()).contains("'sex': 1 record with a level that the model does not know");
    List<String> lines = Files.readAllLines(out);
    assertThat(lines)
        .startsWith("record,id,cluster,probability,margin,second,outlier,note")
        .hasSize(4);
    List<String> clusters = LabelTable.clusters(out);
    assertThat(clusters.get(1)).isEqualTo(clusters.get(2)).isNotEqualTo(clusters.get(0));
  }

  @Test
  void evaluateReadsAsTheModelDoes() throws Exception {
    assertThat(simulate(ANSWERS).exitCode()).isZero();
    CommandRun run =
        run(
            "evaluate",
            "--labels",
            "truth",
            "--model",
            folder.resolve("out/model.json"),
            "--clusters-file",
            folder.resolve("out/labels.csv"),
            "--format",
            "json");
    assertThat(run.exitCode()).as(run.err()).isZero();
    JsonNode simulated = Json.MAPPER.readTree(folder.resolve("out/run.json").toFile());
    assertThat(run.json().at("/data/scores/silhouette").asDouble())
        .isEqualTo(simulated.at("/scores/silhouette").asDouble());
  }

  @Test
  void methodsForNumbersRefuseLevels() {
    List<Object> words = new ArrayList<>(Arrays.asList(ANSWERS));
    words.addAll(List.of("--method", "central-kmeans"));
    CommandRun run = simulate(words.toArray());
    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err()).contains("takes numbers only", "anchor-graph at level totals");
  }

  private CommandRun noisy(Object... more) {
    List<Object> words = new ArrayList<>(Arrays.asList(ANSWERS));
    words.addAll(List.of("--privacy", "dp", "--public-records", 1000));
    words.addAll(Arrays.asList(more));
    return simulate(words.toArray());
  }

  private Path bounds() throws Exception {
    return Files.writeString(
        folder.resolve("bounds.csv"), "feature,lower,upper\nage,18,90\nglucose,50,250\n");
  }

  @Test
  void levelDpNeedsTheBoundsOfNumbersAndSaysOfWhich() throws Exception {
    CommandRun none = noisy("--epsilon", 1);
    assertThat(none.exitCode()).isEqualTo(2);
    assertThat(none.err())
        .contains("public bounds of every number", "they are missing of 'age', 'glucose'. State");
    Path some = Files.writeString(folder.resolve("b.csv"), "feature,lower,upper\nage,18,90\n");
    CommandRun few = noisy("--epsilon", 1, "--bounds", some);
    assertThat(few.exitCode()).isEqualTo(3);
    assertThat(few.err()).contains("has no bounds of feature 'glucose'");
    CommandRun scaled = noisy("--epsilon", 1, "--bounds", bounds(), "--scale", "l2");
    assertThat(scaled.exitCode()).isEqualTo(2);
    assertThat(scaled.err()).contains("at level dp with --scale auto");
  }

  @Test
  void levelDpFindsTheGroupsOfAMixedTable() throws Exception {
    CommandRun run = noisy("--epsilon", 4, "--bounds", bounds(), "--format", "json");
    assertThat(run.exitCode()).as(run.err()).isZero();
    JsonNode data = run.json().path("data");
    assertThat(data.at("/scores/accuracy").asDouble()).isGreaterThan(.9);
    assertThat(data.at("/privacy/spent/epsilon").asDouble()).isBetween(3.99, 4.0);
    byte[] labels = Files.readAllBytes(folder.resolve("out/labels.csv"));
    assertThat(noisy("--epsilon", 4, "--bounds", bounds(), "--threads", 3).exitCode()).isZero();
    assertThat(Files.readAllBytes(folder.resolve("out/labels.csv"))).isEqualTo(labels);
    assertThat(Files.readString(folder.resolve("out/report.json")))
        .contains("\"sex: M\"", "\"stage, level and mean place\"", "all with noise");
  }

  @Test
  void aModelOfLevelDpTakesGapsAndUnknownLevels() throws Exception {
    assertThat(noisy("--epsilon", 8, "--bounds", bounds()).exitCode()).isZero();
    Path fresh =
        Files.writeString(
            folder.resolve("new.csv"),
            "glucose,nr,age,stage,sex\n150.5,a,65,III,M\n85.5,b,,I,F\n-999,c,35,I,x\n1e9,d,,,\n");
    Path out = folder.resolve("new-labels.csv");
    CommandRun run =
        CommandRun.of(
            "predict",
            "--model",
            folder.resolve("out/model.json"),
            "--data",
            fresh,
            "--id",
            "nr",
            "--out",
            out);
    assertThat(run.exitCode()).as(run.err()).isZero();
    assertThat(run.out()).contains("'sex': 1 record with a level that the model does not know");
    List<String> lines = Files.readAllLines(out);
    assertThat(lines).hasSize(5);
    List<String> clusters = LabelTable.clusters(out);
    assertThat(clusters.get(1)).isEqualTo(clusters.get(2)).isNotEqualTo(clusters.get(0));
    assertThat(clusters.get(3)).as("large glucose").isEqualTo(clusters.get(0));
  }

  @Test
  void inspectAndAuditShowWhatLevelDpWouldSend() throws Exception {
    Object[] words = {
      "--ignore",
      "truth",
      "--id",
      "patient_id",
      "--missing-code",
      "glucose=-999",
      "--clusters",
      2,
      "--privacy",
      "dp",
      "--epsilon",
      1,
      "--bounds",
      bounds(),
      "--public-records",
      1000
    };
    CommandRun inspect = run("inspect", words);
    assertThat(inspect.exitCode()).as(inspect.err()).isZero();
    assertThat(inspect.out())
        .contains("one center a cluster among all columns", "joined the same cluster as without")
        .contains("total      rho 0.02436 in 5 steps: epsilon 1.0000");
    List<Object> audited = new ArrayList<>(Arrays.asList(words));
    audited.addAll(List.of("--runs", 200));
    CommandRun audit = run("audit", audited.toArray());
    assertThat(audit.exitCode()).as(audit.err()).isZero();
    assertThat(audit.out()).contains("PASS");
  }

  @Test
  void statedKindsAreTaken() {
    CommandRun run =
        simulate(
            "--ignore",
            "patient_id",
            "--kind",
            "stage=category",
            "--kind",
            "glucose=number",
            "--kind",
            "sex=binary:F,M");
    assertThat(run.exitCode()).as(run.err()).isZero();
    assertThat(run.err())
        .contains("sex binary F/M, stage category I/II/III, age number, glucose number");
    CommandRun wrong = simulate("--ignore", "patient_id", "--kind", "stag=category");
    assertThat(wrong.exitCode()).isEqualTo(2);
    assertThat(wrong.err()).contains("--kind names column 'stag'", "Did you mean 'stage'?");
    CommandRun word = simulate("--kind", "stage=ordered");
    assertThat(word.exitCode()).isEqualTo(2);
    assertThat(word.err()).contains("it must be one of number, log, ordinal");
  }

  @Test
  void inspectSuggestAndAuditTakeTheSameAnswers() {
    assertThat(run("inspect", "--ignore", "truth").exitCode()).isEqualTo(3);
    Object[] answers = {
      "--ignore", "truth", "--id", "patient_id", "--missing-code", "glucose=-999"
    };
    CommandRun inspect = run("inspect", answers);
    assertThat(inspect.exitCode()).as(inspect.err()).isZero();
    CommandRun suggest = run("suggest", answers);
    assertThat(suggest.exitCode()).as(suggest.err()).isZero();
  }

  @Test
  void aStudyIsDraftedWithoutAValueOfARecord() throws Exception {
    Path file = folder.resolve("study.yaml");
    CommandRun run = run("study", "new", "--out", file);
    assertThat(run.exitCode()).isEqualTo(2); // the option comes after the subcommand
    run = CommandRun.of("study", "new", "--data", table, "--ignore", "truth", "--out", file);
    assertThat(run.exitCode()).as(run.err()).isZero();
    assertThat(run.out()).contains("Look at", "'patient_id': It looks like an id", "'glucose'");
    String text = Files.readString(file);
    assertThat(text)
        .contains("# LOOK: It looks like an id", "kind: id", "kind: ordinal", "\"other\"]")
        .contains("missing: mean")
        .doesNotContain("P0001", "unsaid", "-999", "north", "159.5", "74", "=1+1");
    Study study = Study.read(file);
    assertThat(study.schema().names()).containsExactly("sex", "stage", "age", "glucose");
    assertThat(study.schema().id()).contains("patient_id");
    CommandRun simulated =
        CommandRun.of(
            "simulate",
            file,
            "--data",
            table,
            "--out",
            folder.resolve("studied"),
            "--labels",
            "truth");
    assertThat(simulated.exitCode()).as(simulated.err()).isZero();
    assertThat(Files.readAllLines(folder.resolve("studied/labels.csv")))
        .startsWith("record,id,site,cluster,probability,margin,second,outlier");
  }

  @Test
  void aStudyOfLevelDpIsDraftedWithTheBoundsOfNumbers() throws Exception {
    Path file = folder.resolve("noisy.yaml");
    List<Object> words =
        new ArrayList<>(
            List.of("study", "new", "--data", table, "--ignore", "truth", "--id", "patient_id"));
    words.addAll(List.of("--sites", "a,b,c", "--privacy", "dp", "--epsilon", 4, "--out", file));
    words.addAll(List.of("--clusters", 2, "--public-records", 240, "--missing-code"));
    words.add("glucose=-999");
    assertThat(CommandRun.of(words.toArray()).exitCode()).isZero();
    CommandRun open = CommandRun.of("study", "check", file);
    assertThat(open.exitCode()).isEqualTo(2);
    assertThat(open.err()).contains("they are missing of 'age', 'glucose'");

    words.addAll(List.of("--bounds", bounds(), "--force"));
    assertThat(CommandRun.of(words.toArray()).exitCode()).isZero();
    CommandRun check = CommandRun.of("study", "check", file, "--data", table);
    assertThat(check.exitCode()).as(check.err()).isZero();
    assertThat(check.out())
        .contains("one center a cluster among all columns", "joined the same cluster as without");
    CommandRun simulated =
        CommandRun.of("simulate", file, "--data", table, "--out", folder.resolve("noisy"));
    assertThat(simulated.exitCode()).as(simulated.err()).isZero();
  }

  @Test
  void theProfileIsForItsOwner() throws Exception {
    Path page = folder.resolve("profile.html");
    CommandRun run = run("profile", "--out", page);
    assertThat(run.exitCode()).as(run.err()).isZero();
    assertThat(run.out())
        .contains("Do not send it to anybody", "240 records", "-999 in 6 of 240", "M 1");
    assertThat(Files.readString(page))
        .contains("Do not send it to anybody", "default-src 'none'", "<svg")
        .doesNotContain("<script", "http://", "https://");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(page)))
        .isEqualTo("rw-------");
    JsonNode json = run("profile", "--format", "json").json().get("data");
    assertThat(json.at("/columns/0/role").asText()).isEqualTo("id");
    assertThat(json.at("/columns/2/levels").size()).isEqualTo(3);
  }

  @Test
  void numbersAreReadAsBefore() throws Exception {
    List<String> lines = new ArrayList<>(List.of("a,b"));
    for (int i = 0; i < 60; i++) {
      lines.add("%d.25,%d".formatted(i % 2 * 50 + i % 7, i % 2 * 30 + i % 5 * 3));
    }
    Path numbers = Files.write(folder.resolve("numbers.csv"), lines);
    CommandRun run =
        CommandRun.of("simulate", "--data", numbers, "--clusters", 2, "--out", folder.resolve("n"));
    assertThat(run.exitCode()).as(run.err()).isZero();
    assertThat(run.err()).doesNotContain("columns:");
    assertThat(Files.readString(folder.resolve("n/model.json"))).doesNotContain("described");
    assertThat(Files.readAllLines(folder.resolve("n/labels.csv")))
        .startsWith("record,site,cluster,probability,margin,second,outlier");
  }
}
