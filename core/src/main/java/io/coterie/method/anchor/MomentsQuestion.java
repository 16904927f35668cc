package io.coterie.method.anchor;

import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import io.coterie.math.Vector;
import io.coterie.math.internal.cluster.Moments;
import io.coterie.message.Labels;
import io.coterie.message.Payload;
import io.coterie.message.internal.ClusterMoments;
import io.coterie.message.internal.FeatureScatter;
import io.coterie.model.ClusterModel;
import io.coterie.site.internal.GroupMeans;

/**
 * Asks for the moments by cluster, where the clusters are those of a model.
 *
 * @param model labels the site's records
 * @param origin about which the sums are taken
 */
@Payload.Name("cluster-moments-question")
record MomentsQuestion(ClusterModel model, Vector origin) implements Payload {
  ClusterMoments moments(Matrix records, Parallel parallel) {
    return moments(records, model.label(records, parallel), parallel);
  }

  ClusterMoments moments(Matrix records, Labels labels, Parallel parallel) {
    int clusterCount = labels.clusterCount();
    int[] clusters = labels.toArray();
    double[] counts = new double[clusterCount];
    for (int cluster : clusters) {
      counts[cluster]++;
    }
    Matrix sums =
        GroupMeans.sums(records, clusters, clusterCount)
            .map((c, j, sum) -> sum - counts[c] * origin.at(j));
    Matrix scatter = Moments.of(records, origin.toArray(), parallel).scatter();
    return new ClusterMoments(Vector.of(counts), sums, FeatureScatter.of(scatter));
  }
}
