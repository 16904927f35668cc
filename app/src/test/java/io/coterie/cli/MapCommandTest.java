package io.coterie.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MapCommandTest {
  @TempDir private Path folder;
  private Path study;
  private Path data;
  private Path mapping;

  @BeforeEach
  void write() throws IOException {
    study =
        Files.writeString(
            folder.resolve("study.yaml"),
            """
            study: wards
            schema:
              missing: mean
              columns:
                - {name: age, unit: a, lower: 0, upper: 120}
                - {name: sex, kind: binary, levels: [F, M]}
                - {name: smoker, kind: binary, levels: [no, yes]}
                - {name: chol, unit: mg/dL, lower: 80, upper: 800}
                - {name: crp}
                - {name: born, kind: date}
                - {name: lactate}
            privacy: {level: totals}
            participation: {sites: [a, b, c]}
            """);
    StringBuilder text =
        new StringBuilder("Fall,Alter,Geschlecht,Raucher,Cholesterin,CRP,Geburtsdatum\n");
    for (int i = 0; i < 60; i++) {
      text.append(
          String.format(
              Locale.ROOT,
              "F%d,%d,%s,%s,%.1f,%s,%02d.%02d.19%02d%n",
              i,
              i % 12 == 0 ? -999 : 30 + (i * 17) % 50,
              i % 2 == 0 ? "weiblich" : "maennlich",
              i % 3 == 0 ? "Ja" : "Nein",
              3 + (i * 7 % 40) / 10.0,
              i % 10 == 0 ? "<0.3" : String.valueOf(1 + i % 5),
              1 + i % 28,
              1 + i % 12,
              20 + i));
    }
    data = Files.writeString(folder.resolve("ward.csv"), text);
    mapping = folder.resolve("mapping.yaml");
  }

  private CommandRun map() {
    return CommandRun.of("map", "--study", study, "--data", data, "--out", mapping);
  }

  private CommandRun check(Object... more) {
    Object[] words = new Object[5 + more.length];
    System.arraycopy(new Object[] {"study", "check", study, "--data", data}, 0, words, 0, 5);
    System.arraycopy(more, 0, words, 5, more.length);
    return CommandRun.of(words);
  }

  @Test
  void draftsWhatAPersonThenConfirms() throws IOException {
    CommandRun run = map();
    assertThat(run.exitCode()).as(run.err()).isZero();
    assertThat(run.out()).contains("still open (?): 'crp', 'lactate'");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(mapping)))
        .isEqualTo("rw-------");
    String draft = Files.readString(mapping);
    assertThat(draft)
        .contains("# Not used: [\"Fall\"]")
        .contains("  # sure: a word for the same; its texts are levels of the study\n  \"sex\":\n")
        .contains("    levels: {\"weiblich\": \"F\", \"maennlich\": \"M\"}")
        .contains("    from: \"Raucher\"\n    levels: {\"Ja\": \"yes\", \"Nein\": \"no\"}")
        .contains("    unit: \"mmol/L\"\n    substance: \"cholesterol\"")
        .contains("    from: \"Alter\"\n    missing: [\"-999\"]")
        .contains("    date: \"dd.MM.yyyy\"")
        .contains("    below: \"?\"")
        .contains("  # open: no column looks like it");

    CommandRun open = check("--mapping", mapping);
    assertThat(open.exitCode()).isEqualTo(2);
    assertThat(open.err()).contains("columns.crp.below is still open (?)");

    Files.writeString(
        mapping,
        draft.replace("below: \"?\"", "below: half").replace("from: \"?\"", "absent: true"));
    CommandRun checked = check("--mapping", mapping);
    assertThat(checked.exitCode()).as(checked.err()).isZero();
    assertThat(checked.out())
        .contains("for your eyes only")
        .containsPattern("age +Alter +5 \\(8.3%\\)")
        .containsPattern("lactate +- +60 \\(100.0%\\)");
  }

  /** A unit in a name and short forms of levels are questions, not answers. */
  @Test
  void asksAboutUnitsInNamesAndShortForms() throws IOException {
    Path icu =
        Files.writeString(
            folder.resolve("icu.yaml"),
            """
            study: icu
            schema:
              missing: mean
              columns:
                - {name: admission, kind: category, levels: [emergency, elective, referral]}
                - {name: grade, kind: category, levels: [low, high, other]}
                - {name: weight, unit: kg, lower: 30, upper: 250}
                - {name: crp, unit: mg/L, lower: 0.01, upper: 500}
                - {name: chol, unit: mg/dL, lower: 80, upper: 500}
                - {name: platelets, unit: "10*9/L"}
            participation: {sites: [a, b, c]}
            """);
    StringBuilder text =
        new StringBuilder("opname,grade,weight_lb,crp_mg_dl,cholesterol [mmol/l],trombocyten\n");
    for (int i = 0; i < 60; i++) {
      text.append(
          "%s,%s,%d,%d,%d.%d,%d\n"
              .formatted(
                  List.of("ER", "REF", "ELEC").get(i % 3),
                  i % 2 == 0 ? "GI" : "GII",
                  120 + i,
                  1 + i % 9,
                  4 + i % 3,
                  i % 10,
                  200 + i));
    }
    Path ward = Files.writeString(folder.resolve("icu.csv"), text);
    CommandRun run = CommandRun.of("map", "--study", icu, "--data", ward, "--out", mapping);
    assertThat(run.exitCode()).as(run.err()).isZero();
    assertThat(run.out()).contains("still open (?): 'grade', 'weight', 'crp'");
    assertThat(Files.readString(mapping))
        .contains("is 'ER' short for 'emergency'?")
        .contains("\"ER\": \"emergency\"", "\"REF\": \"referral\"", "\"ELEC\": \"elective\"")
        .contains("\"GI\": \"?\"", "\"GII\": \"?\"")
        .contains("speaks of [lb_av], the study wants kg (factor 0.4536): say \"[lb_av]\" if so")
        .contains("    from: \"weight_lb\"\n    unit: \"?\"")
        .contains("speaks of mg/dL, the study wants mg/L (factor 10): say \"mg/dL\" if so")
        .contains("    unit: \"mmol/L\"\n    substance: \"cholesterol\"")
        .contains("    from: \"trombocyten\"");
  }

  /** A file in which 1.718 is read in two ways, unless somebody says which. */
  @Test
  void takesTheFormOfAFileAsItIsStated() throws IOException {
    Path few =
        Files.writeString(
            folder.resolve("few.yaml"),
            """
            study: few
            schema: {columns: [{name: chol, lower: 0, upper: 10}, {name: age}]}
            participation: {sites: [a, b, c]}
            """);
    StringBuilder text = new StringBuilder("chol,age\n");
    for (int i = 0; i < 30; i++) {
      text.append("%d.%03d,%d\n".formatted(1 + i % 5, 100 + i, 30 + i % 9));
    }
    Files.writeString(data, text);
    CommandRun asked = CommandRun.of("study", "check", few, "--data", data);
    assertThat(asked.exitCode()).as(asked.err()).isEqualTo(3);
    assertThat(asked.err()).contains("--decimal");
    CommandRun read = CommandRun.of("study", "check", few, "--data", data, "--decimal", ".");
    assertThat(read.exitCode()).as(read.err()).isZero();
    assertThat(read.out()).containsPattern("chol +chol +- +- +- +-");
    CommandRun thousands = CommandRun.of("study", "check", few, "--data", data, "--thousands", ".");
    assertThat(thousands.err()).contains("'chol'");
    assertThat(CommandRun.of("map", "--study", few, "--data", data, "--out", mapping).exitCode())
        .isEqualTo(3);
    CommandRun drafted =
        CommandRun.of("map", "--study", few, "--data", data, "--decimal", ".", "--out", mapping);
    assertThat(drafted.exitCode()).as(drafted.err()).isZero();
    CommandRun nothing = CommandRun.of("study", "check", few, "--decimal", ".");
    assertThat(nothing.exitCode()).isEqualTo(2);
    assertThat(nothing.err()).contains("belong to --data");
  }

  @Test
  void replacesNoFileUnasked() throws IOException {
    Files.writeString(mapping, "mine");
    assertThat(map().exitCode()).isEqualTo(6);
    assertThat(mapping).hasContent("mine");
  }

  @Test
  void aCheckNamesWhatIsWrongBeforeItRefuses() throws IOException {
    assertThat(map().exitCode()).isZero();
    Files.writeString(
        mapping,
        Files.readString(mapping)
            .replace("from: \"?\"", "absent: true")
            .replace("    below: \"?\"\n", "")
            .replace("    unit: \"mmol/L\"\n    substance: \"cholesterol\"\n", ""));
    CommandRun run = check("--mapping", mapping);
    assertThat(run.exitCode()).isEqualTo(3);
    assertThat(run.out()).contains("crp: not read: '<0.3' (6)");
    assertThat(run.err())
        .contains("'chol' looks as if it were in mmol/L; the study wants mg/dL (factor 38.67")
        .doesNotContain("<0.3' (6)");
    CommandRun accepted = check("--mapping", mapping, "--accept-implausible", "chol");
    assertThat(accepted.exitCode()).isEqualTo(3);
    assertThat(accepted.err()).contains("text where numbers or dates must be, in 'crp'");
  }

  @Test
  void aCheckOfNoDataTakesNoMapping() {
    CommandRun run = CommandRun.of("study", "check", study, "--mapping", mapping);
    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err()).contains("belong to --data");
  }
}
