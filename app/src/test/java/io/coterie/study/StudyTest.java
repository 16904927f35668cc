package io.coterie.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.coterie.CoterieException;
import io.coterie.data.MissingPolicy;
import io.coterie.data.column.ColumnKind;
import io.coterie.data.column.ColumnSpec;
import io.coterie.plan.Budget;
import io.coterie.plan.ClusterCount;
import io.coterie.plan.ColumnBins;
import io.coterie.plan.DpTerms;
import io.coterie.plan.FeatureMap;
import io.coterie.plan.InputKind;
import io.coterie.plan.NoiseMode;
import io.coterie.plan.PrivacyLevel;
import io.coterie.plan.PrivacyPlan;
import io.coterie.plan.Scaling;
import io.coterie.plan.StudyPlan;
import io.coterie.plan.StudyPlan.InputPlan;
import io.coterie.plan.StudyPlan.MethodOptions;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

public final class StudyTest {
  public static final String SHORTEST =
      """
      study: wards
      schema:
        columns: [age, weight]
      participation:
        sites: [b, a]
      """;

  /** With the disclosure that level component asks to accept. */
  static final String GROUPS =
      SHORTEST
          + "method: anchor-graph:groups\nprivacy: {accept-group-disclosure: true, level: component}\n";

  public static final String DP =
      """
      study: wards
      clusters: 3
      schema:
        columns:
          - {name: age, lower: 0, upper: 120}
          - {name: "weight, kg", lower: 0, upper: 300}
      privacy:
        epsilon: 1
        public-records: 1000
      participation:
        sites: [north, south, east, west, centre]
      """;

  public static Study parse(String text) {
    return Study.parse(text, "study.yaml");
  }

  /** As the option encoder of the add-on takes it; here another option refuses it by itself. */
  @Test
  void aNetworkIsAValueOfAnOption() {
    String network = "onnx:resnet_18-v1.7:512:" + "0af".repeat(21) + "0";
    assertThatThrownBy(() -> parse(GROUPS + "options:\n  robust: " + network))
        .hasMessageContaining("options.robust is")
        .hasMessageContaining(network);
    assertThatThrownBy(() -> parse(GROUPS + "options:\n  robust: a b"))
        .hasMessageContaining("options.robust must be a word or a number");
  }

  @Test
  void fillsInEveryDefault() {
    Study study = parse(SHORTEST);
    assertThat(study)
        .isEqualTo(
            new Study(
                "wards",
                new StudyPlan(
                    "anchor-graph",
                    ClusterCount.auto(),
                    new InputPlan(InputKind.table(), 2, Scaling.AUTO, FeatureMap.AUTO),
                    MethodOptions.none(),
                    PrivacyPlan.totals()),
                new Schema(
                    InputPlan.automatic(InputKind.table(), 2),
                    List.of(ColumnSpec.number("age"), ColumnSpec.number("weight")),
                    MissingPolicy.REFUSE),
                new Participation(List.of("b", "a"), 2, Duration.ofHours(24), Duration.ofHours(1)),
                0));
    assertThat(study.schema().missing()).isEqualTo(MissingPolicy.REFUSE);
  }

  @Test
  void writesEveryDefaultOutInOneOrder() {
    assertThat(parse(SHORTEST).canonical())
        .isEqualTo(
            """
            study: wards
            method: anchor-graph
            clusters: auto
            schema:
              input: table
              scale: auto
              features: auto
              missing: refuse
              columns:
              - {name: "age"}
              - {name: "weight"}
            privacy:
              level: totals
              min-group: 10
              sums: masked
            participation:
              sites:
              - b
              - a
              quorum: 2
              join-within: 24h
              answer-within: 1h
            seed: 0
            """);
    assertThat(parse(DP).canonical())
        .isEqualTo(
            """
            study: wards
            method: anchor-graph
            clusters: 3
            schema:
              input: table
              scale: auto
              features: auto
              missing: refuse
              columns:
              - {name: "age", lower: 0, upper: 120}
              - {name: "weight, kg", lower: 0, upper: 300}
            privacy:
              level: dp
              epsilon: 1
              delta: 1e-6
              noise: secure-sums
              colluders: 0
              lost-sites: 0
              public-records: 1000
              records-per-person: 1
            participation:
              sites:
              - north
              - south
              - east
              - west
              - centre
              quorum: 5
              join-within: 24h
              answer-within: 1h
            seed: 0
            """);
  }

