package io.coterie.data.mapping;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.coterie.CoterieException;
import io.coterie.study.Study;
import io.coterie.study.file.MappingParser;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RecordCoderTest {
  private static final String STUDY =
      """
      study: wards
      schema:
        missing: mean
        columns:
          - {name: chol, unit: mg/dL, lower: 50, upper: 1000}
          - {name: sex, kind: category, levels: [F, M]}
          - {name: stage, kind: ordinal, levels: ["1", "2", "3"], missing: ["9"]}
          - {name: crp, log: true, decimals: 1, missing: ["-999"]}
          - {name: born, kind: date, part: age, at: 2020-01-01}
          - {name: drinks, absence: zero}
          - {name: smoker, kind: category, levels: [no, yes, absent, other], absence: level}
      participation:
        sites: [a, b, c]
      """;
  private static final List<String> NAMES =
      List.of("chol", "sex", "stage", "crp", "born", "drinks", "smoker");

  private List<CellCounts> counts;

  private double[] coded(String mapping, List<String> names, String... cells) {
    Study study = Study.parse(STUDY, "study.yaml");
    Optional<Mapping> own =
        mapping.isEmpty()
            ? Optional.empty()
            : Optional.of(MappingParser.parse(mapping, "mapping.yaml", study));
    RecordCoder coder = new RecordCoder("ward.csv", names, study.schema().columns(), own, false);
    try (RecordCoder.Task task = coder.start()) {
      double[] record = task.code(List.<String[]>of(cells)).get(0);
      counts = task.counts();
      return record;
    }
  }

  private double[] code(String... cells) {
    return coded("", NAMES, cells);
  }

  private double one(String mapping, String column, String cell) {
    String[] cells = new String[NAMES.size()];
    cells[NAMES.indexOf(column)] = cell;
    return coded("columns: {%s}".formatted(mapping), NAMES, cells)[NAMES.indexOf(column)];
  }

  @Test
  void cellsBecomeValues() {
    assertThat(code("212.5", "M", "2", "2.72", "1960-01-01 10:00", "3", "yes"))
        .containsExactly(212.5, 1, 1, StrictMath.log(2.7), 21915 / 365.25, 3, 1);
    assertThat(counts).allSatisfy(own -> assertThat(own.missing()).isZero());
  }

  @Test
  void emptyCellsMeanWhatTheStudySays() {
    assertThat(code("", null, "?", "NA", null, "", null))
        .containsExactly(Double.NaN, Double.NaN, Double.NaN, Double.NaN, Double.NaN, 0, 2);
    assertThat(counts.stream().map(CellCounts::missing))
        .containsExactly(1L, 1L, 1L, 1L, 1L, 0L, 0L);
  }

  @Test
  void levelsAreFoundAsNumbersAndInOtherLetters() {
    assertThat(code("1", "m", "3.0", "1", null, "", "maybe"))
        .startsWith(1, 1, 2)
        .endsWith(3); // none of the levels counts as other
    assertThat(counts.get(6).oddTexts()).containsOnlyKeys("maybe");
    assertThat(Double.isNaN(code("1", "x", "9.0", "-999.0", null, "", "")[1])).isTrue();
    assertThat(counts.get(1).unknown()).isEqualTo(1);
    assertThat(counts.get(2).unknown()).as("a code for missing").isZero();
    assertThat(counts.get(3).missing()).isEqualTo(1);
  }

  @Test
  void recodesTextsAlsoAsNumbers() {
    String recode = "sex: {levels: {1: M, 2: F}}";
    assertThat(one(recode, "sex", "1")).isEqualTo(1);
    assertThat(one(recode, "sex", "2.0")).isZero();
    assertThat(one("drinks: {levels: {None: 0}}", "drinks", "none")).isZero();
    assertThat(one("smoker: {levels: {'': no}}", "smoker", "")).isZero();
  }

  @Test
  void convertsUnitsButNotWhatWasRecoded() {
    String unit = "chol: {unit: g/L, levels: {low: 50}}";
    assertThat(one(unit, "chol", "1.5")).isEqualTo(150);
    assertThat(one(unit, "chol", "low")).isEqualTo(50);
    assertThat(counts.get(0).outside()).isZero();
    assertThat(one("chol: {unit: mmol/L, substance: cholesterol}", "chol", "25.9"))
        .isCloseTo(1001.42, org.assertj.core.api.Assertions.within(0.01));
    assertThat(counts.get(0).outside()).isEqualTo(1);
  }

  @Test
  void takesNumbersAsTheSiteWritesThem() {
    assertThat(one("drinks: {decimal: ','}", "drinks", "0,25")).isEqualTo(0.25);
    assertThat(one("drinks: {decimal: ','}", "drinks", "0.25"))
        .as("as readers of files write it")
        .isEqualTo(0.25);
    assertThat(one("drinks: {decimal: ','}", "drinks", "1.718,5")).isNaN();
    assertThat(counts.get(5).unreadable()).isEqualTo(1);
  }

  @Test
  void valuesBeyondALimitAreWhatTheMappingSays() {
    assertThat(one("drinks: {below: half}", "drinks", "<0.3")).isEqualTo(0.15);
    assertThat(one("drinks: {below: limit}", "drinks", "<= 0.3")).isEqualTo(0.3);
    assertThat(one("drinks: {below: missing}", "drinks", "<0.3")).isNaN();
    assertThat(counts.get(5).unreadable()).isZero();
    assertThat(one("drinks: {above: limit}", "drinks", ">500")).isEqualTo(500);
    assertThat(one("drinks: {above: limit}", "drinks", "<0.3")).isNaN();
    assertThat(counts.get(5).unreadable()).isEqualTo(1);
    assertThat(one("chol: {unit: g/L, below: half}", "chol", "<1")).isEqualTo(50);
    assertThat(one("drinks: {below: missing}", "drinks", "<soon")).isNaN();
    assertThat(counts.get(5).unreadable()).as("no limit at all").isEqualTo(1);
  }

  @Test
  void readsDatesInTheSitesForm() {
    assertThat(one("born: {date: dd.MM.yyyy}", "born", "01.01.1960")).isEqualTo(60);
    assertThat(one("born: {date: dd.MM.yyyy}", "born", "31.02.1960")).isNaN();
    assertThat(counts.get(4).unreadable()).isEqualTo(1);
  }

  @Test
  void missingCodesAreTheSitesOwn() {
    assertThat(one("chol: {missing: [unk]}", "chol", "UNK")).isNaN();
    assertThat(counts.get(0).unreadable()).isZero();
    assertThat(one("sex: {missing: ['9']}", "sex", "9.0")).isNaN();
    assertThat(counts.get(1).unknown()).isZero();
  }

  @Test
  void whatASiteLacksIsMissingThereWhateverAbsenceMeans() {
    List<String> names = List.of("chol", "geschlecht", "stage", "crp", "born");
    double[] record =
        coded(
            "missing: ['777']\ncolumns: {sex: {from: geschlecht}, drinks: {absent: true}, smoker:"
                + " {absent: true}}",
            names,
            "777",
            "F",
            "1",
            "1",
            "1960-01-01");
    assertThat(record).containsExactly(Double.NaN, 0, 0, 0, 60, Double.NaN, Double.NaN);
  }

  @Test
  void expressionsSeeTheWholeRow() {
    List<String> names = List.of("Weight", "ht.cm", "sex", "stage", "crp", "born", "smoker");
    double[] record =
        coded(
            """
            columns:
              chol: {absent: true}
              drinks: {sql: 'number(weight) / (number("ht.cm") / 100) ^ 2'}
              sex: {sql: "CASE WHEN sex = 'x' THEN 'M' ELSE upper(sex) END"}
            """,
            names,
            "80",
            "200",
            "f",
            "1",
            "1",
            null,
            null);
    assertThat(record).startsWith(Double.NaN, 0, 0, 0, Double.NaN).endsWith(20, 2);
  }

  @Test
  void saysWhichColumnsAreNotThere() {
    assertThatThrownBy(() -> coded("", List.of("chol", "Sex", "stage"), "1", "F", "1"))
        .isInstanceOf(CoterieException.class)
        .hasMessageContaining("lacks 5 of the 7 columns that are needed: 'sex', 'crp'")
        .hasMessageContaining("'Sex' is here; is it 'sex'?");
    assertThatThrownBy(() -> coded("columns: {chol: {sql: number(cholest)}}", NAMES, "1"))
        .hasMessageContaining("The 'sql' of column 'chol' reads 'cholest'")
        .hasMessageContaining("ward.csv does not have");
    assertThatThrownBy(() -> coded("columns: {chol: {sql: '1 + 1'}}", NAMES, "1"))
        .hasMessageContaining("reads no column");
  }

  @Test
  void anExpressionThatFailsShowsNoCell() {
    assertThatThrownBy(
            () -> one("chol: {sql: 'CAST(crp AS DOUBLE) + number(chol)'}", "crp", "secret"))
        .isInstanceOf(CoterieException.class)
        .hasMessageContaining("fails for some record")
        .hasMessageContaining("'chol'")
        .hasMessageNotContaining("secret")
        .hasNoCause();
  }

  @Test
  void totalsAddWhatTasksFound() {
    Study study = Study.parse(STUDY, "study.yaml");
    RecordCoder coder =
        new RecordCoder("x", NAMES, study.schema().columns(), Optional.empty(), true);
    RecordCoder.Task first = coder.start();
    RecordCoder.Task second = coder.start();
    first.code(List.<String[]>of(new String[] {"0.1", "F", "1", "1", null, "", "?"}));
    second.code(List.<String[]>of(new String[] {"2", "x", "1", "-1", "soon", "", ""}));
    List<CellCounts> total =
        RecordCoder.total(List.of(first.findings(), second.findings()), NAMES.size());
    assertThat(total.stream().map(CellCounts::cells)).containsOnly(2L);
    assertThat(total.get(0).outside()).isEqualTo(2);
    assertThat(total.get(1).unknown()).isEqualTo(1);
    assertThat(total.get(3).notPositive()).isEqualTo(1);
    assertThatThrownBy(() -> RecordCoder.requireReadable("x", NAMES, total))
        .hasMessageContaining("text where numbers or dates must be, in 'born'")
        .hasMessageNotContaining("soon");
    assertThat(Arrays.asList(first, second)).allSatisfy(RecordCoder.Task::close);
  }
}
