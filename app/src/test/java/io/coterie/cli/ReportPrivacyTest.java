package io.coterie.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the files of a report must not hold, read from their bytes. */
class ReportPrivacyTest {
  private static final int RECORDS = 1733;
  private static final Pattern BYTES =
      Pattern.compile("\"bytes_(in|out)\"\\s*:\\s*\\[[0-9,\\s]*\\]");

  @TempDir private Path folder;

  private final List<String> values = new ArrayList<>();

  /** Three groups at three sites of unlike sizes, with a label and values of many digits. */
  private Path table() throws IOException {
    SplittableRandom random = new io.coterie.math.Seed(5).random();
    StringBuilder csv = new StringBuilder("width,height,depth,ward,diagnosis\n");
    for (int i = 0; i < RECORDS; i++) {
      int group = i % 7 < 4 ? 0 : i % 7 < 6 ? 1 : 2;
      String site = i < 811 ? "north" : i < 1398 ? "south" : "west";
      StringBuilder line = new StringBuilder();
      for (int j = 0; j < 3; j++) {
        double value = (group == j ? 6 : 1) + random.nextGaussian() / 2;
        String text = String.format("%.9f", Math.min(9.5, Math.max(-1.5, value)));
        values.add(text.substring(0, text.length() - 3));
        line.append(text).append(',');
      }
      csv.append(line).append(site).append(",secret-").append("abc".charAt(group)).append('\n');
    }
    return Files.writeString(folder.resolve("table.csv"), csv);
  }

  private Path simulate(Object... words) throws IOException {
    List<Object> all =
        new ArrayList<>(
            List.of("simulate", "--data", table(), "--labels", "diagnosis", "--clusters", 3));
    all.addAll(List.of("--partition", "column:ward"));
    all.addAll(List.of(words));
    all.addAll(List.of("--force", "--out", folder.resolve("out")));
    CommandRun run = CommandRun.of(all.toArray());
    assertThat(run.exitCode()).as(run.err()).isZero();
    return folder.resolve("out");
  }

  /** Returns the page without the chart library, whose numbers are its own, and its data. */
  private static List<String> texts(Path out) throws IOException {
    String page = Files.readString(out.resolve("report.html"));
    int from = page.indexOf("<script type=\"application/json\"");
    return List.of(
        page.substring(0, page.indexOf("<script>", from)),
        Files.readString(out.resolve("report.json")));
  }

  /** Returns every exact number of records that the run knows: by site, by class, by both. */
  private static Set<String> counts(Path out) throws IOException {
    JsonNode run = new ObjectMapper().readTree(Files.readString(out.resolve("run.json")));
    Set<String> counts = new LinkedHashSet<>();
    for (JsonNode site : run.path("sites")) {
      counts.add(site.path("records").asText());
      site.path("classes").forEach(count -> counts.add(count.asText()));
    }
    assertThat(counts).contains("811", "587", "335");
    counts.removeIf(count -> count.length() < 3); // small numbers are everywhere
    return counts;
  }

  /**
   * Checks that a report tells none of some numbers. A noisy count or a time may be such a number
   * by chance, but not in every run.
   */
  private void assertTellsNone(Path out, Set<String> numbers, Object... words) throws IOException {
    Set<String> told = told(texts(out), numbers);
    for (int again = 0; again < 2 && !told.isEmpty(); again++) {
      told.retainAll(told(texts(simulate(words)), numbers));
    }
    assertThat(told).as("numbers that every report tells").isEmpty();
  }

  /**
   * Returns those of some numbers that stand in a text; how many bytes a message has is no count.
   */
  private static Set<String> told(List<String> texts, Iterable<String> numbers) {
    Set<String> told = new LinkedHashSet<>();
    for (String text : texts) {
      String counted = BYTES.matcher(text).replaceAll("");
      for (String number : numbers) {
        if (Pattern.compile("(?<![\\w.+/])" + number + "(?![\\w.+/])").matcher(counted).find()) {
          told.add(number);
        }
      }
    }
    return told;
  }

  /**
   * Returns whether a report has the very sizes of the clusters; noise may hit them, but rarely.
   */
  private static boolean hasExactSizes(Path out) throws IOException {
    JsonNode run = new ObjectMapper().readTree(Files.readString(out.resolve("run.json")));
    JsonNode data = new ObjectMapper().readTree(Files.readString(out.resolve("report.json")));
    assertThat(run.at("/clusters/sizes").size()).isEqualTo(3);
    return data.at("/sizes/sizes").equals(run.at("/clusters/sizes"));
  }

  /** Returns the largest difference between the means in a report and those of the records. */
  private double farthestMean(Path out) throws IOException {
    double[][] sums = new double[3][3];
    int[] counts = new int[3];
    List<String> lines = Files.readAllLines(out.resolve("labels.csv"));
    for (String line : lines.subList(1, lines.size())) {
      String[] cells = line.split(",", -1); // record, site, cluster
      int cluster = Integer.parseInt(cells[2]) - 1;
      counts[cluster]++;
      for (int j = 0; j < 3; j++) {
        sums[cluster][j] += Double.parseDouble(values.get(3 * Integer.parseInt(cells[0]) + j));
      }
    }
    JsonNode profile =
        new ObjectMapper().readTree(Files.readString(out.resolve("report.json"))).path("profile");
    assertThat(profile.path("features").size()).isEqualTo(3);
    double farthest = 0;
    for (int c = 0; c < 3; c++) {
      for (int j = 0; j < 3; j++) {
        int column =
            List.of("width", "height", "depth").indexOf(profile.at("/features/" + j).asText());
        double told = profile.at("/clusters/%d/means/%d".formatted(c, j)).asDouble();
        farthest = Math.max(farthest, Math.abs(told - sums[c][column] / counts[c]));
      }
    }
    return farthest;
  }