  @Test
  void readsEveryKey() {
    Study study =
        parse(
            """
            study: all-keys
            method: anchor-graph
            options: {}
            clusters: 2
            schema:
              input: table
              scale: none
              features: none
              missing: drop
              columns:
                - {name: x, lower: -1.5, upper: 2e3}
            privacy:
              level: dp
              epsilon: 0.5
              delta: 1e-7
              noise: secure-sums
              colluders: 1
              lost-sites: 1
              public-records: 10000
              records-per-person: 2
            participation:
              sites: [a, b, c, d, e]
              quorum: 4
              join-within: 90s
              answer-within: 120m
            seed: -9
            """);
    assertThat(parse(GROUPS + "options: {neighbors: 7, rounds: 4}\n").plan().options().values())
        .isEqualTo(Map.of("neighbors", "7", "rounds", "4"));
    assertThat(study.plan().input())
        .isEqualTo(
            new InputPlan(InputKind.table(), 1, Scaling.NONE, FeatureMap.NONE)
                .withBins(List.of(new ColumnBins(-1.5, 2000, 20))));
    assertThat(study.schema().missing()).isEqualTo(MissingPolicy.DROP);
    assertThat(study.schema().columns())
        .containsExactly(
            ColumnSpec.number("x").withRange(Optional.of(new ColumnSpec.Range(-1.5, 2000))));
    DpTerms terms = study.terms().orElseThrow();
    assertThat(terms.budget()).isEqualTo(new Budget(0.5, 1e-7));
    assertThat(terms.noise()).isEqualTo(NoiseMode.SECURE_SUMS);
    assertThat(List.of(terms.sites(), terms.colluders(), terms.lostSites()))
        .containsExactly(5, 1, 1);
    assertThat(terms.publicRecords()).isEqualTo(10_000);
    assertThat(terms.recordsPerPerson()).isEqualTo(2);
    assertThat(study.participation())
        .isEqualTo(
            new Participation(
                List.of("a", "b", "c", "d", "e"), 4, Duration.ofSeconds(90), Duration.ofHours(2)));
    assertThat(study.seed()).isEqualTo(-9);
  }

  @Test
  void readsItsOwnTextAsTheSameStudy() {
    List<String> texts =
        List.of(
            SHORTEST,
            DP,
            SHORTEST.replace("wards", "no").replace("[b, a]", "['true', 1, 1e3, null-1, '007']"),
            SHORTEST.replace("age", "'a \"b\\ {é,𝛼}: #'"),
            SHORTEST.replace("columns: [age, weight]", "input: image:28x28"),
            SHORTEST.replace("columns: [age, weight]", "input: vectors\n  dimension: 64"),
            SHORTEST + "privacy: {min-group: 5}\nseed: -5\n",
            GROUPS,
            SHORTEST
                + "privacy: {level: paper, accept-graph-disclosure: true, epsilon: 2.50}\n"
                + "method: spp-fgc\nclusters: 2\noptions: {resolution: record}\n",
            DP.replace("120}", "1.2345678901234567e-3}"));
    for (String text : texts) {
      Study study = parse(text);
      Study again = Study.parse(study.canonical(), "canonical");
      assertThat(again).isEqualTo(study);
      assertThat(again.canonical()).isEqualTo(study.canonical());
      assertThat(again.hash()).isEqualTo(study.hash()).matches("[0-9a-f]{64}");
      assertThat(study.differences(again)).isEmpty();
    }
    assertThat(texts.stream().map(StudyTest::parse).map(Study::hash).distinct())
        .hasSameSizeAs(texts);
  }

  @Test
  void hashesTheEffectiveStudyAndNotItsSpelling() {
    String spelled = "# ours\nclusters:   auto\n" + SHORTEST + "seed: +0\nmethod: 'anchor-graph'\n";
    assertThat(parse(spelled).hash()).isEqualTo(parse(SHORTEST).hash());
    assertThat(parse(SHORTEST).hash())
        .isEqualTo("9bdb3c0aad228201ebb5b258ba23fd9beef0704469712f7d2dac0f49646420ca");
  }

  private static final String KINDS =
      """
      study: wards
      schema:
        columns:
          - {name: crp, unit: mg/L, lower: 0.1, upper: 500, decimals: 1, log: true}
          - {name: stage, kind: ordinal, levels: [I, II, III], missing: ["-9", "k.A."]}
          - {name: ward, kind: category, levels: [north, "east, new", other, absent], absence: level}
          - {name: sex, kind: binary, levels: [F, M]}
          - {name: born, kind: date, part: age, at: 2020-06-30, lower: 0, upper: 120}
          - {name: seen, kind: date, part: weekday}
          - {name: visits, absence: zero}
          - {name: patient, kind: id}
          - {name: note, kind: ignore}
      participation:
        sites: [b, a, c]
      """;

