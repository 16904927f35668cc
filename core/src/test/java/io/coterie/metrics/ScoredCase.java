package io.coterie.metrics;

import io.coterie.math.Matrix;
import io.coterie.message.Labels;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.IntStream;

/** A clustering and its scores by other tools, from the files that make-scores.py writes. */
record ScoredCase(
    String name, Matrix records, TrueLabels truth, Labels found, List<OptionalDouble> scores) {
  static List<ScoredCase> all() {
    List<String[]> records = rows("records.csv");
    return rows("scores.csv").stream().map(row -> of(row, records)).toList();
  }

  static ScoredCase named(String name) {
    return all().stream().filter(each -> each.name.equals(name)).findFirst().orElseThrow();
  }

  private static ScoredCase of(String[] scores, List<String[]> allRecords) {
    List<double[]> values = new ArrayList<>();
    List<String> truth = new ArrayList<>();
    List<Integer> found = new ArrayList<>();
    for (String[] row : allRecords) {
      if (row[0].equals(scores[0])) {
        truth.add(row[1]);
        found.add(Integer.valueOf(row[2]));
        values.add(
            IntStream.range(3, row.length).mapToDouble(i -> Double.parseDouble(row[i])).toArray());
      }
    }
    int[] clusters = found.stream().mapToInt(Integer::intValue).toArray();
    int clusterCount = IntStream.of(clusters).max().orElseThrow() + 1;
    return new ScoredCase(
        scores[0],
        Matrix.ofRows(values.toArray(double[][]::new)),
        TrueLabels.of(truth),
        Labels.of(clusters, clusterCount),
        IntStream.range(1, scores.length).mapToObj(i -> score(scores[i])).toList());
  }

  private static OptionalDouble score(String text) {
    return text.isEmpty() ? OptionalDouble.empty() : OptionalDouble.of(Double.parseDouble(text));
  }

  private static List<String[]> rows(String file) {
    try (InputStream stream = ScoredCase.class.getResourceAsStream(file)) {
      return new String(stream.readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .skip(1)
          .map(line -> line.split(",", -1))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public String toString() {
    return name;
  }
}
