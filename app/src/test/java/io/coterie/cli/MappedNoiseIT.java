package io.coterie.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.coterie.testing.FreePort;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A served study at level dp of sites whose tables differ, with columns of levels and gaps. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class MappedNoiseIT {
  private static final double EPSILON = 20;

  @TempDir private Path folder;

  private Path home(String site) {
    return folder.resolve("trust/site-" + site);
  }

  private Path ledgers(String site) {
    return folder.resolve("ledger-" + site);
  }

  private CompletableFuture<CommandRun> join(String site, String engine) throws IOException {
    return RunningCommand.start(
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
            "--mapping",
            folder.resolve(site + ".yaml"),
            "--ledger-dir",
            ledgers(site),
            "--engine",
            engine)
        .end();
  }

  @Test
  void mappedRecordsAreLabelledAndTheirSourceIsCharged() throws Exception {
    Path study =
        MappedTables.write(
            folder, "level: dp, epsilon: %s, delta: 1e-5, public-records: 180".formatted(EPSILON));
    String address = "127.0.0.1:" + FreePort.next();
    CommandRun provisioned =
        CommandRun.of(
            "provision",
            "--sites",
            "a,b,c",
            "--address",
            address,
            "--out",
            folder.resolve("trust"));
    assertThat(provisioned.exitCode()).as(provisioned.err()).isZero();
    CompletableFuture<CommandRun> served =
        RunningCommand.start(
                "serve", study, "--home", folder.resolve("trust/coordinator"), "--address", address)
            .end();
    Map<String, CompletableFuture<CommandRun>> joined = new LinkedHashMap<>();
    for (String site : MappedTables.SITES) {
      allow(site, EPSILON + 1);
      joined.put(site, join(site, site.equals("b") ? "stream" : "local"));
    }
    for (CompletableFuture<CommandRun> site : joined.values()) {
      assertThat(site.get().exitCode()).as(site.get().err()).isZero();
    }
    assertThat(served.get().exitCode()).as(served.get().err()).isZero();
    for (String site : MappedTables.SITES) {
      assertLabelled(site);
      assertCharged(site);
    }
  }

  /** Sets what the owner of the site's file allows for all studies together. */
  private void allow(String site, double epsilon) {
    CommandRun run =
        CommandRun.of(
            "budget",
            "set",
            "--ledger-dir",
            ledgers(site),
            "--source",
            folder.resolve(site + ".csv"),
            "--epsilon",
            epsilon,
            "--delta",
            "1e-5");
    assertThat(run.exitCode()).as(run.err()).isZero();
  }

  /** The model labels the records that the mapped ones mean as the site did. */
  private void assertLabelled(String site) throws IOException {
    Path results = home(site).resolve("results/mapped");
    Path plain = folder.resolve(site + "-labels.csv");
    CommandRun predicted =
        CommandRun.of(
            "predict",
            "--model",
            results.resolve("model.json"),
            "--data",
            folder.resolve(site + "-plain.csv"),
            "--out",
            plain);
    assertThat(predicted.exitCode()).as(predicted.err()).isZero();
    List<String> own = clusters(results.resolve("labels.csv"));
    assertThat(own).as(site).hasSize(60).isEqualTo(clusters(plain));
    assertThat(own.stream().distinct()).hasSize(2);
  }

  private static List<String> clusters(Path labels) throws IOException {
    return LabelTable.clusters(labels);
  }

  /** All steps, once, to the file that was read; its mapping is none of it. */
  private void assertCharged(String site) throws IOException {
    Path source = folder.resolve(site + ".csv");
    CommandRun run =
        CommandRun.of(
            "budget", "--ledger-dir", ledgers(site), "--source", source, "--format", "json");
    assertThat(run.exitCode()).as(run.err()).isZero();
    JsonNode shown = run.json().at("/data/ledgers");
    assertThat(shown).as(run.out()).hasSize(1);
    assertThat(shown.at("/0/spent_epsilon").asDouble()).isBetween(EPSILON - 0.01, EPSILON);
    assertThat(shown.at("/0/remaining_epsilon").asDouble()).isBetween(1.0, 1.01);
  }
}
