package io.coterie.method.dsc;

import io.coterie.math.IntVector;
import io.coterie.math.Matrix;
import io.coterie.message.Field;
import io.coterie.message.Fields;
import io.coterie.message.Payload;
import java.util.List;

/**
 * The centers of a site's records among its eigenvectors: coordinates that mean nothing without the
 * records they were made of.
 *
 * @param centroids one row per cluster, one column per eigenvector
 * @param components the connected components of the site's graph
 * @param converged whether its eigenvectors converged
 */
record SpectralCentroids(Matrix centroids, int components, boolean converged) implements Payload {
  static SpectralCentroids of(Fields fields) {
    IntVector search = fields.integers("search", 2);
    return new SpectralCentroids(
        fields.numbers("centroids"), search.at(0), Fields.flag(search.at(1)));
  }

  @Override
  public List<Field> fields() {
    return List.of(
        new Field.Numbers("centroids", centroids),
        new Field.Integers("search", IntVector.of(components, converged ? 1 : 0)));
  }
}
