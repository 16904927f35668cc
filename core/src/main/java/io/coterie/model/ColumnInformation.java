package io.coterie.model;

import io.coterie.model.internal.ColumnMixtures;
import io.coterie.model.internal.LevelMixtureModel;
import io.coterie.model.internal.MixtureModel;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * What each column by itself shows of the cluster: its uncertainty coefficient (H. Theil 1970), the
 * mutual information of the column and the cluster over the entropy of the clusters. 0 where a
 * column is spread alike in all clusters, 1 where it shows the cluster of every record. It follows
 * from the mixture of the model only.
 *
 * @param shares of the columns of a record as read; empty for columns that are left out
 */
public record ColumnInformation(List<OptionalDouble> shares) {
  public ColumnInformation {
    shares = List.copyOf(shares);
  }

  /** Empty where the model has no spread of a column within a cluster, or mixes the columns. */
  public static Optional<ColumnInformation> of(FittedModel model) {
    return mixtures(model.clusters())
        .filter(mixtures -> mixtures.clusters() > 1)
        .flatMap(
            mixtures ->
                ColumnFeatures.of(model)
                    .filter(columns -> columns.count() == mixtures.features())
                    .map(columns -> new ColumnInformation(shares(mixtures, columns.widths()))));
  }

  private static Optional<ColumnMixtures> mixtures(ClusterModel clusters) {
    if (clusters instanceof LevelMixtureModel levels) {
      return Optional.of(ColumnMixtures.of(levels));
    }
    return clusters instanceof MixtureModel numbers
        ? Optional.of(ColumnMixtures.of(numbers))
        : Optional.empty();
  }

  private static List<OptionalDouble> shares(ColumnMixtures mixtures, int[] widths) {
    List<OptionalDouble> shares = new ArrayList<>();
    double entropy = mixtures.entropy();
    for (int j = 0, feature = 0; j < widths.length; feature += widths[j], j++) {
      double share = widths[j] == 0 ? 0 : mixtures.information(feature) / entropy;
      shares.add(
          widths[j] == 0
              ? OptionalDouble.empty()
              : OptionalDouble.of(Math.max(0, Math.min(1, share))));
    }
    return shares;
  }
}
