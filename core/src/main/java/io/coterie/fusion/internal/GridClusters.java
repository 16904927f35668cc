package io.coterie.fusion.internal;

import io.coterie.graph.SparseGraph;
import io.coterie.graph.SparseGraphBuilder;
import io.coterie.graph.internal.Components;
import io.coterie.math.IntVector;
import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import io.coterie.math.Seed;
import io.coterie.math.Vector;
import io.coterie.math.internal.Doubles;
import io.coterie.math.internal.cluster.LargestFirst;
import io.coterie.model.internal.NearestPrototype;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * Clusters of a noisy histogram over a grid on [−1, 1]^d, d ≤ 2.
 *
 * <p>A scan over smoothing, threshold and reach looks for exactly C large components; of those the
 * one that covers most records is taken. If there is none, the cells above the noise are divided as
 * a graph. All of it works on what was released already and costs no privacy.
 *
 * @param bins along each feature
 * @param dimension 1 or 2
 * @param noise the deviation of the noise on a cell
 */
public record GridClusters(int bins, int dimension, double noise) {
  /** Deviations in cells; 0 leaves the counts as they are. */
  private static final double[] SMOOTHINGS = {0, 0.6, 0.9};

  /** In deviations of the noise that is left on a smoothed cell. */
  private static final double[] THRESHOLDS = {1.5, 2, 2.5, 3, 3.5, 4, 5, 6, 8};

  /** Squared distances, in cells, at which two cells touch. */
  private static final int[] REACHES = {1, 2, 4, 5, 8};

  /** Every pair of cells is looked at, so more would take long. */
  private static final int MOST_CELLS = 2500;

  /** Below this share of an average cluster, a component is none. */
  private static final double SMALL_SHARE = 0.3;

  /** Components that hold less than this share of all records are not taken. */
  private static final double LEAST_COVER = 0.6;

  private static final double GRAPH_SMOOTHING = 0.6;
  private static final int GRAPH_REACH = 5;

  public GridClusters {
    if (dimension < 1 || dimension > 2) {
      throw new IllegalArgumentException(
          "dimension is %d; it must be 1 or 2.".formatted(dimension));
    }
  }

  /** Cells with their clusters, and the share of all records in them. */
  @SuppressWarnings("ArrayRecordComponent") // compared by nobody
  private record Division(int[] cells, int[] clusters, double cover) {}

  public NearestPrototype fit(long[] noisy, int clusterCount, Seed seed, Parallel parallel) {
    double[] counts = Arrays.stream(noisy).asDoubleStream().toArray();
    Division best = null;
    for (double smoothing : SMOOTHINGS) {
      double[] smooth = Smoothing.grid(counts, rows(), bins, smoothing);
      double own = noise * Smoothing.noiseFactor(rows(), smoothing);
      for (double threshold : THRESHOLDS) {
        int[] cells = above(smooth, threshold * own);
        if (cells.length >= clusterCount && cells.length <= MOST_CELLS) {
          best = scan(cells, counts, clusterCount, best);
        }
      }
    }
    if (best == null) {
      best = divide(counts, clusterCount, seed, parallel);
    }
    Matrix places = places(best.cells);
    double[] mass = Arrays.stream(best.cells).mapToDouble(cell -> counts[cell]).toArray();
    return new NearestPrototype(places, IntVector.of(best.clusters), clusterCount)
        .renumbered(LargestFirst.ranks(places, mass, best.clusters, clusterCount));
  }

  private int rows() {
    return dimension == 1 ? 1 : bins;
  }

  private static int[] above(double[] values, double threshold) {
    return IntStream.range(0, values.length).filter(i -> values[i] > threshold).toArray();
  }

  private Division scan(int[] cells, double[] counts, int clusterCount, Division soFar) {
    double records = Arrays.stream(counts).sum();
    Division best = soFar;
    for (int reach : REACHES) {
      Components components = Components.in(graph(cells, reach, (i, j) -> 1));
      if (components.count() < clusterCount) {
        break; // a longer reach joins more
      }
      double[] masses = new double[components.count()];
      for (int i = 0; i < cells.length; i++) {
        masses[components.of(i)] += counts[cells[i]];
      }
      double least = SMALL_SHARE * records / clusterCount;
      int[] large = IntStream.range(0, masses.length).filter(c -> masses[c] >= least).toArray();
      double cover = Arrays.stream(large).mapToDouble(c -> masses[c]).sum() / records;
      if (large.length == clusterCount
          && cover >= LEAST_COVER
          && (best == null || cover > best.cover)) {
        best = division(cells, components, large, cover);
      }
    }
    return best;
  }

  private static Division division(int[] cells, Components components, int[] large, double cover) {
    int[] kept =
        IntStream.range(0, cells.length)
            .filter(i -> Arrays.binarySearch(large, components.of(i)) >= 0)
            .toArray();
    return new Division(
        Arrays.stream(kept).map(i -> cells[i]).toArray(),
        Arrays.stream(kept).map(i -> Arrays.binarySearch(large, components.of(i))).toArray(),
        cover);
  }

  /** Divides the cells above the noise by the spectrum of their neighborhood. */
  private Division divide(double[] counts, int clusterCount, Seed seed, Parallel parallel) {
    double[] smooth = Smoothing.grid(counts, rows(), bins, GRAPH_SMOOTHING);
    double own = noise * Smoothing.noiseFactor(rows(), GRAPH_SMOOTHING);
    int[] cells =
        IntStream.range(0, counts.length)
            .filter(i -> counts[i] > 1.5 * noise && smooth[i] > 2.5 * own)
            .toArray();
    int fewest = Math.min(2 * clusterCount, counts.length);
    if (cells.length < fewest) {
      double[] falling = Arrays.stream(smooth).map(value -> -value).toArray();
      cells = Arrays.stream(Doubles.order(falling)).limit(fewest).sorted().toArray();
    }
    int[] chosen = cells;
    double[] mass = Arrays.stream(chosen).mapToDouble(i -> Math.max(counts[i], 0.1)).toArray();
    SparseGraph graph =
        graph(
            chosen,
            GRAPH_REACH,
            (i, j) ->
                Math.exp(-squaredDistance(chosen[i], chosen[j]) / 2.0)
                    * Math.sqrt(mass[i] * mass[j]));
    GraphPartition.Result found =
        new GraphPartition(GraphPartition.Spectrum.PLAIN, clusterCount, seed, parallel)
            .fit(graph, new WeightedPoints(places(chosen), Vector.of(mass)));
    return new Division(chosen, found.clusters().toArray(), 0);
  }

  @FunctionalInterface
  private interface Weight {
    double of(int i, int j);
  }

  private SparseGraph graph(int[] cells, int reach, Weight weight) {
    SparseGraphBuilder builder = SparseGraph.builder(cells.length);
    for (int i = 0; i < cells.length; i++) {
      for (int j = 0; j < i; j++) {
        if (squaredDistance(cells[i], cells[j]) <= reach) {
          builder.add(i, j, weight.of(i, j));
        }
      }
    }
    return builder.build();
  }

  private int squaredDistance(int one, int other) {
    int down = one / bins - other / bins;
    int across = one % bins - other % bins;
    return down * down + across * across;
  }

  public Matrix places(int... cells) {
    Matrix places = Matrix.zeros(cells.length, dimension);
    for (int i = 0; i < cells.length; i++) {
      places.set(i, dimension - 1, center(cells[i] % bins));
      if (dimension == 2) {
        places.set(i, 0, center(cells[i] / bins));
      }
    }
    return places;
  }

  private double center(int bin) {
    return (bin + 0.5) / bins * 2 - 1;
  }
}
