package io.coterie;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PeerTextTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      ignoreLeadingAndTrailingWhitespace = false,
      value = {
        "a\u001b[2Jb|ab",
        "\u001b[1;31mred\u001b[0m|red",
        "\u001b[38:5:1mred|red",
        "\u001b]0;owned\u0007title|title",
        "\u001b]8;;http://x\u001b\\link\u001b]8;;\u001b\\|link",
        "\u001bPq#0~\u001b\\after|after",
        "\u009b2Jc1|c1",
        "\u009d0;owned\u009cc1|c1",
        "\u001bc reset| reset",
        "\u001b(0lqk|lqk",
        "\u001b|' '",
        "\u001b]never ends|never ends",
        "line\u2028para\u2029end|line para end",
        "\u202Aa\u202Bb\u202Cc\u202Dd\u202Ee|' a b c d e'",
        "\u2066a\u2067b\u2068c\u2069d|' a b c d'",
        "\u200Ea\u200Fb\u061Cc|' a b c'",
        "zero\u200Bwidth\uFEFF|'zero width '",
        "M\u00fcnchen \u6771\u4eac \ud83d\ude00|M\u00fcnchen \u6771\u4eac \ud83d\ude00"
      })
  void nothingIsLeftThatAScreenObeys(String hostile, String shown) {
    assertThat(PeerText.reason(hostile)).isEqualTo(shown);
    assertThat(PeerText.reason(shown)).isEqualTo(shown);
  }

  @Test
  void controlsBecomeSpaces() {
    assertThat(PeerText.reason("a\rb\nc\td\u0000e\u0008f")).isEqualTo("a b c d e f");
    assertThat(PeerText.reason("del\u007fc1\u0085end")).isEqualTo("del c1 end");
    assertThat(PeerText.lines("a\rb\nc")).isEqualTo("a b\nc");
  }

  @Test
  void everyCharacterThatIsLeftIsVisible() {
    String all =
        IntStream.rangeClosed(0, Character.MAX_CODE_POINT)
            .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
            .toString();
    assertThat(PeerText.line(all, all.length()).codePoints()).allMatch(PeerText::isVisible);
    assertThat(PeerText.lines(all).codePoints())
        .allMatch(character -> PeerText.isVisible(character) || character == '\n');
    assertThat(PeerText.ascii(all, all.length())).matches("[ -~]*");
  }

  /** What is left after a sequence is taken out must not be another one. */
  @Test
  void noSequenceIsHiddenInAnother() {
    assertThat(PeerText.reason("\u001b\u001b[2J[2J")).doesNotContain("\u001b");
    assertThat(PeerText.reason("\u001b[\u001b[2J2J")).doesNotContain("\u001b");
  }

  @Test
  void longTextIsCutBetweenCharacters() {
    assertThat(PeerText.line("a".repeat(200), 200)).hasSize(200);
    assertThat(PeerText.line("a".repeat(201), 200)).hasSize(200).endsWith("a...");
    assertThat(PeerText.line("\ud83d\ude00".repeat(50), 20))
        .isEqualTo("\ud83d\ude00".repeat(8) + "...");
    assertThat(PeerText.ascii("\u0430dmin", 10)).isEqualTo("?dmin");
  }

  @ParameterizedTest
  @Timeout(10)
  @ValueSource(
      strings = {"\u009d", "\u001b]", "\u001b[", "\u001b[1", "\u009b;", "\u202e", "\u001b"})
  void megabytesTakeNoTime(String part) {
    String text = part.repeat(8_000_000 / part.length());
    assertThat(PeerText.reason(text)).hasSizeLessThanOrEqualTo(PeerText.REASON);
  }

  @Test
  void jsonKeepsItsMeaning() {
    assertThat(PeerText.escaped("{\n  \"a\": \"b\u202e\u009b\u007f\ud83d\ude00\"\n}\n"))
        .isEqualTo("{\n  \"a\": \"b\\u202e\\u009b\\u007f\ud83d\ude00\"\n}\n");
  }
}
