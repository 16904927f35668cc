package io.coterie.participant;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.coterie.PeerText;
import io.coterie.json.Json;
import org.junit.jupiter.api.Test;

class SiteStateTest {
  private static final String WORDS = "why\u001b[2J\u009b1m \u202Eknown\u2028 ";

  @Test
  void thePageShowsNoWordsThatChangeOthers() {
    SiteState state = new SiteState("a");
    state.waiting(WORDS);
    state.go("taking part", WORDS);
    state.end(WORDS);

    JsonNode shown = state.json();
    assertThat(shown.path("waiting").asText()).isEqualTo("why  known  ");
    assertThat(shown.path("ending").asText()).isEqualTo("why  known  ");
    state
        .after(0)
        .lines()
        .forEach(
            line ->
                assertThat(Json.tree(line.data()).path("text").asText().codePoints())
                    .allMatch(PeerText::isVisible));
  }
}
