package io.coterie.study.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.coterie.CoterieException;
import io.coterie.data.mapping.ColumnMapping;
import io.coterie.data.mapping.ColumnMapping.Limit;
import io.coterie.data.mapping.Mapping;
import io.coterie.data.mapping.Substance;
import io.coterie.study.Study;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MappingParserTest {
  private static final Study STUDY =
      Study.parse(
          """
          study: wards
          schema:
            missing: mean
            columns:
              - {name: chol, unit: mg/dL}
              - {name: weight}
              - {name: sex, kind: category, levels: [F, M]}
              - {name: born, kind: date}
          participation:
            sites: [a, b, c]
          """,
          "study.yaml");

  private static final String FULL =
      """
      study: wards
      missing: ["-9", "unk"]
      columns:
        chol:
          from: "Chol. gesamt"
          unit: mmol/L
          substance: cholesterol
          missing: ["n.b."]
          decimal: ","
          below: half
          above: missing
        weight: {sql: "number(kilos) * 1.0"}
        sex: {from: gender, levels: {1: M, 2: F, "": F}}
        born: {from: 'born "at"', date: dd.MM.yyyy}
      """;

  private static Mapping parse(String text) {
    return MappingParser.parse(text, "mapping.yaml", STUDY);
  }

  @Test
  void readsEveryKey() {
    Mapping mapping = parse(FULL);
    ColumnMapping chol = mapping.of("chol");
    assertThat(mapping.missing()).containsExactly("-9", "unk");
    assertThat(chol.from()).contains("Chol. gesamt");
    assertThat(chol.unit().orElseThrow().substance()).contains(Substance.CHOLESTEROL);
    assertThat(chol.numbers().below()).contains(Limit.HALF);
    assertThat(mapping.of("sex").levels()).containsEntry("1", "M").containsEntry("", "F");
    assertThat(mapping.of("weight").sql()).isPresent();
    assertThat(parse("columns: {sex: {absent: true}}").of("sex").isAbsent()).isTrue();
    assertThat(parse("columns: {}").of("sex")).isEqualTo(ColumnMapping.SAME);
  }

  @Test
  void isWrittenAndReadBackTheSame() {
    Mapping mapping = parse(FULL);
    String text = new MappingText("wards", mapping).text();
    assertThat(parse(text)).isEqualTo(mapping);
    assertThat(new MappingText("wards", parse(text)).text()).isEqualTo(text);
    Mapping absent = parse("columns: {sex: {absent: true}, born: {}}");
    assertThat(parse(new MappingText("wards", absent).text())).isEqualTo(absent);
    assertThat(parse(new MappingText("wards", Mapping.none()).text())).isEqualTo(Mapping.none());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "study: others | line 1: study is 'others', but this study is 'wards'",
        "colums: {} | line 1: there is no key colums. Did you mean columns?",
        "columns: {sexx: {}} | line 1: there is no key columns.sexx. Did you mean columns.sex?",
        "columns: {sex: {form: g}} | columns.sex.form. Did you mean columns.sex.from?",
        "columns: {sex: gender} | columns.sex must hold keys and values of its own",
        "columns: {sex: {from: '?'}} | columns.sex.from is still open (?)",
        "columns: {sex: {levels: {1: '?'}}} | columns.sex.levels has a text that is still open",
        "columns: {sex: {levels: {1: m}}} | levels makes 'm' of a text, but the study's levels are F, M. Did you mean M?",
        "columns: {sex: {levels: [1, 2]}} | levels must hold texts and what they stand for",
        "columns: {sex: {unit: kg}} | unit is not for a column of kind category",
        "columns: {sex: {date: dd.MM.yyyy}} | date is not for a column of kind category",
        "columns: {sex: {absent: true, from: x}} | from says how a column is made",
        "columns: {sex: {absent: maybe}} | absent is 'maybe'; it must be true or false",
        "columns: {sex: {sql: a, from: x}} | from is a column, but sql says how it is made",
        "columns: {sex: {sql: 'a, b'}} | columns.sex.sql must be one expression",
        "columns: {sex: {sql: now()}} | columns.sex.sql uses the function 'now'",
        "columns: {weight: {unit: kg}} | columns.weight.unit is stated, but the study states none",
        "columns: {chol: {unit: mmHg}} | Did you mean 'mm[Hg]'?",
        "columns: {chol: {unit: kg}} | kg cannot be converted into mg/dL",
        "columns: {chol: {unit: mmol/L}} | depends on the substance",
        "columns: {chol: {substance: glucose}} | substance belongs to a unit",
        "columns: {chol: {unit: g/L, substance: glucos}} | Did you mean glucose?",
        "columns: {chol: {above: half}} | above is half",
        "columns: {chol: {decimal: ';'}} | decimal must be '.' or ','",
        "columns: {born: {date: dd.MM.yy}} | date must be a form of dates",
        "columns: {born: {date: \"yyyy-'q\"}} | date must be a form of dates",
        "columns: {chol: {missing: [a, a]}} | missing names a code twice",
      })
  void saysPreciselyWhatIsWrong(String text, String message) {
    assertThatThrownBy(() -> parse(text))
        .isInstanceOf(CoterieException.class)
        .hasMessageStartingWith("mapping.yaml, line 1: ")
        .hasMessageContaining(message);
  }

  @Test
  void aTextOfARecordIsNotShown() {
    assertThatThrownBy(() -> parse("columns: {sex: {levels: {secret: [a]}}}"))
        .hasMessageContaining("columns.sex.levels must be a single word")
        .hasMessageNotContaining("secret");
  }

  @Test
  void aStudyWithoutNamesHasNothingToMap() {
    Study vectors =
        Study.parse(
            """
            study: v
            schema: {input: vectors, dimension: 3}
            participation: {sites: [a, b, c]}
            """,
            "study.yaml");
    assertThatThrownBy(() -> MappingParser.parse("study: v", "m.yaml", vectors))
        .hasMessageContaining("nothing to map");
  }

  /** A mapping made for the profile serves the study, where a rare level has become 'other'. */
  @Test
  void aLevelThatIsTooRareForTheStudyIsOther() {
    Study agreed =
        Study.parse(
            """
            study: wards
            schema:
              columns: [{name: x}, {name: diagnosis, kind: category, levels: [Asthma, Measles, other]}]
            participation: {sites: [a, b, c]}
            """,
            "study.yaml");
    String recoded = "columns: {diagnosis: {levels: {k7: %s}}}";
    assertThat(
            MappingParser.parse(recoded.formatted("Kuru disease"), "m.yaml", agreed)
                .of("diagnosis")
                .levels())
        .containsEntry("k7", "Kuru disease");
    assertThatThrownBy(() -> MappingParser.parse(recoded.formatted("Measle"), "m.yaml", agreed))
        .hasMessageContaining("Did you mean Measles?")
        .hasMessageContaining("A level that is too rare for the study is 'other'");
  }
}
