package io.coterie.report;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coterie.json.Json;
import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import io.coterie.method.Diagnostics;
import io.coterie.plan.InputKind;
import java.util.Arrays;
import java.util.Base64;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Images as prototypes (the paper's Fig. 6): the mean image of each cluster and, in a simulation
 * whose level is not dp, the mean images of the records nearest to some of its anchors. Every one
 * is a mean of many records of all sites; none is a record.
 */
record Pictures(ClusterMeans means, ReportData.Input input) {
  private static final int GROUPS = 6;

  /** Few enough to show a manner of writing, many enough to hide each record. */
  private static final int GROUP = 30;

  /** More rounds look alike. */
  private static final int MOST_STRIPS = 6;

  /** More clusters do not fit beside each other. */
  private static final int MOST_IMAGES = 20;

  private static final int MOST_PIXELS = 128 * 128;

  static boolean isPossible(ReportData.Input input) {
    return input.plan().input().kind() instanceof InputKind.Image image
        && image.pixels() <= MOST_PIXELS;
  }

  ObjectNode json(Parallel parallel) {
    InputKind.Image image = input.plan().input().kind().asImage();
    ObjectNode node =
        Json.object()
            .put("height", image.height())
            .put("width", image.width())
            .put("source", means.source())
            .put("fewest", group());
    ArrayNode clusters = node.putArray("clusters");
    for (int c = 0; c < input.clusterCount(); c++) {
      ObjectNode one = clusters.addObject();
      if (means.weights()[c] > 0) {
        one.put("mean", encoded(means.means().row(c), (int) image.pixels()));
      }
      one.putArray("groups");
    }
    if (input.openly().isPresent() && input.log().places().isPresent()) {
      addGroups(clusters, input.openly().get(), input.log().places().get(), parallel);
    }
    return node;
  }

  private void addGroups(
      ArrayNode clusters,
      ReportData.Input.Held held,
      Diagnostics.Places places,
      Parallel parallel) {
    if (!input.isOfModel(places)) {
      return;
    }
    int[] chosen =
        IntStream.range(0, input.clusterCount())
            .flatMap(c -> IntStream.of(typical(places, c)))
            .toArray();
    int[] rows =
        Arrays.stream(held.seen().toArray()).map(line -> held.lines().records().at(line)).toArray();
    Matrix points = input.model().representation().apply(held.records().selectRows(rows), parallel);
    String[] means = new String[chosen.length];
    parallel.forEach(chosen.length, i -> means[i] = around(held, points, places, chosen[i]));
    for (int i = 0; i < chosen.length; i++) {
      if (!means[i].isEmpty()) {
        ((ArrayNode) clusters.get(places.clusters().at(chosen[i])).get("groups"))
            .addObject()
            .put("records", group())
            .put("mean", means[i]);
      }
    }
  }

  private int group() {
    return Math.max(GROUP, input.fewest());
  }

  /** Returns places of a cluster that are far from each other, among the heaviest of them. */
  private static int[] typical(Diagnostics.Places places, int cluster) {
    int[] own =
        IntStream.range(0, places.mass().size())
            .filter(p -> places.clusters().at(p) == cluster)
            .boxed()
            .sorted(Comparator.comparingDouble((Integer p) -> -places.mass().at(p)))
            .mapToInt(Integer::intValue)
            .toArray();
    int[] heavy = Arrays.copyOf(own, Math.max(Math.min(GROUPS, own.length), own.length / 3));
    int[] chosen = new int[Math.min(GROUPS, heavy.length)];
    double[] nearest = new double[heavy.length];
    Arrays.fill(nearest, Double.POSITIVE_INFINITY);
    for (int k = 0; k < chosen.length; k++) {
      int farthest = 0;
      for (int i = 0; i < heavy.length; i++) {
        farthest = nearest[i] > nearest[farthest] ? i : farthest;
      }
      chosen[k] = heavy[farthest];
      for (int i = 0; i < heavy.length; i++) {
        double distance = places.points().squaredDistance(heavy[i], places.points(), chosen[k]);
        nearest[i] = Math.min(nearest[i], distance);
      }
    }
    return chosen;
  }

  /**
   * Returns the mean image of those seen of a place's cluster that are nearest to it.
   *
   * @param points those seen, as the model sees them
   */
  private String around(
      ReportData.Input.Held held, Matrix points, Diagnostics.Places places, int place) {
    int[] own =
        IntStream.range(0, held.seen().size())
            .filter(
                i -> held.lines().clusters().of(held.seen().at(i)) == places.clusters().at(place))
            .toArray();
    if (own.length < group()) {
      return "";
    }
    double[] distances = new double[own.length];
    for (int i = 0; i < own.length; i++) {
      distances[i] = points.squaredDistance(own[i], places.points(), place);
    }
    double[] sorted = distances.clone();
    Arrays.sort(sorted);
    double[] sum = new double[held.records().columns()];
    int used = 0;
    for (int i = 0; i < own.length && used < group(); i++) {
      if (distances[i] <= sorted[group() - 1]) {
        used++;
        for (int j = 0; j < sum.length; j++) {
          sum[j] += held.records().at(held.lines().records().at(held.seen().at(own[i])), j);
        }
      }
    }
    return encoded(sum, (int) input.plan().input().kind().asImage().pixels());
  }

  /**
   * Adds what a network draws of the clusters on the way, one strip a round: some rounds from the
   * first to the last. Of a cluster with too few records nothing is shown, since its image might be
   * a record.
   */
  static void addStrips(ArrayNode strips, ReportData.Input input) {
    List<Diagnostics.Images> images = input.log().imagesOnTheWay();
    int shown = Math.min(MOST_STRIPS, images.size());
    for (int i = 0; i < shown; i++) {
      int round = shown == 1 ? 0 : (int) Math.round(i * (images.size() - 1.0) / (shown - 1));
      addStrip(strips.addObject(), images.get(round), input.fewest());
    }
  }

  private static void addStrip(ObjectNode node, Diagnostics.Images round, int fewest) {
    node.put("name", round.name()).put("height", round.height()).put("width", round.width());
    ArrayNode pixels = node.putArray("images");
    IntStream.range(0, round.pixels().rows())
        .filter(row -> round.mass().at(row) >= fewest)
        .limit(MOST_IMAGES)
        .forEach(
            row -> pixels.add(encoded(round.pixels().row(row), round.height() * round.width())));
  }

  /**
   * Returns grey levels from the darkest to the brightest pixel, as bytes; of several channels the
   * mean.
   */
  private static String encoded(double[] channels, int pixels) {
    double[] values = new double[pixels];
    for (int i = 0; i < channels.length; i++) {
      values[i % pixels] += channels[i];
    }
    double low = Arrays.stream(values).min().orElse(0);
    double high = Arrays.stream(values).max().orElse(1);
    double range = high > low ? high - low : 1;
    byte[] bytes = new byte[values.length];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = (byte) Math.round(255 * (values[i] - low) / range);
    }
    return Base64.getEncoder().encodeToString(bytes);
  }
}
