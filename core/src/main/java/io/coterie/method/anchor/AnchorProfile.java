package io.coterie.method.anchor;

import io.coterie.fusion.internal.GraphPartition.Spectrum;
import io.coterie.plan.ClusterCount;
import io.coterie.plan.InputKind;
import io.coterie.plan.StudyPlan;
import java.util.Optional;

/**
 * What the anchor graph and the preparation before it choose by the kind of input and the number of
 * clusters. docs/method-selection.md has the measurements.
 *
 * @param kind what the columns of the records are
 * @param clusters as asked for, or as found
 */
public record AnchorProfile(InputKind kind, ClusterCount clusters) {
  private static final int MANY_CLUSTERS = 20;
  private static final int CONSENSUS_CLUSTERS = 10;
  private static final int IMAGE_AXES = 60;
  private static final int FEWEST_VECTOR_AXES = 64;
  private static final int MOST_VECTOR_AXES = 256;
  private static final int NEIGHBORS = 8;
  private static final int FEWEST_IMAGE_NEIGHBORS = 3;
  private static final int MOST_IMAGE_NEIGHBORS = 5;

  public static AnchorProfile of(StudyPlan plan) {
    return new AnchorProfile(plan.input().kind(), plan.clusters());
  }

  /** Returns the same for the number of clusters that the graph has. */
  AnchorProfile withClusters(int found) {
    return new AnchorProfile(kind, ClusterCount.of(found));
  }

  /** Returns whether there are many clusters, in the sense of every rule that depends on it. */
  public static boolean isMany(int clusterCount) {
    return clusterCount >= MANY_CLUSTERS;
  }

  /** Returns how many principal axes are kept of wider records; tables keep their features. */
  public Optional<Integer> principalAxes() {
    if (kind.isTable()) {
      return Optional.empty();
    }
    if (kind.isImage()) {
      return Optional.of(IMAGE_AXES);
    }
    int wanted = isMany(clusters.value()) ? 2 * clusters.value() : 0;
    return Optional.of(Math.min(MOST_VECTOR_AXES, Math.max(FEWEST_VECTOR_AXES, wanted)));
  }

  /** Returns whether records differ by direction only: feature vectors of many clusters. */
  public boolean usesDirections() {
    return kind.isVectors() && isMany(clusters.value());
  }

  /** Returns how many of the anchors describe a record: 3 to 5 for images, 8 otherwise. */
  int neighbors(int anchorCount) {
    if (!kind.isImage()) {
      return NEIGHBORS;
    }
    double perCluster = anchorCount / (8.0 * clusters.orAssumed());
    return (int)
        Math.max(FEWEST_IMAGE_NEIGHBORS, Math.min(MOST_IMAGE_NEIGHBORS, Math.rint(perCluster)));
  }

  /** Returns whether the first partition gives a metric in which the graph is made again. */
  boolean learnsMetric() {
    return !kind.isTable();
  }

  /** Returns whether a Gaussian mixture is fitted to the records after the partition. */
  boolean fitsMixture() {
    return kind.isTable();
  }

  Spectrum spectrum() {
    if (kind.isImage() && clusters.value() >= CONSENSUS_CLUSTERS) {
      return Spectrum.CONSENSUS;
    }
    return usesDirections() ? Spectrum.PLAIN : Spectrum.COMMUTE;
  }

  /** Returns the spectrum of a graph with noise in its weights, of any kind of input. */
  public static Spectrum noisySpectrum(int clusterCount) {
    return clusterCount >= CONSENSUS_CLUSTERS ? Spectrum.CONSENSUS : Spectrum.PLAIN;
  }
}
