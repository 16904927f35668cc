package io.coterie.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.coterie.data.DataReader;
import io.coterie.data.ReadOptions;
import io.coterie.math.Matrix;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every output of a run means the same records by the same number of a cluster. */
class AgreeingOutputsTest {
  private static final String COMPONENT =
      "--method anchor-graph:groups --privacy component --accept-group-disclosure";

  @TempDir private Path folder;

  @Test
  void ofNumbersAtLevelTotals() throws IOException {
    assertAgree(iris(), "", 0);
  }

  @Test
  void ofNumbersAtLevelComponent() throws IOException {
    assertAgree(iris(), COMPONENT, 0);
  }

  /** Sizes in the report have noise. */
  @Test
  void ofNumbersAtLevelDp() throws IOException {
    assertAgree(iris(), "--epsilon 8 --bounds 0:8 --public-records 150", 15);
  }

  @Test
  void ofNumbersAndLevelsAtLevelTotals() throws IOException {
    assertAgree(mixed(), "", 0);
  }

  private Path iris() throws IOException {
    Matrix records = DataReader.read("iris", ReadOptions.defaults()).records();
    StringBuilder text = new StringBuilder("id,a,b,c,d\n");
    for (int i = 0; i < records.rows(); i++) {
      text.append("r%03d".formatted(i));
      for (double value : records.row(i)) {
        text.append(',').append(value);
      }
      text.append('\n');
    }
    return Files.writeString(folder.resolve("iris.csv"), text);
  }

  /** Three groups of 150, 100 and 60 records, in an order that none of them shares. */
  private Path mixed() throws IOException {
    Random random = new Random(5);
    List<String> lines = new ArrayList<>();
    int[] sizes = {60, 150, 100};
    for (int group = 0; group < sizes.length; group++) {
      for (int i = 0; i < sizes[group]; i++) {
        String level = random.nextInt(10) < 8 ? List.of("low", "mid", "high").get(group) : "mid";
        lines.add(
            String.format(
                Locale.ROOT,
                "%.3f,%.3f,%.3f,%s",
                5 * group + random.nextGaussian(),
                3 * (group % 2) + random.nextGaussian(),
                random.nextGaussian(),
                level));
      }
    }
    Collections.shuffle(lines, random);
    StringBuilder text = new StringBuilder("id,a,b,c,grade\n");
    for (int i = 0; i < lines.size(); i++) {
      text.append("r%03d,".formatted(i)).append(lines.get(i)).append('\n');
    }
    return Files.writeString(folder.resolve("mixed.csv"), text);
  }

  private void assertAgree(Path table, String options, int noise) throws IOException {
    Path out = folder.resolve("out");
    List<Object> words =
        new ArrayList<>(
            List.of("simulate", "--data", table, "--id", "id", "--clusters", 3, "--out", out));
    if (!options.isEmpty()) {
      words.addAll(List.of(options.split(" ")));
    }
    CommandRun run = CommandRun.of(words.toArray());
    assertThat(run.exitCode()).as(run.err()).isZero();

    LabelTable labels = LabelTable.read(out.resolve("labels.csv"));
    assertThat(labels.column("id")).isEqualTo(LabelTable.read(table).column("id"));
    List<Integer> sizes = sizes(labels.column("cluster"));
    assertThat(sizes(labels.column("cluster"))).isEqualTo(integers(run(out).at("/clusters/sizes")));

    Path again = folder.resolve("again.csv");
    CommandRun predicted =
        CommandRun.of(
            "predict",
            "--model",
            out.resolve("model.json"),
            "--data",
            table,
            "--id",
            "id",
            "--out",
            again,
            "--format",
            "json");
    assertThat(predicted.exitCode()).as(predicted.err()).isZero();
    LabelTable repeated = LabelTable.read(again);
    for (String column : List.of("id", "cluster", "probability", "margin", "second", "outlier")) {
      assertThat(repeated.column(column)).as(column).isEqualTo(labels.column(column));
    }
    assertThat(integers(predicted.json().at("/data/sizes"))).isEqualTo(sizes);

    JsonNode report = new ObjectMapper().readTree(out.resolve("report.json").toFile());
    List<Integer> reported = integers(report.at("/sizes/sizes"));
    for (int c = 0; c < sizes.size(); c++) {
      assertThat(reported.get(c)).isBetween(sizes.get(c) - noise, sizes.get(c) + noise);
    }
    // At level dp the means of columns along which clusters lie close are mostly noise.
    List<String> columns = noise > 0 ? List.of("c") : List.of("a", "b", "c", "d");
    assertMeans(report.path("profile"), columns, LabelTable.read(table), labels);
    for (int i = 0; i < labels.rows().size(); i++) {
      assertThat(labels.column("second").get(i)).isNotEqualTo(labels.column("cluster").get(i));
    }
  }

  /**
   * Of the means of the records by their labels, the nearest to a cluster's in the report is its.
   */
  private static void assertMeans(
      JsonNode profile, List<String> columns, LabelTable table, LabelTable labels) {
    List<String> features = new ArrayList<>();
    profile.path("features").forEach(name -> features.add(name.asText()));
    int found = 0;
    for (String column : columns) {
      int at = features.indexOf(column);
      if (at < 0 || !table.header().contains(column) || !separates(profile, at)) {
        continue;
      }
      double[] means = means(table.column(column), labels.column("cluster"));
      for (int c = 0; c < 3; c++) {
        double stated = profile.path("clusters").path(c).path("means").path(at).asDouble();
        assertThat(nearest(means, stated)).as("%s of cluster %d", column, c + 1).isEqualTo(c);
      }
      found++;
    }
    assertThat(found).as("columns that set all clusters apart").isPositive();
  }

  /** Returns whether a column is typical of each cluster: none is within half a deviation. */
  private static boolean separates(JsonNode profile, int at) {
    for (int c = 0; c < 3; c++) {
      for (int other = 0; other < c; other++) {
        double apart =
            profile.path("clusters").path(c).path("effects").path(at).asDouble()
                - profile.path("clusters").path(other).path("effects").path(at).asDouble();
        if (Math.abs(apart) < 0.5) {
          return false;
        }
      }
    }
    return true;
  }

  private static double[] means(List<String> values, List<String> clusters) {
    double[] sums = new double[3];
    int[] counts = new int[3];
    for (int i = 0; i < values.size(); i++) {
      int c = Integer.parseInt(clusters.get(i)) - 1;
      sums[c] += Double.parseDouble(values.get(i));
      counts[c]++;
    }
    for (int c = 0; c < 3; c++) {
      sums[c] /= counts[c];
    }
    return sums;
  }

  private static int nearest(double[] means, double value) {
    int nearest = 0;
    for (int c = 1; c < means.length; c++) {
      nearest = Math.abs(means[c] - value) < Math.abs(means[nearest] - value) ? c : nearest;
    }
    return nearest;
  }

  private static JsonNode run(Path out) throws IOException {
    return new ObjectMapper().readTree(out.resolve("run.json").toFile());
  }

  private static List<Integer> sizes(List<String> clusters) {
    List<Integer> sizes = new ArrayList<>(List.of(0, 0, 0));
    clusters.forEach(
        cluster -> {
          int c = Integer.parseInt(cluster) - 1;
          sizes.set(c, sizes.get(c) + 1);
        });
    return sizes;
  }

  private static List<Integer> integers(JsonNode array) {
    List<Integer> values = new ArrayList<>();
    array.forEach(value -> values.add(value.asInt()));
    return values;
  }
}
