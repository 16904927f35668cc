package io.coterie.method.pooled;

import io.coterie.fusion.internal.GraphPartition;
import io.coterie.fusion.internal.GraphPartition.Spectrum;
import io.coterie.fusion.internal.WeightedPoints;
import io.coterie.graph.SparseGraph;
import io.coterie.graph.internal.Components;
import io.coterie.math.IntVector;
import io.coterie.math.Matrix;
import io.coterie.math.Vector;
import io.coterie.math.internal.cluster.KMeans;
import io.coterie.method.CoordinatorContext;
import io.coterie.method.MethodOption;
import io.coterie.method.MethodOption.Values;
import io.coterie.model.ClusterModel;
import io.coterie.model.internal.NearestPrototype;
import io.coterie.plan.StudyPlan;
import io.coterie.site.internal.GroupMeans;
import io.coterie.site.internal.Microclustering;
import io.coterie.site.internal.StructuralGraph;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * A reference, not federated: spectral clustering of the records of all sites in one place. The
 * graph has adaptive weights to the k nearest records; then as many eigenvectors as clusters, and
 * k-means. Components too small to be clusters are left out and join the cluster of the nearest
 * record that is not: a link would leave each of them an eigenvector of its own.
 *
 * <p>New records join the cluster of the nearest microcluster, because eigenvectors label only the
 * records they were made of. No array grows with the square of the number of records.
 */
public final class CentralSpectralMethod implements PooledMethod {
  /** Microclusters of n records for new ones to join: this times √n. */
  private static final double MICROCLUSTER_FACTOR = 8;

  /** A component smaller than this share of an average cluster is no cluster. */
  private static final double SMALL_SHARE = 0.1;

  private static final MethodOption<Integer> NEIGHBORS =
      new MethodOption<>(
          "neighbors",
          "K",
          Values.atLeast(2),
          "log2 of the records, 5 to 15",
          "How many neighbors a record has in the graph.");

  @Override
  public String name() {
    return "central-spectral";
  }

  @Override
  public String summary() {
    return "not federated: spectral clustering of the pooled records' nearest-neighbor graph";
  }

  @Override
  public List<MethodOption<?>> options() {
    return List.of(NEIGHBORS);
  }

  @Override
  public Answer cluster(Matrix records, StudyPlan plan, CoordinatorContext context) {
    int fallback = StructuralGraph.defaultNeighbors(records.rows());
    Microclustering.Options options =
        new Microclustering.Options(
            MICROCLUSTER_FACTOR, plan.clusters().value(), NEIGHBORS.in(plan).orElse(fallback));
    Microclustering micro = Microclustering.of(records, options, context.parallel());
    int[] kept = large(Components.in(micro.graph()), options.clusterCount());
    Matrix points = records.selectRows(kept);
    double[] ones = new double[kept.length];
    Arrays.fill(ones, 1);
    GraphPartition.Result found =
        new GraphPartition(
                Spectrum.PLAIN, options.clusterCount(), context.seed(), context.parallel())
            .fit(among(micro.graph(), kept), new WeightedPoints(points, Vector.of(ones)));
    int[] labels = new int[records.rows()];
    Arrays.fill(labels, -1);
    for (int k = 0; k < kept.length; k++) {
      labels[kept[k]] = found.clusters().at(k);
    }
    int[] left = IntStream.range(0, labels.length).filter(i -> labels[i] < 0).toArray();
    if (left.length > 0) {
      int[] nearest = KMeans.nearest(records.selectRows(left), points, context.parallel());
      for (int i = 0; i < left.length; i++) {
        labels[left[i]] = found.clusters().at(nearest[i]);
      }
    }
    IntVector clusters = IntVector.of(labels);
    context.report(
        "graph",
        "%d neighbors, %d components%s"
            .formatted(
                options.neighbors(),
                found.components(),
                found.embedding().isPresent() ? "" : ", which are the clusters"));
    return new Answer(
        model(records, micro, clusters, options.clusterCount()), Optional.of(clusters));
  }

  /** Returns the records of components that can be clusters; all, where those are a minority. */
  private static int[] large(Components components, int clusterCount) {
    int[] sizes = components.sizes();
    int n = Arrays.stream(sizes).sum();
    double threshold = SMALL_SHARE * n / clusterCount;
    int[] kept = IntStream.range(0, n).filter(i -> sizes[components.of(i)] >= threshold).toArray();
    return 2 * kept.length < n ? IntStream.range(0, n).toArray() : kept;
  }

  /** Returns the graph of some nodes, which whole components make up. */
  private static SparseGraph among(SparseGraph graph, int[] kept) {
    int[] number = new int[graph.nodeCount()];
    for (int k = 0; k < kept.length; k++) {
      number[kept[k]] = k;
    }
    var part = SparseGraph.builder(kept.length);
    for (int k = 0; k < kept.length; k++) {
      int from = k;
      graph.forEachNeighbor(
          kept[k],
          (node, weight) -> {
            if (from < number[node]) {
              part.add(from, number[node], weight);
            }
          });
    }
    return part.build();
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
