package io.coterie.spark;

import static org.assertj.core.api.Assertions.assertThat;

import io.coterie.math.Seed;
import io.coterie.spark.CommandsIT.Ended;
import io.coterie.testing.FreePort;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Three sites with three engines and three mappings over TLS, beside a simulation: site a is on
 * Spark with other names and codes, site b streams in another unit, site c is read whole, and an
 * expression makes one of its columns.
 */
@Timeout(value = 8, unit = TimeUnit.MINUTES)
class MixedFederationIT {
  private static final List<String> SITES = List.of("a", "b", "c");
  private static final int RECORDS = 60;
  private static final long LONGEST_SECONDS = 300;

  private static final Map<String, String> HEADERS =
      Map.of(
          "a", "id,gender,groesse,chol,station\n",
          "b", "id,sex,height,chol,ward\n",
          "c", "id,cm,chol,sex,ward\n");

  private static final Map<String, String> MAPPINGS =
      Map.of(
          "a",
          "columns: {sex: {from: gender, levels: {1: M, 2: F}, missing: ['9']}, height: {from:"
              + " groesse}, ward: {from: station, levels: {innere: medical}}}\n",
          "b",
          "columns: {chol: {unit: g/L}}\n",
          "c",
          "columns: {height: {sql: \"number(replace(cm, 'cm', '')) / 100\"}}\n");

  private static final String STUDY =
      """
      study: mixed
      clusters: 2
      schema:
        missing: mean
        columns:
          - {name: height, unit: m, lower: 1, upper: 2.5}
          - {name: chol, unit: mg/dL, lower: 50, upper: 1000}
          - {name: sex, kind: binary, levels: [F, M]}
          - {name: ward, kind: category%s}
      participation: {sites: [a, b, c], join-within: 10m, answer-within: 10m}
      """;

  @TempDir Path folder;

  @BeforeEach
  void write() throws IOException {
    for (String site : SITES) {
      RandomGenerator random = new Seed(5).child(site).random();
      StringBuilder text = new StringBuilder(HEADERS.get(site));
      for (int i = 0; i < RECORDS; i++) {
        int group = i % 2;
        int centimetres = (int) Math.round(160 + 20 * group + 4 * random.nextGaussian());
        int chol = (int) Math.round(180 + 80 * group + 12 * random.nextGaussian());
        boolean isMale = random.nextDouble() < (group == 1 ? 0.8 : 0.2);
        boolean isKnown = random.nextDouble() > 0.05;
        String sex = !isKnown ? "" : isMale ? "M" : "F";
        String metres = String.format(Locale.ROOT, "%.2f", centimetres / 100.0);
        boolean isMedical = random.nextDouble() < (group == 1 ? 0.7 : 0.4);
        String ward = isMedical ? "medical" : i % 20 == 0 ? "ward of " + site : "surgical";
        text.append('r').append(i).append(',');
        text.append(
            switch (site) {
              case "a" ->
                  "%s,%s,%d,%s\n"
                      .formatted(
                          !isKnown ? "9" : isMale ? "1" : "2",
                          metres,
                          chol,
                          isMedical ? "Innere" : ward);
              case "b" ->
                  String.format(Locale.ROOT, "%s,%s,%.2f,%s%n", sex, metres, chol / 100.0, ward);
              default -> "%dcm,%d,%s,%s\n".formatted(centimetres, chol, sex, ward);
            });
      }
      Files.writeString(folder.resolve(site + ".csv"), text);
      Files.writeString(folder.resolve(site + ".yaml"), MAPPINGS.get(site));
    }
  }

  private Path simulated(Path study) {
    List<Object> words = new ArrayList<>(List.of("simulate", study));
    for (String site : SITES) {
      words.addAll(List.of("--site", site + "=" + folder.resolve(site + ".csv")));
      words.addAll(List.of("--mapping", site + "=" + folder.resolve(site + ".yaml")));
    }
    Path out = folder.resolve("simulated");
    words.addAll(List.of("--out", out));
    CommandsIT.ok(CommandsIT.run(words.toArray()));
    return out;
  }

