package io.coterie.participant;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.coterie.PeerText;
import io.coterie.json.Json;
import io.coterie.math.Matrix;
import io.coterie.message.Labels;
import io.coterie.site.SiteData;
import io.coterie.study.Study;
import io.coterie.terminal.Console;
import io.coterie.terminal.Terminal;
import java.util.List;
import java.util.Optional;
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

  /** A profile labels no record, and its page does not say so. */
  @Test
  void aProfileLabelsNothing() {
    Study profile =
        Study.parse(
            """
            study: wards
            method: profile
            schema: {columns: [{name: age, lower: 0, upper: 100}]}
            participation: {sites: [a, b, c]}
            """,
            "study.yaml");
    OpenedSiteData records =
        new OpenedSiteData(
            "ward.csv",
            List.of("age"),
            3,
            SiteData.of("a", Matrix.zeros(3, 1)),
            Optional.empty(),
            List.of(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty());
    SiteState state = new SiteState("a");
    state.invited(
        new JoinedStudy(
            profile, "a", records, new Console(Terminal.ofProcess(), false, true, false)),
        Optional.empty());
    state.answered(Labels.of(new int[3], 1));
    state.end("This site has the profile.");
    JsonNode shown = state.json();
    assertThat(shown.path("phase").asText()).isEqualTo("finished");
    assertThat(shown.path("sizes")).isEmpty();
    assertThat(shown.path("study").path("profile").asBoolean()).isTrue();
    assertThat(state.after(0).lines())
        .extracting(line -> Json.tree(line.data()).path("text").asText())
        .containsExactly("the profile is here", "This site has the profile.");
  }
}
