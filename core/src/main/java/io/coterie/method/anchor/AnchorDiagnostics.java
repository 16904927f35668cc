package io.coterie.method.anchor;

import io.coterie.features.Representation;
import io.coterie.fusion.internal.BlockMap;
import io.coterie.math.IntVector;
import io.coterie.math.Matrix;
import io.coterie.math.Vector;
import io.coterie.message.Labels;
import io.coterie.message.internal.AnchorGraph;
import io.coterie.message.internal.Microclusters;
import io.coterie.method.CoordinatorContext;
import io.coterie.method.Diagnostics;
import io.coterie.model.ClusterModel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * What the coordinator of the anchor graph can draw when it is done.
 *
 * <p>Not thread-safe.
 */
final class AnchorDiagnostics {
  private final CoordinatorContext context;
  private final List<Double> movements = new ArrayList<>();

  AnchorDiagnostics(CoordinatorContext context) {
    this.context = context;
  }

  /** Takes a round of moves: the root of their mean square, by records. */
  void moved(Matrix from, Matrix to, Vector counts) {
    double squares = 0;
    double records = 0;
    int kept = 0;
    for (int p = 0; p < from.rows(); p++) {
      if (counts.at(p) > 0 || to.rows() == from.rows()) {
        squares += counts.at(p) * from.squaredDistance(p, to, kept++);
        records += counts.at(p);
      }
    }
    movements.add(records > 0 ? Math.sqrt(squares / records) : 0);
  }

  /** Shows the anchors and the graph that was divided last, as the answer divides them. */
  void show(AnchorGraph graph, Vector eigenvalues, Matrix anchors, ClusterModel answer) {
    show(graph, graph.mass(), eigenvalues, anchors, answer);
  }

  /** The same where the first anchors stand for so many records each, and the others for none. */
  void show(
      AnchorGraph graph, Vector records, Vector eigenvalues, Matrix anchors, ClusterModel answer) {
    CoordinatorContext.Findings findings = context.findings();
    IntVector clusters = IntVector.of(answer.label(anchors, context.parallel()).toArray());
    int[] first = IntStream.range(0, records.size()).toArray();
    findings.show(
        new Diagnostics.Places(
            first.length < anchors.rows() ? "cells of records" : "anchors",
            anchors.selectRows(first),
            records,
            IntVector.of(Arrays.copyOf(clusters.toArray(), first.length))));
    findings.show(
        new Diagnostics.Blocks("graph between the anchors", BlockMap.of(graph.gram(), clusters)));
    if (!movements.isEmpty()) {
      findings.show(
          new Diagnostics.Curve(
              "Movement of the anchors",
              "round of sums",
              "distance",
              Vector.of(movements.stream().mapToDouble(value -> value).toArray())));
    }
    if (eigenvalues.size() > 0) {
      findings.show(new Diagnostics.Spectrum(eigenvalues));
    }
  }

  /** Shows how many records of each cluster a site has, by the groups that it sent. */
  void showSites(Map<String, Microclusters> groups, Representation metric, ClusterModel answer) {
    groups.forEach(
        (name, site) -> {
          double[] records = new double[answer.clusterCount()];
          if (site.counts().size() > 0) {
            Labels clusters =
                answer.label(metric.apply(site.means(), context.parallel()), context.parallel());
            for (int p = 0; p < clusters.size(); p++) {
              records[clusters.of(p)] += site.counts().at(p);
            }
          }
          context.show(new Diagnostics.SiteSizes(name, Vector.of(records)));
        });
  }
}
