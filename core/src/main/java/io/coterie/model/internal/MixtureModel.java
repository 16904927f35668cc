package io.coterie.model.internal;

import io.coterie.math.IntVector;
import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import io.coterie.math.Vector;
import io.coterie.math.internal.cluster.GaussianMixture;
import io.coterie.math.internal.cluster.LargestFirst;
import io.coterie.message.Field;
import io.coterie.message.Fields;
import io.coterie.message.Fields.FieldMismatch;
import io.coterie.message.Labels;
import io.coterie.message.Payload;
import io.coterie.model.ClusterModel;
import io.coterie.model.Nearness;
import io.coterie.model.OutlierRule;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Each record joins the cluster of the most likely component of a Gaussian mixture.
 *
 * @param mixture the components: one per cluster, or one per prototype of any site
 * @param clusters the cluster of each component
 * @param clusterCount the number of clusters
 */
@Payload.Name("mixture")
public record MixtureModel(GaussianMixture mixture, IntVector clusters, int clusterCount)
    implements ClusterModel {
  public MixtureModel {
    if (mixture.clusterCount() != clusters.size()) {
      throw new IllegalArgumentException(
          "%d components but %d clusters.".formatted(mixture.clusterCount(), clusters.size()));
    }
    Labels.of(clusters.toArray(), clusterCount); // checks the range
  }

  /** One cluster per component. */
  public static MixtureModel of(GaussianMixture mixture) {
    int count = mixture.clusterCount();
    return new MixtureModel(mixture, IntVector.of(IntStream.range(0, count).toArray()), count);
  }

  public static MixtureModel of(Fields fields) {
    Matrix means = fields.numbers("means");
    Matrix stacked = fields.numbers("covariances");
    int d = means.columns();
    if (d == 0 || stacked.columns() != d || stacked.rows() % d != 0) {
      throw new FieldMismatch(
          "Means of %d values do not go with covariances of %d x %d."
              .formatted(d, stacked.rows(), stacked.columns()));
    }
    List<Matrix> covariances = new ArrayList<>();
    for (int from = 0; from + d <= stacked.rows(); from += d) {
      covariances.add(stacked.selectRows(IntStream.range(from, from + d).toArray()));
    }
    return new MixtureModel(
        GaussianMixture.of(fields.vector("weights").toArray(), means, covariances),
        fields.integers("clusters-of"),
        fields.integer("clusters"));
  }

  @Override
  public Labels label(Matrix represented, Parallel parallel) {
    return NearestPrototype.labels(mixture.predict(represented, parallel), clusters, clusterCount);
  }

  /** The probability of a cluster is that of its components together. */
  @Override
  public Nearness nearness(Matrix represented, Parallel parallel) {
    GaussianMixture.Nearness found = mixture.nearness(represented, parallel);
    Matrix probabilities = Matrix.zeros(represented.rows(), clusterCount);
    for (int i = 0; i < probabilities.rows(); i++) {
      for (int k = 0; k < clusters.size(); k++) {
        int c = clusters.at(k);
        probabilities.set(i, c, probabilities.at(i, c) + found.posteriors().at(i, k));
      }
    }
    return Nearness.of(Nearness.Scale.PROBABILITY, probabilities)
        .withSquares(Nearness.leastOfParts(found.squares(), clusters.toArray(), clusterCount));
  }

  @Override
  public Optional<OutlierRule> outlierRule(double share) {
    return Optional.of(OutlierRule.ofNumbers(share, mixture.means().columns(), clusterCount));
  }

  @Override
  public List<Field> fields() {
    return List.of(
        Field.numbers("weights", Vector.of(mixture.weights())),
        new Field.Numbers("means", mixture.means()),
        new Field.Numbers("covariances", Matrix.stacked(mixture.covariances())),
        new Field.Integers("clusters-of", clusters),
        new Field.Integers("clusters", IntVector.of(clusterCount)));
  }

  @Override
  public MixtureModel renumbered(int[] ranks) {
    return new MixtureModel(mixture, LargestFirst.renumbered(clusters, ranks), clusterCount);
  }
}
