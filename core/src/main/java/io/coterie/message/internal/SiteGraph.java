package io.coterie.message.internal;

import static java.util.Objects.requireNonNull;

import io.coterie.graph.SparseGraph;
import io.coterie.math.IntVector;
import java.io.Serializable;

/**
 * What a site tells of its graph: its edges over records or prototypes, or nothing but how the
 * search for it ended.
 *
 * @param edges the graph; without nodes where it is withheld
 * @param memberships the prototype of each record, where the edges join records; else empty
 * @param converged whether it has as many connected components as were asked for
 * @param steps how many times its weights were learned
 */
public record SiteGraph(SparseGraph edges, IntVector memberships, boolean converged, int steps)
    implements Serializable {
  private static final SparseGraph NO_EDGES = SparseGraph.builder(0).build();

  public SiteGraph {
    requireNonNull(edges, "edges is null");
    requireNonNull(memberships, "memberships is null");
  }

  /** Returns a graph of which neither edges nor memberships leave the site. */
  public static SiteGraph withheld(boolean converged, int steps) {
    return new SiteGraph(NO_EDGES, IntVector.of(), converged, steps);
  }

  /** Returns a graph of prototypes, on which no number of components was imposed. */
  public static SiteGraph ofPrototypes(SparseGraph edges) {
    return new SiteGraph(edges, IntVector.of(), true, 0);
  }
}
