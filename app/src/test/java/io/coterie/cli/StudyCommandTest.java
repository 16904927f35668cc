package io.coterie.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.coterie.data.DataReader;
import io.coterie.data.DataSet;
import io.coterie.data.ReadOptions;
import io.coterie.study.SitePolicy;
import io.coterie.study.Study;
import io.coterie.study.file.StudyKeys;
import io.coterie.terminal.Terminal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

final class StudyCommandTest {
  private static final String PATIENTS =
      "id,age,weight,name\n7001,31,61.25,Ada\n7002,42,72.5,Bob\n7003,53,83.75,Cyd\n";

  @TempDir Path folder;

  private Path write(String name, String text) throws Exception {
    return Files.writeString(folder.resolve(name), text);
  }

  private Path newStudy(Object... more) {
    Path file = folder.resolve("study.yaml");
    Object[] words = new Object[more.length + 5];
    System.arraycopy(new Object[] {"study", "new", "--out", file, "--force"}, 0, words, 0, 5);
    System.arraycopy(more, 0, words, 5, more.length);
    CommandRun run = CommandRun.of(words);
    assertThat(run.exitCode()).as(run.err()).isZero();
    return file;
  }

  @Test
  void writesAStudyFromAHeaderWithoutAValueOfARecord() throws Exception {
    Path data = write("Ward 7.csv", PATIENTS);
    Path file = newStudy("--data", data, "--ignore", "id", "--sites", "north,south");
    Study study = Study.read(file);
    assertThat(study.name()).isEqualTo("ward-7");
    assertThat(study.schema().names()).containsExactly("age", "weight");
    assertThat(study.participation().sites()).containsExactly("north", "south");
    assertThat(Files.readString(file))
        .contains("They must not come from the data", "# lower: ?")
        .doesNotContain("31", "61.25", "7001", "Ada", "53", "83.75");
  }

  @Test
  void saysInTheFileWhyAColumnIsLeftOut() throws Exception {
    Path data = write("ward.csv", "id,name,note,age\n7001,Ada,x,31\n7002,Eve,y,53\n");
    String text = Files.readString(newStudy("--data", data, "--ignore", "note", "--id", "id"));
    assertThat(text)
        .contains("- name: \"id\"\n      kind: id\n", "- name: \"note\"\n      kind: ignore\n")
        .containsPattern(
            "- name: \"name\"\n      # sure: .*\n(      # LOOK: .*\n)*      kind: ignore\n");
    assertThat(Study.parse(text, "study.yaml").schema().names()).containsExactly("age");
  }

  @Test
  void explainsEveryKey() throws Exception {
    String text = Files.readString(newStudy("--data", "iris"));
    for (String key : StudyKeys.byFlag().values()) {
      assertThat(text).containsPattern("(?m)^[ #]*%s:".formatted(key.replaceFirst(".*\\.", "")));
    }
    for (String key : List.of("study", "dimension", "quorum", "join-within", "answer-within")) {
      assertThat(text).containsPattern("(?m)^[ #]*%s: ".formatted(key));
    }
  }

  @Test
  void saysWhatIsStillOpen() {
    Path file = folder.resolve("dp.yaml");
    CommandRun open =
        CommandRun.of("study", "new", "--data", "iris", "--privacy", "dp", "--out", file);
    assertThat(open.exitCode()).isZero();
    assertThat(open.out()).contains("Still open: ", "privacy.epsilon is missing");
    CommandRun check = CommandRun.of("study", "check", file);
    assertThat(check.exitCode()).isEqualTo(2);
    assertThat(check.err()).contains("privacy.epsilon is missing");
  }

  @Test
  void showsWhatItIsForAndWarnsOfWhatIsMissing() throws Exception {
    String text =
        """
        study: dots
        about: {purpose: which groups there are, asked-by: Dr Dot, contact: dot@example.org}
        schema: {columns: [{name: weight, unit: kg, lower: 30, upper: 250}]}
        participation: {sites: [a, b, c]}
        """;
    CommandRun check = CommandRun.of("study", "check", write("dots.yaml", text));
    assertThat(check.out())
        .contains("purpose   which groups there are", "asked by  Dr Dot")
        .contains("weight  number  kg    30 to 250")
        .contains("Only totals are seen.", "another site   30 + mask");
    assertThat(check.err())
        .contains("The study file does not have about.ethics, about.retention. The owners");
    String whole = text.replace("about: {", "about: {ethics: EK 1, retention: ten years, ");
    assertThat(CommandRun.of("study", "check", write("whole.yaml", whole)).err())
        .doesNotContain("The study file does not have");
  }

