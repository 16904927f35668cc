package io.coterie.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.coterie.testing.FreePort;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A study of sites whose tables differ, beside the same with tables as the study wants them. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class MappedFederationIT {
  @TempDir private Path folder;
  private Path study;
  private Path trust;

  @BeforeEach
  void write() throws IOException {
    study = MappedTables.write(folder);
    trust = folder.resolve("trust");
  }

  private Path home(String site) {
    return trust.resolve("site-" + site);
  }

  private CompletableFuture<CommandRun> serve() throws IOException {
    String address = "127.0.0.1:" + FreePort.next();
    CommandRun provisioned =
        CommandRun.of("provision", "--sites", "a,b,c", "--address", address, "--out", trust);
    assertThat(provisioned.exitCode()).as(provisioned.err()).isZero();
    return RunningCommand.start(
            "serve", study, "--home", trust.resolve("coordinator"), "--address", address)
        .end();
  }

  private List<String> simulated(boolean isMapped, Path out) throws IOException {
    List<Object> words = new ArrayList<>(List.of("simulate", study, "--out", out));
    for (String site : MappedTables.SITES) {
      words.add("--site");
      words.add(site + "=" + folder.resolve(site + (isMapped ? ".csv" : "-plain.csv")));
      if (isMapped) {
        words.add("--mapping");
        words.add(site + "=" + folder.resolve(site + ".yaml"));
      }
    }
    CommandRun run = CommandRun.of(words.toArray());
    assertThat(run.exitCode()).as(run.err()).isZero();
    return Files.readAllLines(out.resolve("labels.csv"));
  }

  private CompletableFuture<CommandRun> join(String site, String engine, Object... more)
      throws IOException {
    List<Object> words =
        new ArrayList<>(
            List.of(
                "join",
                "--yes",
                "--policy",
                ServedDots.policy(folder),
                "--patience",
                "1m",
                "--home",
                home(site),
                "--data",
                folder.resolve(site + ".csv"),
                "--engine",
                engine));
    words.addAll(List.of(more));
    return RunningCommand.start(words.toArray()).end();
  }

  @Test
  void aServedStudyOfMappedTablesHasTheLabelsOfTheRecordsTheyMean() throws Exception {
    List<String> plain = simulated(false, folder.resolve("plain"));
    assertThat(simulated(true, folder.resolve("mapped"))).isEqualTo(plain);

    Map<String, String> engines = Map.of("a", "local", "b", "stream", "c", "stream");
    CompletableFuture<CommandRun> served = serve();
    Map<String, CompletableFuture<CommandRun>> joined = new LinkedHashMap<>();
    for (String site : MappedTables.SITES) {
      joined.put(site, join(site, engines.get(site), "--mapping", folder.resolve(site + ".yaml")));
    }
    for (CompletableFuture<CommandRun> site : joined.values()) {
      assertThat(site.get().exitCode()).as(site.get().err()).isZero();
    }
    assertThat(served.get().exitCode()).as(served.get().err()).isZero();
    for (String site : MappedTables.SITES) {
      List<String> own = LabelTable.clusters(home(site).resolve("results/mapped/labels.csv"));
      assertThat(own)
          .as(site)
          .isEqualTo(LabelTable.of(plain).where("site", site).column("cluster"));
      CommandRun again = predict(site, folder.resolve(site + ".yaml"));
      assertThat(again.exitCode()).as(again.err()).isZero();
      assertThat(LabelTable.clusters(folder.resolve("again-" + site + ".csv"))).isEqualTo(own);
    }
    Files.delete(folder.resolve("again-a.csv"));
    Path foreign = Files.writeString(folder.resolve("foreign.yaml"), "study: other\n");
    assertThat(predict("a", foreign).err())
        .contains("this study is 'mapped'; take the mapping that was made for it");
    assertThat(LabelTable.of(plain).column("cluster").stream().distinct()).hasSize(2);
  }

  /** Labels a site's export by the model that the site got. */
  private CommandRun predict(String site, Path mapping) {
    return CommandRun.of(
        "predict",
        "--model",
        home(site).resolve("results/mapped/model.json"),
        "--data",
        folder.resolve(site + ".csv"),
        "--mapping",
        mapping,
        "--out",
        folder.resolve("again-" + site + ".csv"));
  }

  /** Before anything leaves: the site does not even tell that it is there. */
  @Test
  void aSiteInAnotherUnitDoesNotTakePart() throws Exception {
    CompletableFuture<CommandRun> served = serve();
    CommandRun refused = join("b", "stream").get();
    assertThat(refused.exitCode()).isEqualTo(3);
    assertThat(refused.err())
        .contains("Column 'chol' looks as if it were in g/L; the study wants mg/dL (factor 100")
        .contains("No answer about its records has left this site in study mapped.")
        .contains("The coordinator was told that this site failed")
        .contains("--accept-implausible chol");
    assertThat(home("b").resolve("results")).doesNotExist();
    CommandRun unknown = join("b", "local", "--accept-implausible", "chlo").get();
    assertThat(unknown.exitCode()).isEqualTo(2);
    assertThat(unknown.err()).contains("names 'chlo', which is no column of study mapped");

    CommandRun stopped =
        CommandRun.of("stop", "mapped", "--yes", "--home", trust.resolve("coordinator"));
    assertThat(stopped.exitCode()).as(stopped.err()).isZero();
    served.get();
  }

  /** The rows of a database and of a query are coded as those of a file. */
  @Test
  void aMappingReadsADatabaseAndAQueryAsItReadsAFile() throws Exception {
    Path database = folder.resolve("ward.db");
    try (Connection connection = DriverManager.getConnection("jdbc:duckdb:" + database);
        Statement statement = connection.createStatement()) {
      statement.execute(
          "CREATE TABLE ward AS SELECT * FROM read_csv('%s', all_varchar = true)"
              .formatted(folder.resolve("a.csv")));
    }
    List<String> expected = predicted("file.csv", folder.resolve("a.csv"));
    assertThat(expected).hasSizeGreaterThan(60);
    assertThat(predicted("jdbc.csv", "jdbc:duckdb:" + database, "--query", "SELECT * FROM ward"))
        .isEqualTo(expected);
    assertThat(predicted("sql.csv", "sql:SELECT * FROM '%s'".formatted(folder.resolve("a.csv"))))
        .isEqualTo(expected);
    CommandRun check =
        CommandRun.of(
            "study",
            "check",
            study,
            "--data",
            "jdbc:duckdb:" + database,
            "--query",
            "SELECT * FROM ward",
            "--mapping",
            folder.resolve("a.yaml"));
    assertThat(check.exitCode()).as(check.err()).isZero();
    assertThat(check.out()).containsPattern("sex +gender ");
  }

  private List<String> predicted(String name, Object data, Object... more) throws IOException {
    if (!Files.exists(folder.resolve("model/model.json"))) {
      simulated(true, folder.resolve("model"));
    }
    List<Object> words =
        new ArrayList<>(
            List.of(
                "predict",
                "--model",
                folder.resolve("model/model.json"),
                "--mapping",
                folder.resolve("a.yaml"),
                "--data",
                data,
                "--out",
                folder.resolve(name)));
    words.addAll(List.of(more));
    CommandRun run = CommandRun.of(words.toArray());
    assertThat(run.exitCode()).as(run.err()).isZero();
    return Files.readAllLines(folder.resolve(name));
  }
}
