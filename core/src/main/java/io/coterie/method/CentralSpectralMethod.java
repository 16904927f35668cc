package io.coterie.method;

import io.coterie.fusion.GraphPartition;
import io.coterie.fusion.GraphPartition.Spectrum;
import io.coterie.fusion.WeightedPoints;
import io.coterie.math.IntVector;
import io.coterie.math.Matrix;
import io.coterie.math.Vector;
import io.coterie.model.ClusterModel;
import io.coterie.model.NearestPrototype;
import io.coterie.protocol.StudyPlan;
import io.coterie.site.GroupMeans;
import io.coterie.site.Microclustering;
import io.coterie.site.StructuralGraph;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;

/**
 * A reference, not federated: spectral clustering of the records of all sites in one place. The
 * graph has adaptive weights to the k nearest records; components too small to be clusters are
 * linked to their nearest record; then as many eigenvectors as clusters, and k-means.
 *
 * <p>New records join the cluster of the nearest microcluster, because eigenvectors label only the
 * records they were made of. No array grows with the square of the number of records.
 */
public final class CentralSpectralMethod implements FederatedMethod {
  /** Microclusters of n records for new ones to join: this times √n. */
  private static final double MICROCLUSTER_FACTOR = 8;

  @Override
  public String name() {
    return "central-spectral";
  }

  @Override
  public String summary() {
    return "not federated: spectral clustering of the pooled records' nearest-neighbor graph";
  }

  @Override
  public Set<String> options() {
    return Set.of("neighbors");
  }

  @Override
  public boolean isFederated() {
    return false;
  }

  @Override
  public void check(StudyPlan plan) {
    Methods.requireClusterCount(plan);
    plan.options().integer("neighbors", 2, 2);
  }

  @Override
  public SitePart site(StudyPlan plan, SiteContext context) {
    return new PooledSite(context);
  }

  @Override
  public CoordinatorPart coordinator(StudyPlan plan, CoordinatorContext context) {
    return new PooledCoordinator(
        plan,
        context,
        (records, clusterCount, own) -> {
          int fallback = StructuralGraph.defaultNeighbors(records.rows());
          int neighbors = plan.options().integer("neighbors", fallback, 2);
          return cluster(
              records,
              new Microclustering.Options(MICROCLUSTER_FACTOR, clusterCount, neighbors),
              own);
        });
  }

  private static PooledClustering.Answer cluster(
      Matrix records, Microclustering.Options options, CoordinatorContext context) {
    Microclustering micro = Microclustering.of(records, options, context.parallel());
    double[] ones = new double[records.rows()];
    Arrays.fill(ones, 1);
    GraphPartition.Result found =
        new GraphPartition(
                Spectrum.PLAIN, options.clusterCount(), context.seed(), context.parallel())
            .fit(micro.graph(), new WeightedPoints(records, Vector.of(ones)));
    context
        .findings()
        .report(
            "graph",
            "%d neighbors, %d components%s"
                .formatted(
                    options.neighbors(),
                    found.components(),
                    found.embedding().isPresent() ? "" : ", which are the clusters"));
    return new PooledClustering.Answer(
        model(records, micro, found.clusters(), options.clusterCount()),
        Optional.of(found.clusters()));
  }

  /** The microclusters, each split along the clusters where it straddles them. */
  private static ClusterModel model(
      Matrix records, Microclustering micro, IntVector clusters, int clusterCount) {
    int[] number = new int[micro.groupCount() * clusterCount];
    Arrays.fill(number, -1);
    int[] owner = new int[number.length];
    int[] parts = new int[records.rows()];
    int count = 0;
    for (int i = 0; i < parts.length; i++) {
      int part = micro.groups()[i] * clusterCount + clusters.at(i);
      if (number[part] < 0) {
        owner[count] = clusters.at(i);
        number[part] = count++;
      }
      parts[i] = number[part];
    }
    Matrix means = GroupMeans.of(records, parts, count);
    return new NearestPrototype(means, IntVector.of(Arrays.copyOf(owner, count)), clusterCount);
  }
}
