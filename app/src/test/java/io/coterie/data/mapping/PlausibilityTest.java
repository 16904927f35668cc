package io.coterie.data.mapping;

import static org.assertj.core.api.Assertions.assertThat;

import io.coterie.data.column.ColumnSpec;
import io.coterie.data.mapping.Finding.Kind;
import io.coterie.study.Study;
import io.coterie.study.file.MappingParser;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Test;

class PlausibilityTest {
  private static final int RECORDS = 200;

  /** Returns what is found about a column, given as in a study file, and a site's cells. */
  private static List<Finding> find(String column, String mapping, IntFunction<String> cells) {
    Study study =
        Study.parse(
            """
            study: s
            schema:
              missing: mean
              columns: [%s]
            participation: {sites: [a, b, c]}
            privacy: {level: totals}
            """
                .formatted(column),
            "study.yaml");
    ColumnSpec spec = study.schema().columns().get(0);
    Mapping own =
        mapping.isEmpty()
            ? Mapping.none()
            : MappingParser.parse(
                "columns: {%s: {%s}}".formatted(spec.name(), mapping), "m", study);
    RecordCoder coder =
        new RecordCoder(
            "x", List.of(spec.name()), study.schema().columns(), Optional.of(own), true);
    try (RecordCoder.Task task = coder.start()) {
      List<String[]> rows = new ArrayList<>();
      for (int i = 0; i < RECORDS; i++) {
        rows.add(new String[] {cells.apply(i)});
      }
      task.code(rows);
      return Plausibility.of(spec, own.of(spec.name()), task.counts().get(0));
    }
  }

  private static Kind kind(List<Finding> findings) {
    assertThat(findings).hasSize(1);
    return findings.get(0).kind();
  }

  private static String spread(int i, double from, double to) {
    return Double.toString(from + (to - from) * ((i * 61) % RECORDS) / RECORDS);
  }

  private static final String GLUCOSE = "{name: glucose, unit: mg/dL, lower: 40, upper: 600}";

  @Test
  void namesTheUnitInWhichAColumnIs() {
    List<Finding> found = find(GLUCOSE, "", i -> spread(i, 3.5, 15));
    assertThat(kind(found)).isEqualTo(Kind.UNIT);
    assertThat(found.get(0).sentence())
        .contains("looks as if it were in mmol/L; the study wants mg/dL (factor 18.02 for glucose")
        .contains("'unit: mmol/L' and 'substance: glucose'");
    assertThat(find(GLUCOSE, "", i -> spread(i, 60, 300))).isEmpty();
    assertThat(find(GLUCOSE, "unit: mmol/L, substance: glucose", i -> spread(i, 3.5, 15)))
        .isEmpty();
  }

  @Test
  void findsOtherUnits() {
    assertThat(
            find("{name: temp, unit: Cel, lower: 33, upper: 43}", "", i -> spread(i, 96, 104))
                .get(0)
                .sentence())
        .contains("in [degF]");
    assertThat(
            find("{name: weight, unit: kg, lower: 35, upper: 200}", "", i -> spread(i, 250, 440))
                .get(0)
                .sentence())
        .contains("in [lb_av]");
    assertThat(
            find("{name: height, lower: 120, upper: 220}", "", i -> spread(i, 1.5, 2))
                .get(0)
                .sentence())
        .contains("in m; the study wants cm")
        .contains("the study names no unit");
    assertThat(
            find("{name: hba1c, unit: '%', lower: 3, upper: 18}", "", i -> spread(i, 25, 100))
                .get(0)
                .sentence())
        .contains("in mmol/mol")
        .contains("not a factor only");
  }

  @Test
  void aFewValuesOutsideAreNoMistake() {
    assertThat(find(GLUCOSE, "", i -> i < 20 ? "5" : spread(i, 60, 300))).isEmpty();
  }

  @Test
  void namesAColumnThatNoUnitExplains() {
    assertThat(kind(find(GLUCOSE, "", i -> spread(i, -900000, -1000)))).isEqualTo(Kind.RANGE);
    List<Finding> wrong = find(GLUCOSE, "unit: g/L", i -> spread(i, 60, 300));
    assertThat(kind(wrong)).isEqualTo(Kind.RANGE);
    assertThat(wrong.get(0).sentence()).contains("and the right unit");
  }

  @Test
  void namesCodesForMissing() {
    IntFunction<String> cells = i -> i % 10 == 0 ? "-999" : spread(i, 20, 90);
    List<Finding> found = find("{name: age, lower: 0, upper: 120}", "", cells);
    assertThat(kind(found)).isEqualTo(Kind.CODE);
    assertThat(found.get(0).sentence()).doesNotContain("999");
    assertThat(found.get(0).detail()).isEqualTo("-999 in 20 records");
    assertThat(find("{name: age, lower: 0, upper: 120}", "missing: ['-999']", cells)).isEmpty();
    assertThat(kind(find("{name: age}", "", i -> i % 9 == 0 ? "999" : spread(i, 20, 90))))
        .isEqualTo(Kind.CODE);
    assertThat(find("{name: age}", "", i -> i % 9 == 0 ? "99" : spread(i, 20, 97))).isEmpty();
    assertThat(find("{name: z}", "", i -> i % 9 == 0 ? "-1" : spread(i, -2, 2))).isEmpty();
    assertThat(kind(find("{name: n}", "", i -> i % 9 == 0 ? "-1" : spread(i, 0, 9))))
        .isEqualTo(Kind.CODE);
  }

  @Test
  void namesTheNumberOfARecord() {
    assertThat(kind(find("{name: value}", "", i -> String.valueOf(1000 + 7 * i))))
        .isEqualTo(Kind.ID);
    assertThat(kind(find("{name: Patient-ID}", "", i -> String.valueOf((i * 61) % RECORDS + 5000))))
        .isEqualTo(Kind.ID);
    assertThat(find("{name: day}", "", i -> String.valueOf((i * 61) % RECORDS + 5000))).isEmpty();
    assertThat(find("{name: x}", "", i -> i + ".5")).isEmpty();
  }

  @Test
  void namesOtherCodesOfLevels() {
    String smoker = "{name: smoker, kind: binary, levels: ['0', '1']}";
    List<Finding> shifted = find(smoker, "", i -> i % 3 == 0 ? "2" : "1");
    assertThat(kind(shifted)).isEqualTo(Kind.CODING);
    assertThat(shifted.get(0).sentence()).contains("Column 'smoker'").doesNotContain("2");
    assertThat(shifted.get(0).detail()).isEqualTo("unknown here: 2; not found: 0");
    assertThat(find(smoker, "levels: {1: '0', 2: '1'}", i -> i % 3 == 0 ? "2" : "1")).isEmpty();

    String word = "{name: ill, kind: binary, levels: [no, yes]}";
    assertThat(kind(find(word, "", i -> i % 2 == 0 ? "ja" : "nein"))).isEqualTo(Kind.CODING);
    assertThat(find(word, "", i -> i % 50 == 0 ? "maybe" : i % 2 == 0 ? "no" : "Yes")).isEmpty();
    String pooled = "{name: c, kind: category, levels: [a, b, other]}";
    assertThat(find(pooled, "", i -> i % 4 == 0 ? "z" : "a"))
        .as("what is none of the levels counts as other")
        .isEmpty();
  }
}
