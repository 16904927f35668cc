package io.coterie.model;

import io.coterie.CoterieException;
import io.coterie.features.Representation;
import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import io.coterie.message.Labels;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * A finished study's model: from a record as read to its cluster.
 *
 * @param dimension the number of values in a record as read
 * @param representation from a record to a point
 * @param clusters from a point to a cluster
 * @param outliers from where on a record is like those of no cluster; empty where the model holds
 *     nothing that shows it
 */
public record FittedModel(
    int dimension,
    Representation representation,
    ClusterModel clusters,
    Optional<OutlierRule> outliers) {
  private static final int BLOCK = 8192;

  public FittedModel {
    int count = clusters.clusterCount();
    if (outliers.map(rule -> rule.limits().size()).filter(n -> n != 1 && n != count).isPresent()) {
      throw new IllegalArgumentException("there are limits of other clusters than the model has");
    }
  }

  /** Makes a model with the usual rule for outliers. */
  public FittedModel(int dimension, Representation representation, ClusterModel clusters) {
    this(dimension, representation, clusters, clusters.outlierRule(OutlierRule.USUAL_SHARE));
  }

  /** Returns the same with another rule for outliers. */
  public FittedModel withOutliers(OutlierRule rule) {
    return new FittedModel(dimension, representation, clusters, Optional.of(rule));
  }

  /** The clusters of records, and how sure they are. */
  public record Answer(Labels labels, Certainty certainty) {}

  public Labels predict(Matrix records, Parallel parallel) {
    requireDimension(records);
    if (records.rows() == 0) {
      return Labels.of(new int[0], clusters.clusterCount());
    }
    return clusters.label(representation.apply(records, parallel), parallel);
  }

  /** Labels records, and finds out how sure that is. */
  public Answer answer(Matrix records, Parallel parallel) {
    requireDimension(records);
    int[] labels = new int[records.rows()];
    List<Certainty> parts = new ArrayList<>();
    for (int from = 0; from < labels.length; from += BLOCK) {
      Matrix points = representation.apply(block(records, from), parallel);
      Labels own = clusters.label(points, parallel);
      System.arraycopy(own.toArray(), 0, labels, from, own.size());
      parts.add(certaintyOf(points, own, parallel));
    }
    return new Answer(Labels.of(labels, clusters.clusterCount()), Certainty.joined(parts));
  }

  /**
   * Returns how sure the clusters are that rows of the records have.
   *
   * @param rows one for each label
   */
  public Certainty certainty(Matrix records, int[] rows, Labels labels, Parallel parallel) {
    requireDimension(records);
    List<Certainty> parts = new ArrayList<>();
    for (int from = 0; from < rows.length; from += BLOCK) {
      int to = Math.min(rows.length, from + BLOCK);
      Matrix block = records.selectRows(Arrays.copyOfRange(rows, from, to));
      parts.add(certainty(block, labels.part(from, to), parallel));
    }
    return Certainty.joined(parts);
  }

  /** Returns how sure the clusters are that a block of records has. */
  public Certainty certainty(Matrix block, Labels labels, Parallel parallel) {
    requireDimension(block);
    return block.rows() == 0
        ? Certainty.joined(List.of())
        : certaintyOf(representation.apply(block, parallel), labels, parallel);
  }

  private Certainty certaintyOf(Matrix points, Labels labels, Parallel parallel) {
    return Certainty.of(clusters.nearness(points, parallel), labels, outliers);
  }

  private static Matrix block(Matrix records, int from) {
    int[] rows = new int[Math.min(BLOCK, records.rows() - from)];
    Arrays.setAll(rows, i -> from + i);
    return records.selectRows(rows);
  }

  private void requireDimension(Matrix records) {
    if (records.columns() != dimension) {
      throw CoterieException.badData(
          "The records have %d features, the model was made for %d; give it the same columns."
              .formatted(records.columns(), dimension));
    }
  }
}
