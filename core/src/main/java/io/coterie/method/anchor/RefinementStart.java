package io.coterie.method.anchor;

import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import io.coterie.math.Vector;
import io.coterie.math.internal.cluster.MixtureSums;
import io.coterie.message.Labels;
import io.coterie.message.Payload;
import io.coterie.message.internal.MixtureTotals;
import io.coterie.model.ClusterModel;
import java.util.List;

/**
 * Asks for sums by cluster, where the clusters are those of a model: the start of EM.
 *
 * @param model labels the site's records
 * @param origin about which the sums are taken
 */
record RefinementStart(ClusterModel model, Vector origin) implements Payload {
  MixtureTotals sums(Matrix records, Parallel parallel) {
    Labels labels = model.label(records, parallel);
    MixtureSums.Assignment assignment =
        new MixtureSums.Assignment(labels.toArray(), labels.clusterCount());
    return new MixtureTotals(
        List.of(MixtureSums.fromLabels(records, assignment, origin.toArray(), parallel)));
  }
}
