package io.coterie.participant;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.coterie.study.SiteSource;
import io.coterie.study.Study;
import io.coterie.study.file.MappingParser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TableViewTest {
  private static final Study STUDY =
      Study.parse(
          """
          study: wards
          schema:
            missing: mean
            columns:
              - {name: sex, kind: binary, levels: [F, M]}
              - {name: weight, unit: kg, lower: 30, upper: 250}
              - {name: crp}
              - {name: patient, kind: id}
          participation: {sites: [a, b, c]}
          """,
          "study.yaml");

  @TempDir private Path folder;

  private SiteSource ward() throws IOException {
    StringBuilder text = new StringBuilder("patient,gender,weight,crp,secret\n");
    for (int i = 0; i < 40; i++) {
      text.append(
          "P%d,%s,%d,%s,s%d\n"
              .formatted(
                  i,
                  i % 2 == 0 ? "1" : "2",
                  60_000 + 500 * (i * 7 % 20),
                  i == 7 ? "<0.3" : "1.5",
                  i));
    }
    return SiteSource.of(Files.writeString(folder.resolve("ward.csv"), text).toString());
  }

  private SiteSource mapped(String mapping) throws IOException {
    return ward().withMapping(MappingParser.parse(mapping, "m.yaml", STUDY));
  }

  @Test
  void showsHowEachColumnIsMadeAndNoValue() throws IOException {
    JsonNode shown =
        TableView.of(
            STUDY,
            mapped(
                "columns: {sex: {from: gender, levels: {1: M, 2: F}}, crp: {below: half}, weight:"
                    + " {unit: g}}"),
            "coterie study check");
    JsonNode sex = shown.at("/columns/0");
    assertThat(sex.path("from").asText()).isEqualTo("gender");
    assertThat(sex.path("how").asText()).isEqualTo("levels: {\"1\": \"M\", \"2\": \"F\"}");
    assertThat(shown.at("/columns/1/how").asText()).isEqualTo("unit: \"g\"");
    assertThat(shown.at("/columns/2/unread").asInt()).isZero();
    assertThat(shown.path("columns")).allMatch(column -> column.path("questions").isEmpty());
    assertThat(shown.path("unread")).extracting(JsonNode::asText).containsExactly("secret");
    assertThat(shown.path("mapped").asBoolean()).isTrue();
    assertThat(shown.path("command").asText()).isEqualTo("coterie study check");
    assertThat(shown.toString()).doesNotContain("P1", "s1", "60500");
  }

  @Test
  void showsWhatHasToBeAnswered() throws IOException {
    JsonNode shown = TableView.of(STUDY, mapped("columns: {sex: {from: gender}}"), "");
    assertThat(shown.at("/columns/0/unknown").asInt()).isEqualTo(40);
    assertThat(shown.at("/columns/0/questions/0").asText()).contains("levels that the study does");
    assertThat(shown.at("/columns/1/questions/0").asText()).contains("as if it were in g");
    assertThat(shown.at("/columns/2/unread").asInt()).isEqualTo(1);
    assertThat(shown.toString()).doesNotContain("<0.3");
  }

  @Test
  void showsWhyATableCannotBeRead() throws IOException {
    JsonNode shown = TableView.of(STUDY, ward(), "");
    assertThat(shown.path("problem").asText()).contains("lacks 1 of the 3 columns", "'sex'");
    assertThat(shown.path("columns")).isEmpty();
    assertThat(shown.path("mapped").asBoolean()).isFalse();
  }
}
