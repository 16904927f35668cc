package io.coterie.data.mapping;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.coterie.CoterieException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ExpressionTest {
  private static final List<String> NAMES = List.of("a", "b", "alk.phos");

  private static String value(String sql, String... cells) {
    try (Expressions all =
        new Expressions(List.of(Expression.of("x.csv", "t", sql, NAMES)), NAMES)) {
      return all.of(List.<String[]>of(cells)).get(0)[0];
    }
  }

  @Test
  void worksOutWhatARowGives() {
    assertThat(value("number(a) * 2 - 1", "2.5", "x", null)).isEqualTo("4.0");
    assertThat(value("coalesce(nullif(a, '-9'), B)", "-9", "x", null)).isEqualTo("x");
    assertThat(value("CASE WHEN a IN ('1', '2') OR b LIKE '%z' THEN 'in' END", "2", "x", null))
        .isEqualTo("in");
    assertThat(value("number(\"alk.phos\") BETWEEN 1 AND 2", null, null, "1.5")).isEqualTo("true");
    assertThat(value("strptime(a, '%d.%m.%y')::DATE", "31.12.59", "x", null))
        .isEqualTo("2059-12-31");
    assertThat(value("number(a)", "none", "x", null)).isNull();
    assertThat(value("split_part(a, '/', 1) -- the upper one", "120/80", "", null))
        .isEqualTo("120");
    assertThat(value("round(exp(ln(number(a))), 2)", "3", "x", null)).isEqualTo("3.0");
  }

  @Test
  void rowsKeepTheirOrderAndForgetTheRowsBefore() {
    Expression sum = Expression.of("x.csv", "t", "number(a) + number(b)", NAMES);
    try (Expressions all = new Expressions(List.of(sum), NAMES)) {
      for (int part = 0; part < 3; part++) {
        List<String[]> rows = new ArrayList<>();
        for (int i = 0; i < 2500; i++) {
          rows.add(new String[] {String.valueOf(i), String.valueOf(part), null});
        }
        List<String[]> values = all.of(rows);
        assertThat(values).hasSize(2500);
        for (int i = 0; i < 2500; i++) {
          assertThat(values.get(i)[0]).isEqualTo(Double.toString(i + part));
        }
      }
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "a +",
        "a, b",
        "*",
        "a) FROM other WHERE (true",
        "a) FROM 'secrets.csv' --",
        "a); DROP TABLE record; SELECT (1",
        "a) UNION ALL SELECT (b",
        "a) ORDER BY (a",
        "a) LIMIT (1",
        "(SELECT 1)",
        "(SELECT content FROM read_text('/etc/passwd'))",
        "EXISTS (FROM 'x.csv')",
        "a IN (SELECT b FROM record)",
        "sum(number(a))",
        "row_number() OVER ()",
        "lag(a) OVER ()",
        "random()",
        "now()",
        "current_setting('threads')",
        "getenv('HOME')",
        "error(a)",
        "read_text(a)",
        "nosuchfunction(a)",
        "list_transform([a], x -> x || b)",
        "COLUMNS('a')",
        "record.a",
        "$1",
        "?",
      })
  void refusesWhatIsNoExpressionOfOneRow(String sql) {
    assertThatThrownBy(() -> Expression.requireScalar(sql))
        .isInstanceOf(CoterieException.class)
        .message()
        .matches("(is|has|must|uses|names) .*")
        .doesNotContain("passwd");
  }

  @Test
  void theDatabaseReachesNoFile() throws Exception {
    try (var connection = Expressions.open();
        var statement = connection.createStatement()) {
      assertThatThrownBy(() -> statement.execute("SELECT * FROM read_text('/etc/hostname')"))
          .hasMessageContaining("disabled");
    }
  }
}
