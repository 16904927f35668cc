package io.coterie.data.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.coterie.CoterieException;
import io.coterie.data.FileFormat;
import io.coterie.math.Seed;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NumberStyleTest {
  private static NumberEvidence evidence(Set<Integer> aside, String... cells) {
    List<String> names = new ArrayList<>();
    for (int j = 0; j < Math.max(2, cells.length); j++) {
      names.add("c" + j);
    }
    NumberEvidence evidence = new NumberEvidence("f", names, FileFormat.unstated(), aside);
    for (int j = 0; j < cells.length; j++) {
      for (String cell : cells[j].split(";", -1)) {
        evidence.add(j, cell);
      }
    }
    return evidence;
  }

  private static Optional<NumberStyle> style(String... cells) {
    return evidence(Set.of(), cells).style();
  }

  /** One column for each argument, its cells between semicolons. */
  @Test
  void oneSureCellDecidesForAll() {
    assertThat(style("1.718", "0.5")).contains(NumberStyle.PLAIN);
    assertThat(style("1.718;12.25")).contains(NumberStyle.PLAIN);
    assertThat(style("1.718;0.123")).contains(NumberStyle.PLAIN);
    assertThat(style("1.718;1234.567")).contains(NumberStyle.PLAIN);
    assertThat(style("1.718;1.5e3")).contains(NumberStyle.PLAIN);
    assertThat(style("1.718;.5")).contains(NumberStyle.PLAIN);
    assertThat(style("1.718", "12,5")).contains(new NumberStyle(',', '.'));
    assertThat(style("1,718", "0.5")).contains(new NumberStyle('.', ','));
    assertThat(style("1.718.000")).contains(new NumberStyle(',', '.'));
    assertThat(style("1,718", "1.718,5")).contains(new NumberStyle(',', '.'));
    assertThat(style("12 345", "1.718")).contains(new NumberStyle('.', ' '));
    assertThat(style("12'345", "1,718")).contains(new NumberStyle(',', '\''));
  }

  @Test
  void nothingIsGuessed() {
    assertThat(style("1;20;300")).isEmpty();
    assertThat(style("1.718;2.350")).isEmpty();
    assertThatThrownBy(() -> evidence(Set.of(), "1.718;2.350").requireSure())
        .isInstanceOf(CoterieException.class)
        .hasMessageContaining("Column 'c0'")
        .hasMessageNotContaining("718");
    assertThatThrownBy(() -> style("1,718;2,350")).hasMessageContaining("--thousands ,");
    assertThatThrownBy(() -> style("1.718", "2,350")).hasMessageContaining("two ways");
    assertThatThrownBy(() -> style("1.25", "2,5")).hasMessageContaining("'c0'", "'c1'");
    assertThatThrownBy(() -> style("12 345", "12'345"))
        .hasMessageContaining("blanks", "apostrophes");
  }

  @Test
  void columnsOfTextAndColumnsSetAsideDecideNothingAgainstTheOthers() {
    assertThat(style("a;b;12,5", "0.5")).contains(NumberStyle.PLAIN);
    assertThat(style("3.12.2020;4.1.2021", "0,5")).contains(new NumberStyle(',', NumberStyle.NONE));
    assertThat(evidence(Set.of(0), "12,5", "0.5").style()).contains(NumberStyle.PLAIN);
    assertThat(evidence(Set.of(0), "0.5", "1.718").style()).contains(NumberStyle.PLAIN);
    evidence(Set.of(0), "1.718", "7").requireSure();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '"',
      value = {
        "1.718,50;1718.50",
        "12,5;12.5",
        "-1.234.567,8;-1234567.8",
        "007;007",
        ",5;.5",
        "5,;5.",
        "1,5e3;1.5e3",
        "+2;+2",
        "1.71;",
        "0.718;",
        "1.7182;",
        "1.718.00;",
        "1,5,5;",
        "12.50,3;",
        "1.718,50 €;",
        "-;",
        ".718;",
        "1..718;",
        "e5;"
      })
  void germanNumbersAreReadStrictly(String text, String expected) {
    assertThat(new NumberStyle(',', '.').canonical(text)).isEqualTo(expected);
  }

  @Test
  void everySpaceAndApostropheBetweenThousandsCounts() {
    NumberStyle blanks = new NumberStyle(',', ' ');
    for (String blank : List.of(" ", "\u00A0", "\u202F", "\u2009")) {
      assertThat(blanks.canonical("1" + blank + "718,5")).isEqualTo("1718.5");
    }
    assertThat(new NumberStyle('.', '\'').canonical("1\u2019718")).isEqualTo("1718");
  }

  /** Columns written in a style give that style back, and their values exactly. */
  @Test
  void writtenNumbersAreFoundAgain() {
    SplittableRandom random = new Seed(3).child("styles").random();
    char[][] styles = {{'.', ','}, {',', '.'}, {',', ' '}, {'.', '\''}, {',', NumberStyle.NONE}};
    for (int trial = 0; trial < 500; trial++) {
      char[] signs = styles[random.nextInt(styles.length)];
      NumberStyle style = new NumberStyle(signs[0], signs[1]);
      List<String> plain = new ArrayList<>();
      List<String> written = new ArrayList<>();
      for (int i = 0; i < 20; i++) {
        double size = Math.pow(10, random.nextInt(8));
        String number =
            String.format(Locale.ROOT, "%." + random.nextInt(4) + "f", size * random.nextDouble());
        plain.add(number);
        written.add(written(number, style));
      }
      Optional<NumberStyle> found;
      try {
        found = style(String.join(";", written), "7");
      } catch (CoterieException e) {
        assertThat(e).hasMessageContaining("two ways");
        continue;
      }
      NumberStyle used = found.orElse(NumberStyle.PLAIN);
      boolean isOpen = found.isEmpty();
      for (int i = 0; i < plain.size(); i++) {
        String canonical = used.canonical(written.get(i));
        assertThat(canonical == null || isOpen || canonical.equals(plain.get(i)))
            .as("%s in %s", written, used)
            .isTrue();
        assertThat(canonical).as("%s in %s", written, used).isNotNull();
      }
    }
  }

  private static String written(String number, NumberStyle style) {
    int point = number.indexOf('.') < 0 ? number.length() : number.indexOf('.');
    StringBuilder text = new StringBuilder(number);
    if (point < number.length()) {
      text.setCharAt(point, style.decimal());
    }
    for (int at = point - 3; at > 0 && style.thousands() != NumberStyle.NONE; at -= 3) {
      text.insert(at, style.thousands());
    }
    return text.toString();
  }
}
