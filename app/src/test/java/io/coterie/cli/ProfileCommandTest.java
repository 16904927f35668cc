package io.coterie.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.coterie.json.Json;
import io.coterie.study.SiteRecords;
import io.coterie.study.SiteSource;
import io.coterie.study.Study;
import io.coterie.study.file.MappingParser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** From a draft with an open category to a complete study. */
class ProfileCommandTest {
  @TempDir private Path folder;
  private Path draft;
  private Path study;
  private Map<String, Path> files;

  @BeforeEach
  void prepare() throws IOException {
    draft = Wards.draft(folder);
    study = folder.resolve("profile.yaml");
    files = Wards.files(folder);
    ok("study", "profile", draft, "--out", study);
  }

  private static CommandRun ok(Object... words) {
    CommandRun run = CommandRun.of(words);
    assertThat(run.exitCode()).as(run.err()).isZero();
    return run;
  }

  private static void refused(String why, Object... words) {
    CommandRun run = CommandRun.of(words);
    assertThat(run.exitCode()).as(run.err()).isIn(2, 3);
    assertThat(run.err()).contains(why);
  }

  private Path simulated(String out) {
    List<Object> words = new ArrayList<>(List.of("simulate", study));
    files.forEach((site, file) -> words.addAll(List.of("--site", site + "=" + file)));
    words.addAll(List.of("--out", folder.resolve(out)));
    ok(words.toArray());
    return folder.resolve(out).resolve("profile.json");
  }

  @Test
  void aDraftBecomesACompleteStudy() throws IOException {
    Path complete = folder.resolve("study.yaml");
    ok("study", "complete", draft, "--profile", simulated("out"), "--out", complete);
    Study made = Study.read(complete);
    assertThat(made.name()).isEqualTo("wards");
    assertThat(made.schema().columns().get(2).kind().levels())
        .containsExactly("Asthma", Wards.SPREAD, "Measles", "other");
    ok("study", "check", complete);
  }

  @Test
  void aProfileHasNoNameOfARareLevel() throws IOException {
    Path document = simulated("out");
    JsonNode diagnosis = Json.parse(Files.readString(document)).path("columns").get(2);
    assertThat(diagnosis.path("cells").findValuesAsText("name"))
        .containsExactly("Asthma", Wards.SPREAD, "Measles", "other");
    for (String file : List.of("profile.json", "profile.html")) {
      String text = Files.readString(document.resolveSibling(file));
      assertThat(text).contains("Measles").doesNotContain(Wards.RARE);
    }
  }

  @Test
  void theRecordsOfAllSitesGiveTheProfileHoweverTheyAreDealt() throws IOException {
    List<String> all = new ArrayList<>(List.of("age,sex,diagnosis"));
    for (Path file : files.values()) {
      all.addAll(Files.readAllLines(file).subList(1, Files.readAllLines(file).size()));
    }
    Path whole = Files.write(folder.resolve("all.csv"), all);
    ok("simulate", study, "--data", whole, "--out", folder.resolve("dealt"));
    assertThat(folder.resolve("dealt/profile.json")).hasSameTextualContentAs(simulated("out"));
  }