  private void serve(Path study) throws Exception {
    String address = "127.0.0.1:" + FreePort.next();
    Path trust = folder.resolve("trust");
    CommandsIT.ok(
        CommandsIT.run("provision", "--sites", "a,b,c", "--address", address, "--out", trust));
    ExecutorService threads = Executors.newFixedThreadPool(4);
    try {
      List<Future<Ended>> ended = new ArrayList<>();
      Path home = trust.resolve("coordinator");
      ended.add(
          threads.submit(
              () -> CommandsIT.run("serve", study, "--home", home, "--address", address)));
      ended.add(
          threads.submit(
              () ->
                  join(
                      "a",
                      "spark",
                      "--master",
                      "local[2]",
                      "--id",
                      "id",
                      "--labels-to",
                      folder.resolve("labels.parquet"))));
      ended.add(threads.submit(() -> join("b", "stream")));
      ended.add(threads.submit(() -> join("c", "local")));
      for (Future<Ended> command : ended) {
        CommandsIT.ok(command.get(LONGEST_SECONDS, TimeUnit.SECONDS));
      }
    } finally {
      threads.shutdownNow();
    }
  }

  private Ended join(String site, String engine, Object... more) {
    List<Object> words =
        new ArrayList<>(
            List.of(
                "join",
                "--yes",
                "--patience",
                "2m",
                "--home",
                folder.resolve("trust/site-" + site),
                "--data",
                folder.resolve(site + ".csv"),
                "--mapping",
                folder.resolve(site + ".yaml"),
                "--engine",
                engine));
    words.addAll(List.of(more));
    return CommandsIT.run(words.toArray());
  }

  @Test
  void theirLabelsAreThoseOfASimulation() throws Exception {
    Path study =
        Files.writeString(
            folder.resolve("study.yaml"), STUDY.formatted(", levels: [medical, surgical, other]"));
    List<String> expected = Files.readAllLines(simulated(study).resolve("labels.csv"));
    serve(study);
    TreeMap<Integer, String> onSpark = new TreeMap<>();
    for (Row row :
        Cluster.spark()
            .read()
            .parquet(folder.resolve("labels.parquet").toString())
            .collectAsList()) {
      onSpark.put(
          Integer.parseInt(row.<String>getAs("id").substring(1)),
          String.valueOf(row.<Integer>getAs("cluster")));
    }
    assertThat(onSpark.values()).containsExactlyElementsOf(of("a", expected));
    for (String site : List.of("b", "c")) {
      List<String> own =
          Files.readAllLines(
              folder.resolve("trust/site-%s/results/mixed/labels.csv".formatted(site)));
      assertThat(own.stream().skip(1).map(MixedFederationIT::cluster))
          .as(site)
          .containsExactlyElementsOf(of(site, expected));
    }
    assertThat(expected.stream().skip(1).map(MixedFederationIT::cluster).distinct()).hasSize(2);
  }

  private static List<String> of(String site, List<String> lines) {
    return lines.stream()
        .filter(line -> line.contains("," + site + ","))
        .map(MixedFederationIT::cluster)
        .toList();
  }

  private static String cluster(String line) {
    return line.substring(line.lastIndexOf(',') + 1);
  }

  /** The levels of a category are found by the cluster, and none that is rare gets a name. */
  @Test
  void theirProfileIsThatOfASimulation() throws Exception {
    Path draft = Files.writeString(folder.resolve("draft.yaml"), STUDY.formatted(""));
    Path study = folder.resolve("profile.yaml");
    CommandsIT.ok(CommandsIT.run("study", "profile", draft, "--out", study));
    Path expected = simulated(study).resolve("profile.json");
    assertThat(expected).content().contains("medical", "surgical").doesNotContain("ward of");
    serve(study);
    for (String party : List.of("coordinator", "site-a", "site-b", "site-c")) {
      assertThat(folder.resolve("trust/%s/results/mixed-profile/profile.json".formatted(party)))
          .as(party)
          .hasSameTextualContentAs(expected);
    }
    assertThat(folder.resolve("labels.parquet")).doesNotExist();
  }
}
