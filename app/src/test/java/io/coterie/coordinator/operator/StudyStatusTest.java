package io.coterie.coordinator.operator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.coterie.json.Json;
import java.util.List;
import org.junit.jupiter.api.Test;

class StudyStatusTest {
  @Test
  void whatIsWrittenIsReadAgain() {
    StudyStatus status = Statuses.collecting("heart");
    String text = Json.text(status);
    assertThat(Json.read(Json.parse(text), StudyStatus.class)).isEqualTo(status);
    assertThat(text)
        .contains("\"waiting_for\": \"waiting for 1 of 2: a\"", "\"seconds_left\": 61.5");
  }

  @Test
  void aStateThatNobodyKnowsIsRefused() {
    String text = Json.line(Statuses.collecting("heart"));
    assertThatThrownBy(
            () -> Json.read(Json.parse(text.replace("joined", "asleep")), StudyStatus.class))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void whatIsMissingOrOfAnotherTypeIsRefusedAndWhatIsMoreIsNot() {
    String text = Json.line(Statuses.collecting("heart"));
    for (String damaged :
        List.of(
            text.replace("\"phase\":\"collecting\",", ""),
            text.replace("\"round\":3,", ""),
            text.replace("\"quorum\":2", "\"quorum\":\"2\""),
            text.replace("\"quorum\":2", "\"quorum\":2.5"),
            "[" + text + "]")) {
      assertThat(damaged).isNotEqualTo(text);
      assertThatThrownBy(() -> Json.read(Json.parse(damaged), StudyStatus.class))
          .as(damaged)
          .isInstanceOf(IllegalArgumentException.class);
    }
    String more = text.replaceFirst("\\{", "{\"later\":[1],");
    assertThat(Json.read(Json.parse(more), StudyStatus.class))
        .isEqualTo(Statuses.collecting("heart"));
  }

  @Test
  void aSiteIsNotToldItsOwnName() {
    StudyStatus status = Statuses.collecting("heart");
    assertThat(status.waitingFor()).isEqualTo("waiting for 1 of 2: a");
    assertThat(status.waitingFor("b")).isEqualTo("waiting for 1 of 2: a");
    assertThat(status.waitingFor("a")).isEqualTo("waiting for this site");
  }
}
