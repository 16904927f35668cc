package io.coterie.fusion.internal;

import io.coterie.graph.SparseGraph;
import io.coterie.graph.SparseGraphBuilder;
import io.coterie.graph.internal.AdaptiveWeights;
import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import io.coterie.math.Seed;
import io.coterie.math.Vector;
import io.coterie.math.internal.SmallestFew;
import io.coterie.math.internal.cluster.DiagonalGaussian;
import io.coterie.message.internal.SiteStructure;
import java.util.ArrayList;
import java.util.List;

/**
 * Joins the sites' coarse graphs: W = blockdiag(G_k) + sym(diag(n) K), with K the adaptive weights
 * of a microcluster to its five nearest of other sites under symmetrised KL. It is the paper's E*
 * restricted to labels that are constant on microclusters, with adaptive weights in place of
 * exp(−KL), so that no temperature is needed.
 *
 * <p>Stateless and thread-safe.
 */
public record CoarseFusion(int clusterCount, Seed seed, Parallel parallel) {
  private static final int LINKS = 5;

  /** At this many records, a microcluster's own variance counts as much as the pooled one. */
  private static final double POOLED_RECORDS = 10;

  /** No variance is below this share of the pooled one. */
  private static final double LEAST_SHARE = 0.05;

  /**
   * The clusters of the microclusters.
   *
   * @param partition in the order of the sites
   * @param nodes the microclusters of all sites
   * @param graph the sites' graphs joined
   */
  public record Result(GraphPartition.Result partition, WeightedPoints nodes, SparseGraph graph) {}

  public Result fit(List<SiteStructure> sites) {
    Pool pool = new Pool(sites);
    SparseGraph fused =
        SparseGraph.blockDiagonal(sites.stream().map(site -> site.graph().edges()).toList());
    if (sites.size() > 1) {
      fused = fused.plus(links(pool));
    }
    WeightedPoints nodes = new WeightedPoints(pool.means, Vector.of(pool.counts));
    return new Result(partition().fit(fused, nodes), nodes, fused);
  }

  /** Agreement with partitions of nine tenths of the microclusters. */
  public double stability(Result found) {
    return PartitionStability.of(
        partition(), found.graph(), found.nodes(), found.partition().clusters());
  }

  private GraphPartition partition() {
    return new GraphPartition(GraphPartition.Spectrum.PLAIN, clusterCount, seed, parallel);
  }

  private SparseGraph links(Pool pool) {
    int count = pool.counts.length;
    int[][] nearest = new int[count][];
    double[][] weights = new double[count][];
    parallel.forBlocks(
        count,
        64,
        (block, from, to) -> {
          for (int p = from; p < to; p++) {
            linksOf(p, pool, nearest, weights);
          }
        });
    SparseGraphBuilder links = SparseGraph.builder(count);
    for (int p = 0; p < count; p++) {
      for (int h = 0; h < weights[p].length; h++) {
        if (weights[p][h] > 0) {
          links.add(p, nearest[p][h], pool.counts[p] * weights[p][h] / 2);
        }
      }
    }
    return links.build();
  }

  /** One more than the links: the distance beyond the last is where adaptive weights reach zero. */
  private static void linksOf(int p, Pool pool, int[][] nearest, double[][] weights) {
    SmallestFew best = new SmallestFew(LINKS + 1);
    for (int q = 0; q < pool.counts.length; q++) {
      if (pool.owners[q] != pool.owners[p]) {
        best.offer(pool.gaussians.get(p).symmetricDivergence(pool.gaussians.get(q)), q);
      }
    }
    nearest[p] = best.indices();
    // With one candidate there is no distance beyond it: it gets all the weight.
    weights[p] = nearest[p].length == 1 ? new double[] {1} : AdaptiveWeights.of(best.values());
  }

  /**
   * Variances are drawn towards the pooled one: those of a few records are unsure, and the
   * divergence divides by them.
   */
  private static final class Pool {
    private final double[] counts;
    private final int[] owners;
    private final Matrix means;
    private final Matrix variances;
    private final List<DiagonalGaussian> gaussians = new ArrayList<>();

    Pool(List<SiteStructure> sites) {
      int total = sites.stream().mapToInt(site -> site.counts().size()).sum();
      counts = new double[total];
      owners = new int[total];
      means = Matrix.stacked(sites.stream().map(SiteStructure::means).toList());
      variances = Matrix.stacked(sites.stream().map(SiteStructure::spreads).toList());
      int at = 0;
      for (int s = 0; s < sites.size(); s++) {
        SiteStructure site = sites.get(s);
        for (int p = 0; p < site.counts().size(); p++) {
          counts[at] = site.counts().at(p);
          owners[at++] = s;
        }
      }
      double[] pooled = pooled();
      for (int p = 0; p < total; p++) {
        gaussians.add(new DiagonalGaussian(means.row(p), shrunk(p, pooled)));
      }
    }

    /** Half the pooled variance of each feature and half their mean. */
    private double[] pooled() {
      int d = means.columns();
      double[] pooled = new double[d];
      double records = 0;
      for (int p = 0; p < counts.length; p++) {
        records += counts[p];
        for (int j = 0; j < d; j++) {
          pooled[j] += counts[p] * variances.at(p, j);
        }
      }
      double mean = 0;
      for (int j = 0; j < d; j++) {
        pooled[j] /= records;
        mean += pooled[j] / d;
      }
      for (int j = 0; j < d; j++) {
        pooled[j] = 0.5 * pooled[j] + 0.5 * mean + 1e-12;
      }
      return pooled;
    }

    /** Drawn towards the pooled variance by the number of records, and never far below it. */
    private double[] shrunk(int p, double[] pooled) {
      double own = counts[p] / (counts[p] + POOLED_RECORDS);
      double[] shrunk = variances.row(p);
      for (int j = 0; j < shrunk.length; j++) {
        shrunk[j] = own * shrunk[j] + (1 - own) * pooled[j];
        shrunk[j] = Math.max(shrunk[j], LEAST_SHARE * pooled[j]);
      }
      return shrunk;
    }
  }
}
