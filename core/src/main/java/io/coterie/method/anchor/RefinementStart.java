package io.coterie.method.anchor;

import static java.util.Objects.requireNonNull;

import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import io.coterie.math.Vector;
import io.coterie.math.internal.cluster.MixtureSums;
import io.coterie.message.Field;
import io.coterie.message.Labels;
import io.coterie.message.Payload;
import io.coterie.message.internal.MixtureTotals;
import io.coterie.model.ClusterModel;
import java.util.ArrayList;
import java.util.List;

/**
 * Asks for sums by cluster, where the clusters are those of a model: the start of EM.
 *
 * @param model labels the site's records
 * @param origin about which the sums are taken
 */
record RefinementStart(ClusterModel model, Vector origin) implements Payload {
  public RefinementStart {
    requireNonNull(model, "model is null");
    requireNonNull(origin, "origin is null");
  }

  MixtureTotals sums(Matrix records, Parallel parallel) {
    Labels labels = model.label(records, parallel);
    MixtureSums.Assignment assignment =
        new MixtureSums.Assignment(labels.toArray(), labels.clusterCount());
    return new MixtureTotals(
        List.of(MixtureSums.fromLabels(records, assignment, origin.toArray(), parallel)));
  }

  @Override
  public String kind() {
    return "refinement-start";
  }

  @Override
  public List<Field> fields() {
    List<Field> fields = new ArrayList<>(Field.nested("model", model));
    fields.add(Field.numbers("origin", origin));
    return fields;
  }
}
