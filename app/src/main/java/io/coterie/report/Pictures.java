package io.coterie.report;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coterie.math.KMeans;
import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import io.coterie.method.Sketch;
import io.coterie.protocol.InputKind;
import io.coterie.store.Json;
import java.util.Base64;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Images as prototypes (the paper's Fig. 6): the mean image of each cluster and, in a simulation
 * whose level is not strict, the mean images of the largest groups around its anchors. Every one is
 * a mean of many records of all sites; none is a record.
 *
 * @param means of the clusters
 * @param input of the report
 */
record Pictures(ClusterMeans means, ReportInput input) {
  private static final int GROUPS = 6;

  private static final int MOST_PIXELS = 128 * 128;

  static boolean isPossible(ReportInput input) {
    InputKind kind = input.plan().input().kind();
    return kind.isImage() && kind.height() * kind.width() <= MOST_PIXELS;
  }

  ObjectNode json(Parallel parallel) {
    InputKind kind = input.plan().input().kind();
    ObjectNode node =
        Json.object()
            .put("height", kind.height())
            .put("width", kind.width())
            .put("source", means.source())
            .put("fewest", input.fewest());
    ArrayNode clusters = node.putArray("clusters");
    for (int c = 0; c < input.clusterCount(); c++) {
      ObjectNode one = clusters.addObject();
      if (means.weights()[c] > 0) {
        one.put("mean", encoded(means.means().row(c)));
      }
      one.putArray("groups");
    }
    if (input.openly().isPresent() && input.log().places().isPresent()) {
      addGroups(clusters, input.openly().get(), input.log().places().get(), parallel);
    }
    return node;
  }

  private void addGroups(
      ArrayNode clusters, ReportInput.Held held, Sketch.Places places, Parallel parallel) {
    if (held.points().columns() != places.points().columns()) {
      return;
    }
    int[] nearest = KMeans.nearest(held.points(), places.points(), parallel);
    int count = places.points().rows();
    int pixels = held.records().columns();
    int[] sizes = new int[count];
    for (int line = 0; line < nearest.length; line++) {
      sizes[nearest[line]]++;
    }
    List<Integer> chosen =
        IntStream.range(0, count)
            .filter(p -> sizes[p] >= input.fewest())
            .boxed()
            .sorted(Comparator.comparingInt((Integer p) -> -sizes[p]))
            .toList();
    int[] slot = new int[count];
    java.util.Arrays.fill(slot, -1);
    int[] shown = new int[input.clusterCount()];
    int used = 0;
    for (int p : chosen) {
      if (shown[places.clusters().at(p)]++ < GROUPS) {
        slot[p] = used++;
      }
    }
    Matrix sums = Matrix.zeros(used, pixels);
    for (int line = 0; line < nearest.length; line++) {
      int at = slot[nearest[line]];
      for (int j = 0; at >= 0 && j < pixels; j++) {
        sums.array()[at * pixels + j] += held.records().at(held.rows().at(line), j);
      }
    }
    for (int p : chosen) {
      if (slot[p] >= 0) {
        ((ArrayNode) clusters.get(places.clusters().at(p)).get("groups"))
            .addObject()
            .put("records", sizes[p])
            .put("mean", encoded(sums.row(slot[p])));
      }
    }
  }

  /** Returns grey levels from the darkest to the brightest pixel, as bytes. */
  private static String encoded(double[] values) {
    double low = java.util.Arrays.stream(values).min().orElse(0);
    double high = java.util.Arrays.stream(values).max().orElse(1);
    double range = high > low ? high - low : 1;
    byte[] bytes = new byte[values.length];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = (byte) Math.round(255 * (values[i] - low) / range);
    }
    return Base64.getEncoder().encodeToString(bytes);
  }
}
