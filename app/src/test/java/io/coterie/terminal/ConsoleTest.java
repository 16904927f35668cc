package io.coterie.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import io.coterie.json.Json;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** Whatever text reaches the console, a screen gets our own colours and no other command. */
class ConsoleTest {
  private static final String WORDS = "a\u001b[2Jb\u001b]0;t\u0007c\u202Ed\u009b5me\rf";
  private static final String CLEAN = "abc de f";

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  private Console console(boolean isScreen, boolean isJson) {
    return new Console(
        new Terminal(
            new PrintStream(out, true, StandardCharsets.UTF_8),
            new PrintStream(err, true, StandardCharsets.UTF_8),
            isScreen,
            isScreen),
        isJson,
        false,
        true);
  }

  @Test
  void coloursOfOurOwnStayOnAScreen() {
    Console console = console(true, false);
    console.say(console.paint(Ansi.RED, WORDS) + " " + WORDS);
    console.say(Table.ofFacts().row("name", WORDS));
    assertThat(out.toString(StandardCharsets.UTF_8).lines())
        .containsExactly(
            "\u001b[31m" + CLEAN + "\u001b[0m " + CLEAN, "\u001b[2mname\u001b[0m  " + CLEAN);
  }

  @Test
  void elsewhereNoneDo() {
    console(false, false).say("\u001b[31mred\u001b[0m " + WORDS);
    assertThat(out.toString(StandardCharsets.UTF_8).lines()).containsExactly("red " + CLEAN);
  }

  @Test
  void warningsAndProgressAreCleanToo() {
    Console console = console(false, false);
    console.warn(WORDS);
    console.progress(WORDS);
    try (StatusLine line = console.statusLine(() -> WORDS)) {
      line.print(WORDS);
    }
    assertThat(err.toString(StandardCharsets.UTF_8).lines())
        .containsExactly("warning: " + CLEAN, CLEAN, CLEAN);
  }

  @Test
  void aRedrawnLineIsClean() {
    try (StatusLine line = console(true, false).statusLine(() -> WORDS)) {
      line.redraw();
    }
    assertThat(err.toString(StandardCharsets.UTF_8))
        .contains(CLEAN)
        .doesNotContain("]0;", "\u202e");
  }

  @Test
  void jsonSaysWhatItMeansInVisibleCharacters() throws Exception {
    console(true, true).finish(Json.object().put("words", WORDS));
    String document = out.toString(StandardCharsets.UTF_8);
    assertThat(document).doesNotContain("\u009b", "\u202e", "\u001b");
    assertThat(Json.MAPPER.readTree(document).path("data").path("words").asText()).isEqualTo(WORDS);
  }
}