  @Test
  void writesTheAgreementBeforeAnybodyAgrees() throws Exception {
    Path study = newStudy("--data", "iris");
    Path out = folder.resolve("agreement.md");
    CommandRun run = CommandRun.of("study", "agreement", study, "--out", out);
    assertThat(run.exitCode()).as(run.err()).isZero();
    assertThat(Files.readString(out))
        .startsWith("# Proposal: ")
        .contains(Study.read(study).hash(), Study.read(study).canonical());
    assertThat(CommandRun.of("study", "agreement", study, "--out", out).exitCode()).isEqualTo(6);
  }

  @Test
  void doesNotReplaceAFileUnasked() throws Exception {
    Path file = write("study.yaml", "mine");
    CommandRun run = CommandRun.of("study", "new", "--data", "iris", "--out", file);
    assertThat(run.exitCode()).isEqualTo(6);
    assertThat(run.err()).contains("exists", "--force");
    assertThat(file).hasContent("mine");
  }

  @Test
  void checksAStudyAndForecastsADpOne() throws Exception {
    Path file =
        newStudy(
            "--data",
            "wdbc",
            "--sites",
            "a,b,c",
            "--clusters",
            "2",
            "--bounds",
            "0:5000",
            "--epsilon",
            "1",
            "--public-records",
            "1000");
    Study study = Study.read(file);
    assertThat(study.plan().privacy().isDp()).isTrue();
    CommandRun check = CommandRun.of("study", "check", file);
    assertThat(check.exitCode()).isZero();
    assertThat(check.out())
        .contains(study.canonical(), study.hash(), "3, of which 3 are enough", "utility");
    CommandRun json = CommandRun.of("study", "check", file, "--format", "json");
    assertThat(json.json().at("/data/hash").asText()).isEqualTo(study.hash());
    assertThat(json.json().at("/data/effective").asText()).isEqualTo(study.canonical());
    assertThat(json.json().at("/data/privacy/expected/utility").asText()).isNotEmpty();
  }

  @Test
  void refusesABudgetForWhichNoNoiseCanBeDrawn() throws Exception {
    Path file =
        newStudy(
            "--data",
            "wdbc",
            "--sites",
            "a,b,c",
            "--clusters",
            "2",
            "--bounds",
            "0:5000",
            "--epsilon",
            "1",
            "--public-records",
            "1000");
    String text = Files.readString(file);
    Files.writeString(
        file, text.replace("# records-per-person: 1\n", "records-per-person: 90000\n"));
    CommandRun check = CommandRun.of("study", "check", file);
    assertThat(check.exitCode()).isEqualTo(2);
    assertThat(check.err())
        .contains("for a person of up to 90000 records leaves", "fewer records of a person")
        .doesNotContain("INTERNAL");
  }

  @Test
  void writesImagesAndVectorsWithoutColumns() throws Exception {
    byte[] idx = {0, 0, 8, 3, 0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0, 2, 1, 2, 3, 4};
    Path file = folder.resolve("digits.idx3");
    Files.write(file, idx);
    assertThat(Study.read(newStudy("--data", file)).schema().kind()).hasToString("image 2x2");
    Path vectors = write("vectors.csv", "a,b,c\n1,2,3\n4,5,7\n");
    Study study = Study.read(newStudy("--data", vectors, "--input", "vectors"));
    assertThat(study.schema().input().dimension()).isEqualTo(3);
    assertThat(study.schema().columns()).isEmpty();
  }

