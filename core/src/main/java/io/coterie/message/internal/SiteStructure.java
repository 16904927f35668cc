package io.coterie.message.internal;

import io.coterie.graph.SparseGraph;
import io.coterie.math.IntVector;
import io.coterie.math.Matrix;
import io.coterie.math.Vector;
import io.coterie.message.Field;
import io.coterie.message.Fields;
import io.coterie.message.Payload;
import java.util.ArrayList;
import java.util.List;

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
      implements Field.Group {
    /** How many numbers say how the search for the graph ended. */
    public static final int SEARCH_NUMBERS = 2;

    private static final SparseGraph NO_EDGES = SparseGraph.builder(0).build();

    static SiteGraph of(Fields fields) {
      IntVector search = fields.integers("search", SEARCH_NUMBERS);
      return new SiteGraph(
          fields.has("edges") ? fields.graph("edges") : NO_EDGES,
          fields.has("memberships") ? fields.integers("memberships") : IntVector.of(),
          Fields.flag(search.at(0)),
          search.at(1));
    }

    /** Returns the fields without what is withheld, so that nothing tells how large it is. */
    @Override
    public List<Field> fields() {
      List<Field> fields = new ArrayList<>();
      if (edges.nodeCount() > 0) {
        fields.add(new Field.Edges("edges", edges));
      }
      if (memberships.size() > 0) {
        fields.add(new Field.Integers("memberships", memberships));
      }
      fields.add(new Field.Integers("search", IntVector.of(converged ? 1 : 0, steps)));
      return fields;
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
}
