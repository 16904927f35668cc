package io.coterie.serve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.coterie.store.Json;
import org.junit.jupiter.api.Test;

class StatusJsonTest {
  @Test
  void whatIsWrittenIsReadAgain() {
    StudyStatus status = Statuses.collecting("heart");
    String text = Json.text(StatusJson.of(status));
    assertThat(StatusJson.parse(Json.parse(text))).isEqualTo(status);
    assertThat(text)
        .contains("\"waiting_for\": \"waiting for 1 of 2: a\"", "\"seconds_left\": 61.5");
  }

  @Test
  void aStateThatNobodyKnowsIsRefused() {
    String text = StatusJson.of(Statuses.collecting("heart")).toString();
    assertThatThrownBy(() -> StatusJson.parse(Json.parse(text.replace("joined", "asleep"))))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void aSiteIsNotToldItsOwnName() {
    StudyStatus status = Statuses.collecting("heart");
    assertThat(status.waitingFor()).isEqualTo("waiting for 1 of 2: a");
    assertThat(status.waitingFor("b")).isEqualTo("waiting for 1 of 2: a");
    assertThat(status.waitingFor("a")).isEqualTo("waiting for this site");
  }
}
