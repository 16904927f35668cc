package io.coterie.spark;

import static org.assertj.core.api.Assertions.assertThat;

import io.coterie.cli.Main;
import io.coterie.math.Matrix;
import io.coterie.math.Seed;
import io.coterie.testing.FreePort;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The commands with --engine spark, beside the same without it. */
class CommandsIT {
  private static final long LONGEST_SECONDS = 300;

  @TempDir Path folder;

  /** What a command printed besides its result, and how it ended. */
  record Ended(int exitCode, String err) {}

  static Ended run(Object... words) {
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    String[] args = new String[words.length];
    for (int i = 0; i < args.length; i++) {
      args[i] = words[i].toString();
    }
    int exitCode =
        Main.run(
            args,
            new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8),
            new PrintStream(err, true, StandardCharsets.UTF_8));
    return new Ended(exitCode, err.toString(StandardCharsets.UTF_8));
  }

  static void ok(Ended ended) {
    assertThat(ended.exitCode()).as(ended.err()).isZero();
  }

  @Test
  void aSimulationHasTheLabelsOfTheLocalEngine() throws IOException {
    Path local = folder.resolve("local");
    Path cluster = folder.resolve("cluster");
    ok(run("simulate", "--data", "iris", "--clusters", 3, "--sites", 6, "--out", local));
    ok(
        run(
            "simulate",
            "--data",
            "iris",
            "--clusters",
            3,
            "--sites",
            6,
            "--out",
            cluster,
            "--engine",
            "spark",
            "--master",
            "local[2]"));
    assertThat(Files.readString(cluster.resolve("labels.csv")))
        .isEqualTo(Files.readString(local.resolve("labels.csv")));
  }

  /** Two sites, of which one is on Spark; a simulation says what they should find. */
  @Test
  void aSiteThatJoinsOnSparkFindsWhatASimulationFinds() throws Exception {
    joinOnSpark(List.of());
  }

  /** The same of a table whose columns are made of others. */
  @Test
  void aTableThatIsMappedOnSparkIsTheSameAsAnywhere() throws Exception {
    joinOnSpark(
        List.of(
            Files.writeString(
                folder.resolve("mapping.yaml"),
                "columns: {f0: {from: f2}, f1: {sql: number(f1) / 3}, f2: {from: f0}}\n")));
  }

  private void joinOnSpark(List<Path> mapping) throws Exception {
    write("a", Blobs.of(150, new Seed(1)));
    write("b", Blobs.of(150, new Seed(2)));
    Path study =
        Files.writeString(
            folder.resolve("study.yaml"),
            """
            study: blobs
            clusters: 3
            seed: 7
            schema:
              columns: [{name: f0}, {name: f1}, {name: f2}]
            participation:
              sites: [a, b]
            method: anchor-graph:groups
            privacy: {level: component, accept-group-disclosure: true}
            """);
    List<Object> simulate =
        new ArrayList<>(
            List.of(
                "simulate",
                study,
                "--site",
                "a=" + data("a"),
                "--site",
                "b=" + data("b"),
                "--out",
                folder.resolve("simulated")));
    List<Object> onSpark =
        new ArrayList<>(
            List.of(
                "--engine",
                "spark",
                "--master",
                "local[2]",
                "--id",
                "id",
                "--labels-to",
                folder.resolve("labels.parquet")));
    for (Path file : mapping) {
      simulate.addAll(List.of("--mapping", "a=" + file));
      onSpark.addAll(List.of("--mapping", file));
    }
    ok(run(simulate.toArray()));
    String address = "127.0.0.1:" + FreePort.next();
    ExecutorService threads = Executors.newFixedThreadPool(3);
    try {
      Path served = folder.resolve("served");
      List<Future<Ended>> ended = new ArrayList<>();
      ended.add(
          threads.submit(
              () ->
                  run(
                      "serve",
                      study,
                      "--insecure",
                      "--address",
                      address,
                      "--home",
                      folder.resolve("coordinator"),
                      "--out",
                      served)));
      ended.add(threads.submit(() -> run(join("b", address))));
      ended.add(threads.submit(() -> run(join("a", address, onSpark.toArray()))));
      for (Future<Ended> command : ended) {
        ok(command.get(LONGEST_SECONDS, TimeUnit.SECONDS));
      }
    } finally {
      threads.shutdownNow();
    }
    TreeMap<Integer, Integer> found = new TreeMap<>();
    for (Row row :
        Cluster.spark()
            .read()
            .parquet(folder.resolve("labels.parquet").toString())
            .collectAsList()) {
      found.put(
          Integer.parseInt(row.<String>getAs("id").substring(1)), row.<Integer>getAs("cluster"));
    }
    List<String> expected =
        Files.readAllLines(folder.resolve("simulated/labels.csv")).stream()
            .filter(line -> line.contains(",a,"))
            .map(line -> line.substring(line.lastIndexOf(',') + 1))
            .toList();
    assertThat(found.values().stream().map(Object::toString)).containsExactlyElementsOf(expected);
    assertThat(Files.exists(folder.resolve("home-a/results/blobs/model.json"))).isTrue();
  }

  private Object[] join(String site, String address, Object... more) throws IOException {
    Path policy = folder.resolve("policy-%s.yaml".formatted(site));
    Files.writeString(policy, "levels: [component]\n");
    List<Object> words =
        new ArrayList<>(
            List.of(
                "join",
                "--insecure",
                "--policy",
                policy,
                "--site",
                site,
                "--address",
                address,
                "--home",
                folder.resolve("home-" + site),
                "--data",
                data(site),
                "--patience",
                "60s",
                "--yes"));
    words.addAll(List.of(more));
    return words.toArray();
  }

  private Path data(String site) {
    return folder.resolve(site + ".csv");
  }

  private void write(String site, Matrix records) throws IOException {
    StringBuilder text = new StringBuilder("id,f0,f1,f2\n");
    for (int i = 0; i < records.rows(); i++) {
      text.append('r').append(i);
      for (double value : records.row(i)) {
        text.append(',').append(value);
      }
      text.append('\n');
    }
    Files.writeString(data(site), text);
  }
}