  @Test
  void simulatesAStudyAsTheFlagsWould() throws Exception {
    Path file = newStudy("--data", "iris", "--clusters", "3", "--sites", "site-1,site-2,site-3");
    Path byStudy = folder.resolve("by-study");
    Path byFlags = folder.resolve("by-flags");
    CommandRun run = CommandRun.of("simulate", file, "--data", "iris", "--out", byStudy);
    assertThat(run.exitCode()).as(run.err()).isZero();
    CommandRun.of("simulate", "--data", "iris", "--clusters", 3, "--sites", 3, "--out", byFlags);
    assertThat(byStudy.resolve("labels.csv"))
        .hasSameTextualContentAs(byFlags.resolve("labels.csv"));
    assertThat(byStudy.resolve("run.json"))
        .content()
        .contains(Study.read(file).hash())
        .doesNotContain("\"clusters\" : \"auto\"");
  }

  @Test
  void simulatesADpStudyAsTheFlagsWould() throws Exception {
    Path file =
        newStudy(
            "--data",
            "iris",
            "--clusters",
            "3",
            "--sites",
            "site-1,site-2,site-3,site-4",
            "--bounds",
            "0:8",
            "--epsilon",
            "2",
            "--public-records",
            "100");
    Path byStudy = folder.resolve("by-study");
    Path byFlags = folder.resolve("by-flags");
    CommandRun run = CommandRun.of("simulate", file, "--data", "iris", "--out", byStudy);
    assertThat(run.exitCode()).as(run.err()).isZero();
    CommandRun.of(
        "simulate",
        "--data",
        "iris",
        "--clusters",
        3,
        "--sites",
        4,
        "--bounds",
        "0:8",
        "--epsilon",
        2,
        "--public-records",
        100,
        "--out",
        byFlags);
    assertThat(byStudy.resolve("labels.csv"))
        .hasSameTextualContentAs(byFlags.resolve("labels.csv"));
  }

  @Test
  void takesSitesFromAColumnInTheStudysOrder() throws Exception {
    StringBuilder text = new StringBuilder("ward,x,y\n");
    for (int i = 0; i < 60; i++) {
      text.append(i % 2 == 0 ? "north" : "south").append(',').append(i % 7).append(',');
      text.append(i % 11).append('\n');
    }
    Path data = write("wards.csv", text.toString());
    Path file =
        newStudy("--data", data, "--ignore", "ward", "--sites", "south,north", "--clusters", "2");
    CommandRun run =
        CommandRun.of(
            "simulate",
            file,
            "--data",
            data,
            "--partition",
            "column:ward",
            "--out",
            folder.resolve("o"),
            "--format",
            "json");
    assertThat(run.exitCode()).as(run.err()).isZero();
    assertThat(run.json().at("/data/sites/0/site").asText()).isEqualTo("south");
    Path other =
        newStudy("--data", data, "--ignore", "ward", "--sites", "south,west", "--clusters", "2");
    assertThat(CommandRun.of("simulate", other, "--data", data, "--partition", "column:ward").err())
        .contains("expects the sites south, west, but --partition column:ward gives north, south");
  }

  /** Three files with columns in different orders are three sites, with a study and without. */
  @Test
  void takesEachFileAsASite() throws Exception {
    DataSet iris = DataReader.read("iris", ReadOptions.defaults());
    for (int site = 0; site < 3; site++) {
      int part = site;
      List<Integer> order = site == 1 ? List.of(3, 1, 0, 2) : List.of(0, 1, 2, 3);
      StringBuilder text = new StringBuilder("species");
      order.forEach(j -> text.append(',').append(iris.columns().get(j)));
      IntStream.range(0, 150)
          .filter(i -> i % 3 == part)
          .forEach(
              i -> {
                text.append('\n').append(iris.setAside().get("label").get(i));
                order.forEach(j -> text.append(',').append(iris.records().at(i, j)));
              });
      write("%d.csv".formatted(site), text + "\n");
    }
    Path file = newStudy("--data", "iris", "--clusters", "3", "--sites", "c,a,b");
    Path byStudy = folder.resolve("by-study");
    Path byFlags = folder.resolve("by-flags");
    CommandRun study =
        CommandRun.of(
            "simulate",
            file,
            "--site",
            "a=" + folder.resolve("0.csv"),
            "--site",
            "b=" + folder.resolve("1.csv"),
            "--site",
            "c=" + folder.resolve("2.csv"),
            "--labels",
            "species",
            "--out",
            byStudy,
            "--format",
            "json");
    assertThat(study.exitCode()).as(study.err()).isZero();
    assertThat(study.json().at("/data/sites/0/site").asText()).isEqualTo("c");
    assertThat(study.json().at("/data/sites/0/classes").size()).isEqualTo(3);
    CommandRun flags =
        CommandRun.of(
            "simulate",
            "--site",
            "c=" + folder.resolve("2.csv"),
            "--site",
            "a=" + folder.resolve("0.csv"),
            "--site",
            "b=" + folder.resolve("1.csv"),
            "--labels",
            "species",
            "--clusters",
            3,
            "--out",
            byFlags);
    assertThat(flags.exitCode()).as(flags.err()).isZero();
    assertThat(byStudy.resolve("labels.csv"))
        .hasSameTextualContentAs(byFlags.resolve("labels.csv"));
  }

