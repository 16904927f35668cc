package io.coterie.report;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coterie.json.Json;
import io.coterie.math.Matrix;
import io.coterie.method.Diagnostics;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * The mean of each cluster in the features as read. In a simulation, unless its level is dp, they
 * are sums over the records of all sites together, of clusters that have records enough; else they
 * follow from the coordinator's places, where these have a way back to the features.
 *
 * @param source of the means, in words
 * @param means one row for each cluster
 * @param weights records of each cluster; 0 where too few to be shown
 * @param deviations of each feature, over all that is shown
 */
@SuppressWarnings("ArrayRecordComponent") // compared by nobody
record ClusterMeans(String source, Matrix means, double[] weights, double[] deviations) {
  /** More features are a list, not a picture. */
  static final int MOST_FEATURES = 24;

  static Optional<ClusterMeans> of(ReportData.Input input) {
    if (input.openly().isPresent()) {
      ReportData.Input.Held held = input.openly().get();
      Sums sums = new Sums(input.clusterCount(), held.records().columns());
      for (int line = 0; line < held.lines().records().size(); line++) {
        sums.add(
            held.records(), held.lines().records().at(line), held.lines().clusters().of(line), 1);
      }
      return Optional.of(
          sums.means(
              input.fewest(),
              "means over the records of all sites together, of clusters of at least %d"
                  .formatted(input.fewest())));
    }
    return input
        .log()
        .places()
        .filter(input::isOfModel)
        .flatMap(places -> ofPlaces(places, input))
        .or(() -> input.log().imagesOfAnswer().map(images -> ofImages(images, input)));
  }

  /** Returns the same where deviations are known otherwise than from the means. */
  private ClusterMeans withDeviations(double[] known, String words) {
    return new ClusterMeans(words, means, weights, known);
  }

  /** The sites summed up their records by cluster for them. */
  private static ClusterMeans ofImages(Diagnostics.Images images, ReportData.Input input) {
    int features = images.pixels().columns();
    Sums sums = new Sums(input.clusterCount(), features);
    for (int row = 0; row < images.pixels().rows(); row++) {
      sums.add(images.pixels(), row, images.clusters().at(row), images.mass().at(row));
    }
    return sums.means(
        input.fewest(),
        "means over all sites, from their sums by cluster, of clusters of at least %d"
            .formatted(input.fewest()));
  }

  private static Optional<ClusterMeans> ofPlaces(
      Diagnostics.Places places, ReportData.Input input) {
    return LevelFeatures.back(input, places.points())
        .map(
            back -> {
              Sums sums = new Sums(input.clusterCount(), back.columns());
              for (int p = 0; p < back.rows(); p++) {
                sums.add(back, p, places.clusters().at(p), Math.max(0, places.mass().at(p)));
              }
              double fewest = input.plan().privacy().isDp() ? 0 : input.fewest();
              ClusterMeans means =
                  sums.means(
                      fewest,
                      "means of the coordinator's %s, mapped back to the features"
                          .formatted(places.name()));
              return LevelFeatures.isFor(input)
                  ? means.withDeviations(
                      LevelFeatures.deviations(input, means.overall()),
                      "means of numbers and shares of levels, all with noise; a fifth of the stated"
                          + " range stands for the deviation of a number")
                  : means;
            });
  }

