package io.coterie.cli.site;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.coterie.CoterieException;
import io.coterie.cli.budget.LedgerOptions;
import io.coterie.privacy.PrivacyBudget;
import io.coterie.store.ledger.LedgerFile;
import io.coterie.study.Study;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a budget is spent on: the data, however they are asked for. */
class ChargedSourceTest {
  private static final Study STUDY =
      Study.parse(
          """
          study: wards
          clusters: 2
          schema:
            columns: [{name: age, unit: a, lower: 0, upper: 120}]
          privacy: {level: dp, epsilon: 1, public-records: 1000}
          participation: {sites: [a, b, c]}
          """,
          "study.yaml");

  @TempDir Path folder;
  private Path file;

  @BeforeEach
  void write() throws IOException {
    file = Files.writeString(folder.resolve("ward.csv"), "age,x\n30,1\n40,2\n");
  }

  private LedgerFile ledger(String data, boolean isLocal) {
    JoinOptions options = new JoinOptions();
    options.data = data;
    options.ledgers = folder.resolve("ledger");
    return options.ledger(STUDY, isLocal).orElseThrow();
  }

  private String over(String query) {
    return "sql:" + query.replace("FILE", file.toString());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT age FROM 'FILE'",
        "SELECT age + 1 AS age FROM 'FILE' WHERE x > 1",
        "SELECT age FROM read_csv('FILE', header = true)",
        "WITH all_of AS (FROM 'FILE') SELECT a.age FROM all_of a JOIN 'FILE' b USING (x)",
        "SELECT (SELECT max(age) FROM 'FILE') AS age",
        "FROM 'FILE' UNION ALL FROM 'FILE'",
      })
  void aQueryChargesTheFileThatItReads(String query) {
    PrivacyBudget budget = new PrivacyBudget(3, 1e-6);
    ledger(file.toString(), true).setBudget(budget);
    assertThat(LedgerOptions.identity(over(query)))
        .isEqualTo(LedgerOptions.identity(file.toString()));
    assertThat(ledger(over(query), true).state().budget()).contains(budget);
  }

  @Test
  void aMappingChangesNothingOfIt() throws IOException {
    PrivacyBudget budget = new PrivacyBudget(3, 1e-6);
    ledger(file.toString(), true).setBudget(budget);
    JoinOptions options = new JoinOptions();
    options.data = folder.resolve("../" + folder.getFileName() + "/ward.csv").toString();
    options.ledgers = folder.resolve("ledger");
    options.mapping =
        Files.writeString(folder.resolve("m.yaml"), "columns: {age: {sql: 'number(age) * 1'}}");
    assertThat(options.source(STUDY).mapping()).isPresent();
    for (boolean isLocal : new boolean[] {true, false}) {
      assertThat(options.ledger(STUDY, isLocal).orElseThrow().state().budget()).contains(budget);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT 1 AS age",
        "FROM 'FILE' UNION ALL FROM 'FILE.copy'",
        "FROM read_csv('FILE' || '')",
        "FROM read_csv(['FILE'])",
        "FROM read_csv('FILE*')",
        "FROM glob('FILE')",
        "FROM nosuchtable",
        "FROM 'FILE'; FROM 'FILE'",
        "COPY (FROM 'FILE') TO 'x.csv'",
        "SELECT age FROM",
      })
  void aQueryThatDoesNotTellIsRefused(String query) throws IOException {
    Files.copy(file, Path.of(file + ".copy"));
    assertThatThrownBy(() -> ledger(over(query), true))
        .isInstanceOf(CoterieException.class)
        .message()
        .contains("query");
  }

  @Test
  void anEngineIsAskedForDataThatHaveAName() {
    assertThatThrownBy(() -> ledger(over("SELECT age FROM parquet.`FILE`"), false))
        .hasMessageContaining("Name the file or table itself");
    assertThat(ledger("table:wards", false).state().budget()).isEmpty();
  }
}