  @Test
  void everyKeyOfAColumnIsKept() {
    Study study = parse(KINDS);
    assertThat(parse(study.canonical())).isEqualTo(study);
    assertThat(study.schema().names())
        .containsExactly("crp", "stage", "ward", "sex", "born", "seen", "visits");
    assertThat(study.schema().input().levels().toArray()).containsExactly(0, 0, 4, 2, 0, 0, 0);
    ColumnSpec crp = study.schema().columns().get(0);
    assertThat(crp.kind()).isEqualTo(new ColumnKind.Numeric(true));
    assertThat(crp.unit()).contains("mg/L");
    assertThat(crp.decimals()).contains(1);
    assertThat(crp.range()).contains(new ColumnSpec.Range(.1, 500));
    assertThat(study.schema().columns().get(1).missing()).containsExactly("-9", "k.A.");
    assertThat(study.schema().columns().get(4).kind())
        .isEqualTo(
            new ColumnKind.Date(ColumnKind.Date.Part.AGE, Optional.of(LocalDate.of(2020, 6, 30))));
    assertThat(study.schema().columns().get(6).absence()).isEqualTo(ColumnSpec.Absence.ZERO);
    assertThat(study.schema().id()).contains("patient");
    assertThat(study.schema().setAside())
        .containsExactly(
            new SetAside("patient", SetAside.Use.ID), new SetAside("note", SetAside.Use.IGNORE));
  }

  @Test
  void everyChangeOfAColumnIsAnotherStudy() {
    String hash = parse(KINDS).hash();
    for (List<String> change :
        List.of(
            List.of("mg/L", "g/L"),
            List.of("500", "400"),
            List.of("decimals: 1", "decimals: 2"),
            List.of("log: true", "log: false"),
            List.of("II, III", "III, II"),
            List.of("\"-9\"", "\"-8\""),
            List.of("absence: zero", "absence: unknown"),
            List.of("06-30", "06-29"),
            List.of("weekday", "month"),
            List.of("kind: id", "kind: ignore"),
            List.of("name: note", "name: notes"))) {
      Study changed = parse(KINDS.replace(change.get(0), change.get(1)));
      assertThat(changed.hash()).as(change.toString()).isNotEqualTo(hash);
      assertThat(parse(KINDS).differences(changed)).as(change.toString()).isNotEmpty();
    }
  }

  @Test
  void refusesColumnsThatDoNotFit() {
    for (List<String> change :
        List.of(
            List.of("kind: id}", "kind: text}", "text, which cannot be clustered"),
            List.of("kind: id}", "kind: id, levels: [a, b]}", "is not for a column of kind id"),
            List.of("kind: ignore}", "kind: id}", "two columns of kind id"),
            List.of("name: note", "name: sex", "names 'sex' twice"),
            List.of("kind: binary", "kind: binery", "must be one of number"),
            List.of("levels: [F, M]", "levels: [F]", "must have 2 to 1000"),
            List.of("levels: [F, M]", "levels: [F, F]", "same level twice"),
            List.of("levels: [F, M]", "log: true", "is not for a column of kind binary"),
            List.of("lower: 0.1", "lower: 0", "lower must be above 0"),
            List.of("decimals: 1", "decimals: 13", "from 0 to 12"),
            List.of("part: age, at: 2020-06-30", "part: age", "needs the day"),
            List.of("part: weekday", "part: weekday, at: 2020-01-01", "leave it out"),
            List.of(", absent]", "]", "absence as a level"),
            List.of("unit: mg/L", "unit: \"mg per L\"", "UCUM"))) {
      assertThatThrownBy(() -> parse(KINDS.replace(change.get(0), change.get(1))))
          .as(change.toString())
          .isInstanceOf(CoterieException.class)
          .hasMessageStartingWith("study.yaml")
          .hasMessageContaining(change.get(2));
    }
    assertThatThrownBy(
            () -> parse(KINDS + "privacy: {level: dp, epsilon: 1, public-records: 999}\n"))
        .hasMessageStartingWith("study.yaml");
  }

  @Test
  void differsKeyByKey() {
    Study there =
        parse(
            DP.replace("epsilon: 1", "epsilon: 2")
                .replace("weight, kg", "height")
                .replace("120", "110")
                .replace("[north, south,", "[south, north,")
                .replace("clusters: 3", "clusters: 4"));
    assertThat(parse(DP).differences(there))
        .containsExactly(
            "clusters: 3 here, 4 at the coordinator",
            "privacy.epsilon: 1 here, 2 at the coordinator",
            "schema.columns: 'weight, kg' only here",
            "schema.columns: 'height' only at the coordinator",
            "upper of column 'age': 120 here, 110 at the coordinator",
            "participation.sites: the same names here, but in another order than at the"
                + " coordinator");
    assertThat(parse(GROUPS).differences(parse(GROUPS + "options: {rounds: 9}\n")))
        .containsExactly("options.rounds: nothing here, 9 at the coordinator");
  }

