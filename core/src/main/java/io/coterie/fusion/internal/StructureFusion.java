package io.coterie.fusion.internal;

import io.coterie.graph.SparseGraph;
import io.coterie.math.IntVector;
import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import io.coterie.math.Seed;
import io.coterie.math.Vector;
import io.coterie.math.internal.Doubles;
import io.coterie.math.internal.cluster.Gaussian;
import io.coterie.math.internal.cluster.GaussianMixture;
import io.coterie.message.internal.SiteStructure;
import io.coterie.model.internal.MixtureModel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Joins the sites' prototypes and graphs into E* and learns the clusters from it (Eq. 10 to 14), at
 * the resolution of records or of components.
 *
 * <p>Stateless and thread-safe.
 */
public record StructureFusion(int clusterCount, Seed seed, Parallel parallel) {
  /**
   * The clusters.
   *
   * @param learned how learning S ended; its clusters are of nodes, in the order of the sites
   * @param model the prototypes with their clusters, for new records
   * @param fused E*, its rows divided by their sums
   * @param graph the last S
   */
  public record Result(
      ConstrainedLaplacianRank.Result learned,
      MixtureModel model,
      LearnedGraph fused,
      LearnedGraph graph) {}

  /** Fuses at the resolution of records: every site sent a graph of its records. */
  public Result ofRecords(List<SiteStructure> sites) {
    Pool pool = new Pool(sites);
    return fuse(pool, recordGraph(pool, sites));
  }

  /** Before anything is learned from it, to be looked at. */
  public FusedGraph recordGraph(List<SiteStructure> sites) {
    return recordGraph(new Pool(sites), sites);
  }

  private static FusedGraph recordGraph(Pool pool, List<SiteStructure> sites) {
    int nodes = sites.stream().mapToInt(site -> site.graph().memberships().size()).sum();
    int[] memberships = new int[nodes];
    int at = 0;
    for (int s = 0; s < sites.size(); s++) {
      IntVector own = sites.get(s).graph().memberships();
      for (int i = 0; i < own.size(); i++) {
        memberships[at++] = pool.firsts[s] + own.at(i);
      }
    }
    double[] ones = new double[nodes];
    Arrays.fill(ones, 1);
    SparseGraph local =
        SparseGraph.blockDiagonal(sites.stream().map(site -> site.graph().edges()).toList());
    return new FusedGraph(local, IntVector.of(memberships), Vector.of(ones), pool.affinity(), 1);
  }

  /**
   * Fuses at the resolution of components. All records of a component have the same cross-site
   * entries, so a node can stand for a component; its records' own rows, which no site sent, count
   * as one edge to each of their neighbors with equal weights.
   */
  public Result ofComponents(List<SiteStructure> sites, int neighbors) {
    Pool pool = new Pool(sites);
    int count = pool.counts.length;
    int[] own = new int[count];
    var loops = SparseGraph.builder(count);
    for (int p = 0; p < count; p++) {
      own[p] = p;
      loops.add(p, p, 1.0 / neighbors);
    }
    return fuse(
        pool,
        new FusedGraph(
            loops.build(), IntVector.of(own), Vector.of(pool.counts), pool.affinity(), neighbors));
  }

  private Result fuse(Pool pool, FusedGraph fused) {
    ConstrainedLaplacianRank.Trace trace =
        new ConstrainedLaplacianRank(clusterCount, seed.child("clr"), parallel).trace(fused);
    ConstrainedLaplacianRank.Result learned = trace.result();
    double[][] votes = new double[pool.counts.length][clusterCount];
    for (int i = 0; i < fused.nodeCount(); i++) {
      votes[fused.memberships().at(i)][learned.clusters().at(i)] += fused.mass().at(i);
    }
    int[] clusters = new int[votes.length];
    Arrays.setAll(clusters, p -> Doubles.argMax(clusterCount, c -> votes[p][c]));
    GaussianMixture mixture =
        GaussianMixture.of(
            PrototypeAffinity.shares(pool.counts),
            pool.means,
            pool.gaussians.stream().map(Gaussian::covariance).toList());
    return new Result(
        learned,
        new MixtureModel(mixture, IntVector.of(clusters), clusterCount),
        LearnedGraph.of(fused, parallel),
        trace.learned());
  }

  private final class Pool {
    private final double[] counts;
    private final int[] owners;
    private final int[] firsts;
    private final Matrix means;
    private final List<Gaussian> gaussians = new ArrayList<>();

    Pool(List<SiteStructure> sites) {
      int total = sites.stream().mapToInt(site -> site.counts().size()).sum();
      counts = new double[total];
      owners = new int[total];
      firsts = new int[sites.size()];
      means = Matrix.stacked(sites.stream().map(SiteStructure::means).toList());
      int at = 0;
      for (int s = 0; s < sites.size(); s++) {
        SiteStructure site = sites.get(s);
        firsts[s] = at;
        gaussians.addAll(PrototypeAffinity.gaussians(site.means(), site.spreads()));
        for (int p = 0; p < site.counts().size(); p++) {
          counts[at] = site.counts().at(p);
          owners[at++] = s;
        }
      }
    }

    Matrix affinity() {
      return PrototypeAffinity.of(gaussians, owners, parallel);
    }
  }
}
