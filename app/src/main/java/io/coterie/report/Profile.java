package io.coterie.report;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coterie.json.Json;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * What makes each cluster different: its means in the features that set clusters apart most, and
 * how many deviations they are from the mean of all.
 *
 * @param means of the clusters
 * @param features their names
 */
record Profile(ClusterMeans means, List<String> features) {
  /** More features are a list, not a picture. */
  private static final int MOST = 24;

  ObjectNode json() {
    double[] overall = means.overall();
    int[] chosen =
        IntStream.range(0, features.size())
            .boxed()
            .sorted(Comparator.comparingDouble((Integer j) -> -largest(j, overall)))
            .limit(MOST)
            .mapToInt(Integer::intValue)
            .toArray();
    ObjectNode node =
        Json.object().put("source", means.source()).put("features_in_all", features.size());
    ArrayNode names = node.putArray("features");
    ArrayNode all = node.putArray("overall");
    ArrayNode deviations = node.putArray("deviations");
    for (int j : chosen) {
      names.add(features.get(j));
      all.add(GraphCells.significant(overall[j]));
      deviations.add(GraphCells.significant(means.deviations()[j]));
    }
    ArrayNode clusters = node.putArray("clusters");
    for (int c = 0; c < means.weights().length; c++) {
      ObjectNode one = clusters.addObject().put("shown", means.weights()[c] > 0);
      ArrayNode own = one.putArray("means");
      ArrayNode effects = one.putArray("effects");
      for (int j : chosen) {
        own.add(GraphCells.significant(means.means().at(c, j)));
        effects.add(PlaceMap.rounded(means.effect(c, j, overall), 2));
      }
    }
    return node;
  }

  private double largest(int feature, double[] overall) {
    double largest = 0;
    for (int c = 0; c < means.weights().length; c++) {
      if (means.weights()[c] > 0) {
        largest = Math.max(largest, Math.abs(means.effect(c, feature, overall)));
      }
    }
    return largest;
  }
}