  @Test
  void takesLevelDpWhereABudgetIsStated() {
    assertThat(level(DP)).isEqualTo(PrivacyLevel.DP);
    String open = DP.replace("{name: age, lower: 0, upper: 120}", "age");
    assertThatThrownBy(() -> parse(open))
        .hasMessageContaining("level dp needs the public bounds of every column")
        .hasMessageEndingWith("they are missing of 'age'.");
    String none =
        open.replace("{name: \"weight, kg\", lower: 0, upper: 300}", "\"weight, kg\"")
            .replace("privacy:", "privacy:\n  level: dp");
    assertThat(parse(none).plan().privacy().terms().orElseThrow().bounds()).isEmpty();
  }

  @Test
  void rangesChooseNoLevel() {
    String ranges = DP.replaceFirst("(?s)privacy:\n(  .*?\n)+(?=participation)", "");
    assertThat(ranges).contains("lower: 0").doesNotContain("epsilon");
    assertThat(level(ranges)).isEqualTo(PrivacyLevel.TOTALS);
    String groups = ranges + "method: anchor-graph:groups\n";
    assertThat(level(groups + "privacy: {accept-group-disclosure: true}\n"))
        .isEqualTo(PrivacyLevel.COMPONENT);
    assertThatThrownBy(() -> parse(ranges + "privacy: {public-records: 1000}\n"))
        .hasMessageContaining("public-records belongs to level dp; say 'level: dp'");
  }

  @Test
  void aNominalBudgetChoosesNoLevelWithoutBounds() {
    String nominal = DP + "method: dp-lloyd\n";
    assertThat(level(nominal)).isEqualTo(PrivacyLevel.DP);
    String open =
        nominal
                .replace("{name: age, lower: 0, upper: 120}", "age")
                .replaceFirst("(?s)privacy:\n(  .*?\n)+(?=participation)", "")
            + "privacy: {epsilon: 2, accept-group-disclosure: true}\n";
    assertThat(level(open)).isEqualTo(PrivacyLevel.COMPONENT);
    assertThat(parse(open).plan().options().word("epsilon")).hasValue("2");
  }

  private static PrivacyLevel level(String text) {
    return parse(text).plan().privacy().level();
  }

  @Test
  void opensAFileWithTheFormerWordOfLevelDp() {
    String former = DP.replace("privacy:", "privacy:\n  level: strict");
    assertThat(parse(former).canonical()).isEqualTo(parse(DP).canonical());
  }

  @Test
  void needsAQuorumThatSecureSumsCanOpen() {
    String four = DP + "  quorum: 4\n";
    assertThatThrownBy(() -> parse(four))
        .hasMessage(
            "study.yaml: participation.quorum is 4 of 5 sites, but secure sums need 5 with"
                + " privacy.lost-sites 0. Raise the quorum, or let privacy.lost-sites be 1: the"
                + " noise then allows for it.");
    assertThat(parse(four.replace("epsilon: 1", "epsilon: 1\n  lost-sites: 1")).terms())
        .map(DpTerms::lostSites)
        .hasValue(1);
    assertThat(parse(four.replace("epsilon: 1", "epsilon: 1\n  noise: local")).terms())
        .map(DpTerms::noise)
        .hasValue(NoiseMode.LOCAL);
  }

  @Test
  void refusesMethodsThatPoolRecords() {
    String pooled = SHORTEST + "method: central-kmeans\nclusters: 2\n";
    for (String level : List.of("", "privacy: {level: totals}", "privacy: {level: component}")) {
      assertThatThrownBy(() -> parse(pooled + level))
          .as(level)
          .isInstanceOf(CoterieException.class)
          .hasMessageContaining("pools the records at one place");
    }
  }

  @Test
  void speaksOfKeysWhereTheRuleSpeaksOfFlags() {
    assertThatThrownBy(() -> parse(DP.replace("epsilon: 1", "epsilon: 1000")))
        .hasMessage("study.yaml: privacy.epsilon is 1000.0; it must be above 0 and at most 100.0.");
    assertThatThrownBy(() -> parse(SHORTEST + "options: {fuzzifier: 2}\n"))
        .hasMessageStartingWith("study.yaml: Method anchor-graph has no option options.fuzzifier.");
  }

  @Test
  void readsAFile(@TempDir Path folder) throws Exception {
    Path file = folder.resolve("study.yaml");
    assertThatThrownBy(() -> Study.read(file)).hasMessageStartingWith("There is no file");
    assertThatThrownBy(() -> Study.read(folder)).hasMessageContaining("is a folder");
    Files.writeString(file, SHORTEST);
    assertThat(Study.read(file)).isEqualTo(parse(SHORTEST));
    Files.write(file, "study: \u00e9".getBytes(StandardCharsets.ISO_8859_1));
    assertThatThrownBy(() -> Study.read(file)).hasMessageContaining("no text in UTF-8");
  }
}
