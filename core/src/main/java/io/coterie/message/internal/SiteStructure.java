package io.coterie.message.internal;

import static java.util.Objects.requireNonNull;

import io.coterie.math.IntVector;
import io.coterie.math.Matrix;
import io.coterie.math.Vector;
import io.coterie.message.Payload;

/**
 * A site's prototypes and, by the study's resolution, a graph: of its records (with the prototype
 * each belongs to), of its prototypes, or none.
 *
 * @param counts records per prototype
 * @param means one row per prototype
 * @param spreads one row per prototype: variances, or the upper triangle of the covariance
 * @param graph over records or prototypes, or withheld
 */
@Payload.Name("structure")
public record SiteStructure(Vector counts, Matrix means, Matrix spreads, SiteGraph graph)
    implements Payload {
  public SiteStructure {
    requireNonNull(graph, "graph is null");
    int dimension = means.columns();
    boolean fits =
        spreads.columns() == dimension || spreads.columns() == dimension * (dimension + 1) / 2;
    if (counts.size() != means.rows() || counts.size() != spreads.rows() || !fits) {
      throw new IllegalArgumentException(
          "%d counts, %d x %d means and %d x %d spreads do not describe the same prototypes."
              .formatted(
                  counts.size(), means.rows(), dimension, spreads.rows(), spreads.columns()));
    }
    IntVector memberships = graph.memberships();
    int nodes = memberships.size() > 0 ? memberships.size() : counts.size();
    if (graph.edges().nodeCount() != 0 && graph.edges().nodeCount() != nodes) {
      throw new IllegalArgumentException(
          "A graph of %d nodes for %d records or prototypes."
              .formatted(graph.edges().nodeCount(), nodes));
    }
    for (int i = 0; i < memberships.size(); i++) {
      if (memberships.at(i) < 0 || memberships.at(i) >= counts.size()) {
        throw new IllegalArgumentException(
            "A record belongs to prototype %d of %d.".formatted(memberships.at(i), counts.size()));
      }
    }
  }
}