  /** Two sites write the same records in their own way. */
  @Test
  void mappedSitesGiveTheSameProfile() throws IOException {
    Path plain = simulated("plain");
    Path b = files.get("b");
    Files.writeString(
        b,
        Files.readString(b)
            .replace("age,sex,diagnosis", "diagnose,sex,age")
            .replaceAll("(?m)^([0-9]+),([fm]),(.*)$", "$3,$2,$1")
            .replace("Asthma", "ASTHMA BRONCHIALE")
            .replaceAll("(?m)^,", "k.A.,"));
    Path c = files.get("c");
    Files.writeString(
        c,
        Files.readString(c)
            .replace("sex,diagnosis", "sex,part,code")
            .replace("Measles", "Mea,sles;x")
            .replace(Wards.SPREAD, "Go,ut;x"));
    Path ofB =
        Files.writeString(
            folder.resolve("b.yaml"),
            """
            study: wards
            columns:
              diagnosis:
                from: diagnose
                levels: {asthma bronchiale: Asthma}
                missing: [k.A.]
            """);
    Path ofC =
        Files.writeString(
            folder.resolve("c.yaml"),
            "columns: {diagnosis: {sql: \"part || replace(code, ';x', '')\"}}\n");
    List<Object> words = new ArrayList<>(List.of("simulate", study));
    files.forEach((site, file) -> words.addAll(List.of("--site", site + "=" + file)));
    words.addAll(List.of("--mapping", "b=" + ofB, "--mapping", "c=" + ofC));
    words.addAll(List.of("--out", folder.resolve("mapped")));
    ok(words.toArray());
    assertThat(folder.resolve("mapped/profile.json")).hasSameTextualContentAs(plain);
    assertThat(levels(b, ofB)).containsExactly("Asthma", Wards.RARE);
    assertThat(levels(c, ofC)).containsExactly(Wards.SPREAD, "Measles");
    CommandRun check = ok("study", "check", study, "--data", b, "--mapping", ofB);
    assertThat(check.out()).containsPattern("diagnosis +diagnose +2 \\(4.9%\\) +- +- +-");
  }

  private List<String> levels(Path file, Path mapping) {
    Study read = Study.read(study);
    SiteSource source = SiteSource.of(file.toString());
    return SiteRecords.ownLevels(read, source.withMapping(MappingParser.read(mapping, read)))
        .get(2);
  }

  @Test
  void anOpenCategoryIsMappedByName() throws IOException {
    Path file = files.get("c");
    Files.writeString(
        file, Files.readString(file).replace("diagnosis", "Diagnosis") + "30,f,unknown\n");
    Path mapping = folder.resolve("mapping.yaml");
    ok("map", "--study", study, "--data", file, "--out", mapping);
    assertThat(mapping)
        .content()
        .contains("from: \"Diagnosis\"", "missing: [\"unknown\"]", "its texts can be levels");
  }

  @Test
  void theOwnerSeesWhatLeaves() {
    CommandRun run = ok("inspect", study, "--data", files.get("b"));
    assertThat(run.out()).contains("sealed: only the sites can read the total");
    assertThat(run.out()).doesNotContain(Wards.RARE);
  }

  @Test
  void aStudyWithOpenCategoriesIsNotClustered() {
    refused("'diagnosis'", "study", "check", draft);
    refused("study profile --help", "study", "check", draft);
  }

  @Test
  void aProfileNeedsAStudy() {
    refused("needs a study file", "simulate", "--data", "iris", "--method", "profile");
  }

  @Test
  void aDraftIsNotCompletedByAnotherProfile() throws IOException {
    Path other = Files.writeString(folder.resolve("other.json"), "{\"document\": \"x\"}");
    refused(
        "is no profile",
        "study",
        "complete",
        draft,
        "--profile",
        other,
        "--out",
        folder.resolve("x.yaml"));
    String text = Files.readString(simulated("out")).replace("\"diagnosis\"", "\"ward\"");
    Files.writeString(other, text);
    refused(
        "no agreement on the levels of column 'diagnosis'",
        "study",
        "complete",
        draft,
        "--profile",
        other,
        "--out",
        folder.resolve("x.yaml"));
  }

  @Test
  void textsAreNoCategories() throws IOException {
    Path file = folder.resolve("a.csv");
    Files.writeString(file, Files.readString(file) + "30,f," + "x".repeat(120) + "\n");
    refused("cannot be levels", "inspect", study, "--data", file);
    StringBuilder ids = new StringBuilder(Files.readString(files.get("c")));
    for (int i = 0; i < 1_001; i++) {
      ids.append("30,f,id").append(i).append('\n');
    }
    Files.writeString(file, ids);
    refused("more than 1000 different texts", "inspect", study, "--data", file);
  }