  @Test
  void refusesSitesThatTheStudyDoesNotExpect() throws Exception {
    Path data = write("x.csv", PATIENTS);
    Path file = newStudy("--data", data, "--sites", "north,south");
    CommandRun run =
        CommandRun.of("simulate", file, "--site", "north=" + data, "--site", "west=" + data);
    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err()).contains("expects the sites north, south, but --site gives north, west");
    assertThat(CommandRun.of("simulate", "--site", "north").err()).contains("NAME=FILE");
    assertThat(CommandRun.of("simulate", "--site", "a=x", "--site", "a=y").err()).contains("twice");
    assertThat(CommandRun.of("simulate", "--site", "a=x", "--data", "iris").err())
        .contains("--data has no place beside it");
    assertThat(CommandRun.of("simulate", file).err()).contains("--data=SOURCE");
  }

  @Test
  void refusesToBeToldTwice() {
    Path file = newStudy("--data", "iris");
    for (String flag : StudyKeys.byFlag().keySet()) {
      boolean isSwitch = flag.startsWith("--accept-");
      CommandRun run =
          isSwitch
              ? CommandRun.of("simulate", file, "--data", "iris", flag)
              : CommandRun.of("simulate", file, "--data", "iris", flag, "1");
      assertThat(run.exitCode()).as(flag).isEqualTo(2);
      assertThat(run.err()).contains(flag + " is given beside the study", "Leave the flag out");
    }
  }

  /** Keys are named as flags are: one word per idea. */
  @Test
  void everyFlagOfAStudyIsAFlagOfSimulate() {
    CommandLine simulate = Main.commandLine(Terminal.ofProcess()).getSubcommands().get("simulate");
    List<String> flags =
        simulate.getCommandSpec().options().stream().map(OptionSpec::longestName).toList();
    assertThat(flags).containsAll(StudyKeys.byFlag().keySet());
    List<String> ofThisRun =
        flags.stream().filter(flag -> !StudyKeys.byFlag().containsKey(flag)).toList();
    assertThat(ofThisRun)
        .containsExactlyInAnyOrder(
            "--data",
            "--labels",
            "--ignore",
            "--id",
            "--query",
            "--encoding",
            "--decimal",
            "--thousands",
            "--sheet",
            "--partition",
            "--site",
            "--mapping",
            "--threads",
            "--fail-on",
            "--engine",
            "--master",
            "--engine-property",
            "--device",
            "--encoder-file",
            "--secure-noise",
            "--out",
            "--force",
            "--labels-format",
            "--site-reports",
            "--format",
            "--no-color",
            "--quiet",
            "--stacktrace",
            "--verbose",
            "--help");
  }

  @Test
  void inspectsAStudy() throws Exception {
    Path data = write("x.csv", PATIENTS);
    Path file = newStudy("--data", data, "--ignore", "id", "--clusters", "2");
    CommandRun run = CommandRun.of("inspect", file, "--data", data);
    assertThat(run.exitCode()).as(run.err()).isZero();
    assertThat(run.out()).contains("no part of the study are left out: 'id', 'name'");
    CommandRun twice = CommandRun.of("inspect", file, "--data", data, "--clusters", 2);
    assertThat(twice.err()).contains("--clusters is given beside the study");
  }

  @Test
  void writesAPolicyThatSaysTheDefaults() {
    Path file = folder.resolve("policy.yaml");
    assertThat(CommandRun.of("study", "policy", "--out", file).exitCode()).isZero();
    assertThat(SitePolicy.read(file)).isEqualTo(SitePolicy.standard());
    assertThat(file)
        .content()
        .contains("methods:", "levels:", "max-epsilon:", "max-delta:", "min-records:");
  }

  @Test
  void warnsOfGapsThatWouldShowAtLevelDp() throws Exception {
    String text =
        """
        study: ward
        clusters: 2
        schema:
          missing: %s
          columns: [{name: x, lower: 0, upper: 1}, {name: y, lower: 0, upper: 1}]
        participation: {sites: [a, b, c]}
        privacy: {%s}
        """;
    String dp = "level: dp, epsilon: 1, public-records: 1000";
    assertThat(check(text.formatted("refuse", dp)))
        .contains("one record with a gap keeps its site");
    assertThat(check(text.formatted("drop", dp))).doesNotContain("gap");
    assertThat(check(text.formatted("mean", dp))).doesNotContain("gap");
    assertThat(check(text.formatted("refuse", "level: totals"))).doesNotContain("gap");
  }

  private String check(String text) throws Exception {
    CommandRun run = CommandRun.of("study", "check", write("checked.yaml", text));
    assertThat(run.exitCode()).as(run.err()).isZero();
    return run.err();
  }

  private Path table(String header, java.util.function.IntFunction<String> line) throws Exception {
    StringBuilder text = new StringBuilder(header).append('\n');
    IntStream.range(0, 60).forEach(i -> text.append(line.apply(i)).append('\n'));
    return write("table.csv", text.toString());
  }

  @Test
  void theTrueGroupsAreNoFeature() throws Exception {
    Path data = table("x,y,class", i -> "%d.5,%d,%s".formatted(i, i % 7, i % 2 == 0 ? "b" : "m"));
    String marked = Files.readString(newStudy("--data", data, "--labels", "class"));
    assertThat(marked)
        .contains(
            "    - name: \"class\"\n      # the true groups: for scores only (--labels), no method"
                + " reads them\n      kind: ignore\n");
    assertThat(Study.parse(marked, "s").schema().names()).containsExactly("x", "y");
    CommandRun asked =
        CommandRun.of("study", "new", "--data", data, "--out", folder.resolve("asked.yaml"));
    assertThat(asked.out()).contains("'class': By its name it may hold the true groups.");
    assertThat(Study.read(newStudy("--data", "iris", "--labels", "label")).schema().names())
        .hasSize(4);
    CommandRun twice =
        CommandRun.of(
            "study",
            "new",
            "--data",
            data,
            "--labels",
            "x",
            "--id",
            "x",
            "--out",
            folder.resolve("t"));
    assertThat(twice.err()).contains("--id and --labels both name 'x'");
    assertThat(
            CommandRun.of(
                    "study",
                    "new",
                    "--data",
                    data,
                    "--labels",
                    "clas",
                    "--out",
                    folder.resolve("t"))
                .err())
        .contains("Did you mean 'class'?");
  }

  /** From a raw export with the day first to groups, with the drafts as they are. */
  @Test
  void datesOfASitesOwnFormAreDraftedForAMapping() throws Exception {
    Path data =
        table(
            "born,seen,weight",
            i ->
                "%d.%d.19%02d,%02d/%02d/2020,%d.5"
                    .formatted(
                        1 + i % 28,
                        1 + i % 12,
                        i % 2 == 0 ? 20 + i % 9 : 80 + i % 9,
                        1 + i % 12,
                        1 + i % 28,
                        i % 2 == 0 ? 50 + i % 5 : 90 + i % 5));
    Path file = newStudy("--data", data, "--clusters", "2");
    assertThat(Study.read(file).schema().columns())
        .extracting(column -> column.kind().word())
        .containsExactly("date", "date", "number");
    assertThat(Files.readString(file))
        .contains("each names its own in a mapping")
        .doesNotContain("19");
    Path mapping = folder.resolve("mapping.yaml");
    CommandRun drafted = CommandRun.of("map", "--study", file, "--data", data, "--out", mapping);
    assertThat(drafted.exitCode()).as(drafted.err()).isZero();
    assertThat(Files.readString(mapping))
        .contains("\"d.M.yyyy\"", "\"MM/dd/yyyy\"")
        .doesNotContain("?\"\n");
    CommandRun check = CommandRun.of("study", "check", file, "--data", data, "--mapping", mapping);
    assertThat(check.exitCode()).as(check.err()).isZero();
    CommandRun run =
        CommandRun.of(
            "simulate", file, "--data", data, "--mapping", mapping, "--out", folder.resolve("o"));
    assertThat(run.exitCode()).as(run.err()).isZero();
    assertThat(CommandRun.of("study", "check", file, "--data", data).err())
        .contains("text where numbers or dates must be, in 'born', 'seen'");
  }

  @Test
  void columnsThatAreNotNeededDoNotDecideHowNumbersAreWritten() throws Exception {
    Path data = write("comma.csv", "code;x;y\n1.5;0,25;1\n2.5;1,25;2\n3.5;2,75;3\n4.5;3,25;4\n");
    CommandRun refused = CommandRun.of("profile", "--data", data);
    assertThat(refused.err()).contains("set a column that you do not need aside with --ignore");
    assertThat(CommandRun.of("profile", "--data", data, "--ignore", "code").out())
        .contains("decimal comma")
        .doesNotContain("code");
    assertThat(CommandRun.of("profile", "--data", "iris", "--ignore", "labell").err())
        .contains("labell");
    Path file = newStudy("--data", data, "--ignore", "code", "--clusters", "2");
    Path mapping = folder.resolve("mapping.yaml");
    CommandRun drafted =
        CommandRun.of("map", "--study", file, "--data", data, "--ignore", "code", "--out", mapping);
    assertThat(drafted.exitCode()).as(drafted.err()).isZero();
    CommandRun check = CommandRun.of("study", "check", file, "--data", data, "--mapping", mapping);
    assertThat(check.exitCode()).as(check.err()).isZero();
    assertThat(check.out()).containsPattern("x +x +- +- +- +-");
  }

  /** Each column that looks wrong or is not there has a line of its own. */
  @Test
  void aTableThatDoesNotFitIsRefusedInAList() throws Exception {
    Path file =
        write(
            "wards.yaml",
            """
            study: wards
            schema:
              missing: mean
              columns:
                - {name: weight, unit: kg, lower: 30, upper: 250}
                - {name: height, unit: cm, lower: 100, upper: 230}
            participation: {sites: [a, b, c]}
            """);
    Path data =
        table("weight,height,note", i -> "%d000,1.%02d,x".formatted(50 + i % 30, 50 + i % 40));
    CommandRun check = CommandRun.of("study", "check", file, "--data", data);
    assertThat(check.exitCode()).isEqualTo(3);
    assertThat(check.out()).contains("not used: 'note'");
    List<String> error = check.err().lines().filter(line -> !line.startsWith("warning")).toList();
    assertThat(error).hasSize(5).first().isEqualTo("error: 2 columns look wrong as a whole.");
    assertThat(error.get(1)).startsWith("       - Column 'weight' looks");
    assertThat(error.get(2)).startsWith("       - Column 'height' looks");
    assertThat(error.get(3))
        .contains("'join' would refuse the table", "--accept-implausible weight,height");

    Path other = write("other.csv", "Weight,heigth\n50,160\n");
    CommandRun lacking = CommandRun.of("study", "check", file, "--data", other);
    assertThat(lacking.err().lines().filter(line -> !line.startsWith("warning")))
        .hasSize(5)
        .contains(
            "       - 'Weight' is here; is it 'weight'?",
            "       - 'heigth' is here; is it 'height'?");
    assertThat(
            CommandRun.of("study", "check", file, "--data", other, "--format", "json")
                .json()
                .at("/data/message")
                .asText())
        .contains("'Weight' is here; is it 'weight'? 'heigth'");
  }
}
