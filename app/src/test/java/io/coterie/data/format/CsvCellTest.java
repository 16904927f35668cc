package io.coterie.data.format;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CsvCellTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "=HYPERLINK(\"http://x\")",
        "=1+1",
        "+1+cmd|' /C calc'!A0",
        "-2+3+cmd|' /C calc'!A0",
        "@SUM(A1:A9)",
        "\t=1",
        "\r=1",
        "\n=1",
        "  =1+1",
        "\uFF1D1+1",
        "'=1+1",
        "''@x",
        "-north",
        "+",
        "-"
      })
  void aFormulaBecomesTextAndComesBack(String text) {
    String cell = unquoted(CsvCell.of(text));
    assertThat(cell).isEqualTo("'" + text);
    assertThat(text(cell)).isEqualTo(text);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "north",
        "",
        "-5",
        "+5",
        "-5.25",
        "1e9",
        "-.5E-3",
        "'s-Hertogenbosch",
        "a=b",
        "2-3"
      })
  void numbersAndOtherTextsStayAsTheyAre(String text) {
    assertThat(CsvCell.of(text)).isEqualTo(text);
    assertThat(text(text)).isEqualTo(text);
  }

  @Test
  void separatorsAreQuoted() {
    assertThat(CsvCell.of("=a,\"b\"")).isEqualTo("\"'=a,\"\"b\"\"\"");
    assertThat(CsvCell.quoted("=a")).isEqualTo("=a");
  }

  /** What is written of a text, as its reader gets it back. */
  private static String text(String cell) {
    return cell.matches("(?s)'+(?:[\\t\\r\\n]|\\s*[=+\\-@\uFF1D]).*") ? cell.substring(1) : cell;
  }

  private static String unquoted(String cell) {
    return cell.startsWith("\"")
        ? cell.substring(1, cell.length() - 1).replace("\"\"", "\"")
        : cell;
  }
}
