package io.coterie.fusion.internal;

import io.coterie.graph.SparseGraph;
import io.coterie.graph.SparseGraphBuilder;
import io.coterie.graph.internal.Components;

/**
 * Links every connected component that is too small to be a cluster to the nearest node outside of
 * it, so that outliers do not become clusters of their own.
 */
final class SmallComponents {
  /** Each pass at least halves the small components that are left; this many always suffice. */
  private static final int PASSES = 50;

  private SmallComponents() {}

  static SparseGraph absorb(SparseGraph graph, WeightedPoints nodes, double threshold) {
    SparseGraph linked = graph;
    for (int pass = 0; pass < PASSES; pass++) {
      Components components = Components.in(linked);
      double[] masses = masses(components, nodes);
      SparseGraphBuilder links = SparseGraph.builder(graph.nodeCount());
      boolean any = false;
      for (int c = 0; c < components.count() && components.count() > 1; c++) {
        if (masses[c] < threshold) {
          link(c, components, nodes, links, Math.max(masses[c], 1));
          any = true;
        }
      }
      if (!any) {
        break;
      }
      linked = linked.plus(links.build());
    }
    return linked;
  }

  /** One edge to the nearest node outside, of the weight of the component, at least 1. */
  private static void link(
      int component,
      Components components,
      WeightedPoints nodes,
      SparseGraphBuilder links,
      double weight) {
    double nearest = Double.POSITIVE_INFINITY;
    int from = -1;
    int to = -1;
    for (int i = 0; i < nodes.points().rows(); i++) {
      if (components.of(i) != component) {
        continue;
      }
      for (int j = 0; j < nodes.points().rows(); j++) {
        if (components.of(j) != component) {
          double distance = nodes.points().squaredDistance(i, nodes.points(), j);
          if (distance < nearest) {
            nearest = distance;
            from = i;
            to = j;
          }
        }
      }
    }
    links.add(from, to, weight);
  }

  private static double[] masses(Components components, WeightedPoints nodes) {
    double[] masses = new double[components.count()];
    for (int i = 0; i < nodes.mass().size(); i++) {
      masses[components.of(i)] += nodes.mass().at(i);
    }
    return masses;
  }
}