  private void assertHasNoRecordAndNoLabel(List<String> texts) {
    for (String text : texts) {
      assertThat(text).doesNotContain("secret-");
      assertThat(values).noneMatch(text::contains);
    }
  }

  @Test
  void atLevelDpThereIsNoExactNumberNoRecordAndNoLabel() throws IOException {
    Path bounds =
        Files.writeString(
            folder.resolve("bounds.csv"),
            "feature,lower,upper\nwidth,-2,10\nheight,-2,10\ndepth,-2,10\n");
    Object[] dp = {"--privacy", "dp", "--epsilon", 5, "--bounds", bounds, "--secure-noise"};
    Path out = simulate(dp);
    List<String> texts = texts(out);
    Set<String> hidden = new LinkedHashSet<>(counts(out));
    hidden.add(Integer.toString(RECORDS));
    hidden.add("1,733");
    JsonNode run = new ObjectMapper().readTree(Files.readString(out.resolve("run.json")));
    assertHasNoRecordAndNoLabel(texts);
    JsonNode data = new ObjectMapper().readTree(texts.get(1));
    assertThat(data.path("scores")).isEmpty();
    assertThat(data.at("/sizes/kind").asText()).isEqualTo("noisy");
    assertThat(data.at("/sizes/sites").findValues("sizes")).isEmpty();
    for (String text : texts) {
      assertThat(text)
          .doesNotContain(run.at("/data/sha256").asText())
          .doesNotContain(run.at("/scores/davies_bouldin").asText())
          .doesNotContain(run.at("/scores/silhouette").asText());
    }
    assertThat(farthestMean(out)).as("means are from noisy sums").isGreaterThan(1e-4);
    assertThat(hasExactSizes(out) && hasExactSizes(simulate(dp))).isFalse();
    assertTellsNone(out, hidden, dp);
  }

  @Test
  void atLevelComponentSitesThatToldNoCountsAreNotCounted() throws IOException {
    Object[] words = {"--method", "k-fed", "--accept-group-disclosure"};
    Path out = simulate(words);

    List<String> texts = texts(out);
    assertHasNoRecordAndNoLabel(texts);
    JsonNode data = new ObjectMapper().readTree(texts.get(1));
    assertThat(data.at("/sizes/sites").findValues("sizes")).isEmpty();
    assertThat(data.at("/sizes/kind").asText()).isEqualTo("exact");
    assertTellsNone(out, counts(out), words);
  }

  @Test
  void atLevelTotalsNoNumberOfASiteIsTold() throws IOException {
    Path out = simulate();

    List<String> texts = texts(out);
    assertHasNoRecordAndNoLabel(texts);
    JsonNode data = new ObjectMapper().readTree(texts.get(1));
    assertThat(data.at("/sizes/sites").findValues("sizes")).isEmpty();
    assertTellsNone(out, counts(out));
  }

  @Test
  void atLevelComponentThereIsNoRecordAndNoLabel() throws IOException {
    Path out = simulate("--method", "anchor-graph:groups", "--accept-group-disclosure");

    List<String> texts = texts(out);
    assertHasNoRecordAndNoLabel(texts);
    JsonNode run = new ObjectMapper().readTree(Files.readString(out.resolve("run.json")));
    JsonNode data = new ObjectMapper().readTree(texts.get(1));
    assertThat(hasExactSizes(out)).isTrue();
    assertThat(farthestMean(out)).as("means are of the records").isLessThan(0.01);
    int records = 0;
    for (JsonNode size : data.at("/sizes/sites/0/sizes")) {
      records += size.asInt();
    }
    assertThat(records).isEqualTo(811);
    assertThat(data.at("/traffic/rounds").size()).isEqualTo(run.at("/traffic/rounds").size());
    for (JsonNode point : data.at("/map/points")) {
      assertThat(point.get(2).asInt()).as("no place is a single record").isGreaterThan(1);
    }
  }

  @Test
  void aReportIsMadeAgainFromWhatTheRunKept() throws IOException {
    Path out = simulate();
    String first = Files.readString(out.resolve("report.html"));
    Path again = folder.resolve("again.html");

    assertThat(CommandRun.of("report", out, "--out", again).exitCode()).isZero();

    assertThat(Files.readString(again)).isEqualTo(first);
    assertThat(CommandRun.of("report", folder).err())
        .contains("There is no")
        .contains("report.json");
    Files.writeString(
        out.resolve("report.json"), "{\"document\":\"coterie-report\",\"version\":9}");
    assertThat(CommandRun.of("report", out).err()).contains("has version 9");
  }
}