  /** 40 records with a grade, a stage, a length that counts by its logarithm and a day. */
  @Test
  void everyKindOfColumnHasCellsOfItsOwn() throws IOException {
    Path other = folder.resolve("kinds.yaml");
    Files.writeString(
        other,
        """
        study: kinds
        method: profile
        schema:
          columns:
            - {name: grade, kind: ordinal, levels: [low, mid, high]}
            - {name: stage, lower: 1, upper: 4, decimals: 0}
            - {name: length, lower: 1, upper: 100, log: true}
            - {name: day, kind: date, part: month}
            - {name: free}
        participation: {sites: [a, b]}
        """);
    StringBuilder lines = new StringBuilder("grade,stage,length,day,free\n");
    for (int i = 0; i < 40; i++) {
      String grade = i < 20 ? "low" : "high";
      lines.append("%s,%d,%d,2020-%02d-01,%d\n".formatted(grade, i < 16 ? 1 : 4, 10, 3, i));
    }
    Path file = Files.writeString(folder.resolve("kinds.csv"), lines);
    ok("simulate", other, "--data", file, "--out", folder.resolve("kinds"));
    JsonNode columns =
        Json.parse(Files.readString(folder.resolve("kinds/profile.json"))).path("columns");
    assertThat(told(columns.get(0))).containsExactly("low 20", "high 20");
    assertThat(told(columns.get(1))).hasSize(2);
    assertThat(told(columns.get(1)).get(0)).isIn("1 15", "1 20");
    assertThat(told(columns.get(1)).get(1)).isIn("4 20", "4 25");
    assertThat(told(columns.get(2))).containsExactly("10 to 12.59 40");
    assertThat(told(columns.get(3))).containsExactly("3 40");
    assertThat(columns.get(3).path("cells")).hasSize(2 + 12);
    assertThat(told(columns.get(4))).containsExactly("any value 40");
  }

  private static List<String> told(JsonNode column) {
    List<String> told = new ArrayList<>();
    for (JsonNode cell : column.path("cells")) {
      if (cell.has("records")) {
        told.add(cell.path("name").asText() + " " + cell.path("records").asLong());
      }
    }
    return told;
  }

  /** 01 and 1 may be one level or two: the site says which before anything leaves. */
  @Test
  void levelsInTwoSpellingsAreAskedAbout() throws IOException {
    Path file = files.get("a");
    Files.writeString(file, Files.readString(file) + "30,f,ASTHMA\n31,f,07\n32,f,7.0\n33,f,7\n");
    CommandRun check = CommandRun.of("study", "check", study, "--data", file);
    assertThat(check.exitCode()).isEqualTo(3);
    assertThat(check.out()).contains("diagnosis: '07' and '7'; 'ASTHMA' and 'Asthma'");
    assertThat(check.err())
        .contains("Column 'diagnosis' has levels that differ only in capital letters")
        .contains("--accept-implausible diagnosis")
        .doesNotContain("ASTHMA", "07");
    ok("study", "check", study, "--data", file, "--accept-implausible", "diagnosis");
    Path mapping =
        Files.writeString(
            folder.resolve("a.yaml"),
            "columns: {diagnosis: {levels: {\"ASTHMA\": Asthma, \"07\": \"7\"}}}\n");
    ok("study", "check", study, "--data", file, "--mapping", mapping);
  }

  @Test
  void levelsOfSeveralSitesInTwoSpellingsAreNamed() throws IOException {
    Path c = files.get("c");
    Files.writeString(c, Files.readString(c).replace("Measles", "measles"));
    Path document = simulated("out");
    CommandRun complete =
        ok("study", "complete", draft, "--profile", document, "--out", folder.resolve("done.yaml"));
    assertThat(complete.err())
        .contains("Levels of 'diagnosis' may be the same in other spellings")
        .contains("'Measles' and 'measles'");
  }

  @Test
  void aDraftOfLevelDpIsToldThatAProfileIsOfTotals() throws IOException {
    for (String key : List.of("public-records: 1000", "epsilon: 1", "level: dp")) {
      Path dp = folder.resolve("dp.yaml");
      Files.writeString(dp, Files.readString(draft) + "privacy: {" + key + "}\n");
      refused(
          "a profile is of level totals: its counts are rounded totals without noise",
          "study",
          "profile",
          dp,
          "--out",
          folder.resolve("dp-profile.yaml"));
    }
  }
}