  /**
   * Returns what makes each cluster different: its means in the features that set clusters apart
   * most, and how many deviations they are from the mean of all. Columns of levels have no mean.
   */
  ObjectNode profile(List<ColumnText> texts) {
    double[] overall = overall();
    int[] chosen =
        IntStream.range(0, texts.size())
            .filter(j -> !texts.get(j).isOfLevels())
            .boxed()
            .sorted(Comparator.comparingDouble((Integer j) -> -largest(j, overall)))
            .limit(MOST_FEATURES)
            .mapToInt(Integer::intValue)
            .toArray();
    ObjectNode node = Json.object().put("source", source).put("features_in_all", texts.size());
    ArrayNode names = node.putArray("features");
    ArrayNode all = node.putArray("overall");
    ArrayNode allTexts = node.putArray("overall_texts");
    ArrayNode spreads = node.putArray("deviations");
    for (int j : chosen) {
      names.add(texts.get(j).name() + (texts.get(j).isLog() ? " (geometric mean)" : ""));
      all.add(GraphCells.significant(texts.get(j).inUnits(overall[j])));
      allTexts.add(texts.get(j).value(overall[j]));
      spreads.add(GraphCells.significant(deviations[j]));
    }
    ArrayNode clusters = node.putArray("clusters");
    for (int c = 0; c < weights.length; c++) {
      ObjectNode one = clusters.addObject().put("shown", weights[c] > 0);
      ArrayNode own = one.putArray("means");
      ArrayNode words = one.putArray("texts");
      ArrayNode effects = one.putArray("effects");
      for (int j : chosen) {
        own.add(weights[c] > 0 ? GraphCells.significant(texts.get(j).inUnits(means.at(c, j))) : 0);
        words.add(weights[c] > 0 ? texts.get(j).value(means.at(c, j)) : "");
        effects.add(PlaceMap.rounded(effect(c, j, overall), 2));
      }
    }
    return node;
  }

  private double largest(int feature, double[] overall) {
    double largest = 0;
    for (int c = 0; c < weights.length; c++) {
      if (weights[c] > 0) {
        largest = Math.max(largest, Math.abs(effect(c, feature, overall)));
      }
    }
    return largest;
  }

  private double[] overall() {
    double[] overall = new double[means.columns()];
    double total = Arrays.stream(weights).sum();
    for (int c = 0; c < weights.length && total > 0; c++) {
      for (int j = 0; j < overall.length; j++) {
        overall[j] += weights[c] / total * means.at(c, j);
      }
    }
    return overall;
  }

  /** How many deviations a cluster's mean is from the mean of all. */
  private double effect(int cluster, int feature, double[] overall) {
    return deviations[feature] > 0
        ? (means.at(cluster, feature) - overall[feature]) / deviations[feature]
        : 0;
  }

  /** Sums by cluster; what is missing in a record counts for no feature. */
  private static final class Sums {
    private final Matrix sums;
    private final Matrix squares;
    private final Matrix present;
    private final double[] weights;

    Sums(int clusters, int features) {
      sums = Matrix.zeros(clusters, features);
      squares = Matrix.zeros(clusters, features);
      present = Matrix.zeros(clusters, features);
      weights = new double[clusters];
    }

    void add(Matrix rows, int row, int cluster, double weight) {
      int from = row * rows.columns();
      int to = cluster * rows.columns();
      weights[cluster] += weight;
      for (int j = 0; j < rows.columns(); j++) {
        double value = rows.array()[from + j];
        if (!Double.isNaN(value)) {
          sums.array()[to + j] += weight * value;
          squares.array()[to + j] += weight * value * value;
          present.array()[to + j] += weight;
        }
      }
    }

    ClusterMeans means(double fewest, String source) {
      Matrix means = Matrix.zeros(sums.rows(), sums.columns());
      double[] deviations = new double[sums.columns()];
      double[] shown = new double[weights.length];
      for (int c = 0; c < shown.length; c++) {
        shown[c] = weights[c] >= fewest ? weights[c] : 0;
      }
      for (int j = 0; j < deviations.length; j++) {
        double count = 0;
        double sum = 0;
        double square = 0;
        for (int c = 0; c < shown.length; c++) {
          if (shown[c] > 0 && present.at(c, j) > 0) {
            means.set(c, j, sums.at(c, j) / present.at(c, j));
            count += present.at(c, j);
            sum += sums.at(c, j);
            square += squares.at(c, j);
          }
        }
        double mean = count > 0 ? sum / count : 0;
        deviations[j] = count > 0 ? Math.sqrt(Math.max(0, square / count - mean * mean)) : 0;
      }
      return new ClusterMeans(source, means, shown, deviations);
    }
  }
}
