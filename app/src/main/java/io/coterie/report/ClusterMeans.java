package io.coterie.report;

import io.coterie.math.Matrix;
import io.coterie.method.Diagnostics;
import io.coterie.report.GroupColumn.Measure;
import java.util.Arrays;
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
 * @param spreads deviations within the clusters, where these are known
 */
@SuppressWarnings("ArrayRecordComponent") // compared by nobody
record ClusterMeans(
    String source, Matrix means, double[] weights, double[] deviations, Optional<Matrix> spreads) {
  static Optional<ClusterMeans> of(ReportData.Input input) {
    if (input.openly().isPresent()) {
      ReportData.Input.Held held = input.openly().get();
      Sums sums = new Sums(input.clusterCount(), held.records().columns());
      for (int line = 0; line < held.lines().records().size(); line++) {
        sums.add(
            held.records(), held.lines().records().at(line), held.lines().clusters().of(line), 1);
      }
      ClusterMeans known =
          sums.means(
              input.fewest(),
              "means over the records of all sites together, of groups of at least %d"
                  .formatted(input.fewest()));
      return Optional.of(known.withSpreads(sums.spreads()));
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
    return new ClusterMeans(words, means, weights, known, Optional.empty());
  }

  private ClusterMeans withSpreads(Matrix within) {
    return new ClusterMeans(source, means, weights, deviations, Optional.of(within));
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
        "means over all sites, from their sums by cluster, of groups of at least %d"
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

  /** Returns what is typical of each cluster. Columns whose means are of levels are left out. */
  GroupProfile groups(List<LevelFeatures.Feature> features, Noise noise) {
    double[] overall = overall();
    boolean[] shown = new boolean[weights.length];
    for (int c = 0; c < shown.length; c++) {
      shown[c] = weights[c] > 0;
    }
    List<GroupColumn> columns =
        IntStream.range(0, features.size())
            .filter(j -> !features.get(j).text().isOfLevels())
            .mapToObj(j -> column(j, features.get(j), overall, noise))
            .toList();
    return new GroupProfile(source, columns, features.size(), weights, shown);
  }

  private GroupColumn column(int feature, LevelFeatures.Feature of, double[] overall, Noise noise) {
    double[] own = new double[weights.length];
    double[] effects = new double[own.length];
    double[] within = new double[own.length];
    double[] lows = new double[own.length];
    double[] highs = new double[own.length];
    for (int c = 0; c < own.length; c++) {
      own[c] = means.at(c, feature);
      effects[c] = effect(c, feature, overall);
      within[c] = spreads.isPresent() ? spreads.get().at(c, feature) : 0;
      lows[c] = own[c] - within[c];
      highs[c] = own[c] + within[c];
    }
    ColumnText text = of.text();
    boolean isGeometric = text.isLog() && !of.isShare();
    return new GroupColumn(
        text,
        of.column(),
        List.of(),
        text.name() + (isGeometric ? " (geometric mean)" : ""),
        of.isShare() ? text.subject().replaceFirst(": ", " is ") : text.subject(),
        of.isShare() ? Measure.SHARE : Measure.MEAN,
        own,
        overall[feature],
        effects,
        spreads.map(known -> new GroupColumn.Spread(own, within, lows, highs)),
        noise.ofMeans(of, weights));
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

    /** Returns the deviations within the clusters. */
    Matrix spreads() {
      return sums.map(
          (c, j, sum) -> {
            double mean = sum / present.at(c, j);
            double variance = squares.at(c, j) / present.at(c, j) - mean * mean;
            return present.at(c, j) > 0 ? Math.sqrt(Math.max(0, variance)) : Double.NaN;
          });
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
      return new ClusterMeans(source, means, shown, deviations, Optional.empty());
    }
  }
}
