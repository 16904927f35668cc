package io.coterie.math;

import io.coterie.math.internal.cluster.GaussianMixture;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/** Fisher's Iris (UCI, CC BY 4.0) and the values that make_mixture.py derives from it. */
@SuppressWarnings("ArrayRecordComponent") // test data
public record Iris(Matrix rows, int[] species) {
  private static final List<String> NAMES = List.of("setosa", "versicolor", "virginica");

  public static Iris load() {
    List<String> lines = lines("iris.csv");
    Matrix rows = Matrix.zeros(lines.size() - 1, 4);
    int[] species = new int[rows.rows()];
    for (int i = 0; i < rows.rows(); i++) {
      String[] fields = lines.get(i + 1).split(",", -1);
      for (int j = 0; j < 4; j++) {
        rows.set(i, j, Double.parseDouble(fields[j]));
      }
      species[i] = NAMES.indexOf(fields[4]);
    }
    return new Iris(rows, species);
  }

  /** The values of a line of mixture-iris.csv. */
  public static double[] expected(GaussianMixture.Mode mode, String quantity) {
    String start = mode + "," + quantity + ",";
    String line =
        lines("mixture-iris.csv").stream().filter(l -> l.startsWith(start)).findFirst().get();
    return numbers(line.substring(start.length()));
  }

  public static double[] divergences() {
    return numbers(String.join(",", lines("divergences.csv")));
  }

  private static double[] numbers(String line) {
    return Arrays.stream(line.split(",", -1)).mapToDouble(Double::parseDouble).toArray();
  }

  private static List<String> lines(String name) {
    try (InputStream in = Iris.class.getResourceAsStream(name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
