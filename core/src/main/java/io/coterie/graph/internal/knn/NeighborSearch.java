package io.coterie.graph.internal.knn;

import io.coterie.math.internal.Doubles;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Searches for the neighbors of a tile of queries at a time. Not thread-safe. */
final class NeighborSearch implements AutoCloseable {
  private static final int MOST_SPARE = 4;

  private final SearchPlan plan;
  private final FloatTiles tiles;
  private final FloatTiles.Scorer scorer;
  private final Candidates candidates;

  /** Of each query of the tile, lower bounds of its distances to the points of each run. */
  private final double[][] bounds;

  private final double[] norms = new double[FloatTiles.QUERIES];
  private final int[] found;
  private final double[] foundDistances;
  private int from;
  private int to;
  private long visited;

  NeighborSearch(SearchPlan plan, FloatTiles tiles) {
    int kept = kept(plan);
    this.plan = plan;
    this.tiles = tiles;
    this.scorer = tiles.scorer();
    this.candidates = new Candidates(FloatTiles.QUERIES, plan.count(), kept, plan.available());
    int leaves = plan.tree().map(BallTree::leaves).orElse(0);
    this.bounds = new double[leaves == 0 ? 0 : FloatTiles.QUERIES][leaves];
    this.found = new int[FloatTiles.QUERIES * plan.count()];
    this.foundDistances = new double[FloatTiles.QUERIES * plan.count()];
  }

  /**
   * Returns how many candidates are kept: more than asked for, because floats may swap near-equal
   * distances. The nearest alone is rarely in doubt, and keeping less is less work.
   */
  static int kept(SearchPlan plan) {
    return Math.min(plan.available(), plan.count() + Math.min(MOST_SPARE, plan.count()));
  }

  /** In tiles of points, so that a plan can compare it with a full scan. */
  long visited() {
    return visited;
  }

  /** Finds the neighbors of the queries at some positions of the order. */
  void run(int first, int end) {
    from = first;
    to = end;
    scorer.ask(tiles.rows(plan.queries(), plan.order(), from, to));
    candidates.clear();
    if (plan.tree().isPresent()) {
      scanNear(plan.tree().get());
    } else {
      for (int tile = 0; tile < tiles.count(); tile++) {
        scan(tile);
      }
    }
    refine();
  }

  private void scan(int tile) {
    candidates.offer(scorer.compute(tile, plan.skipSelf() ? from : -1), 0);
    visited++;
  }

  /** Scores the runs that may hold a neighbor of any query, the most promising first. */
  private void scanNear(BallTree tree) {
    double[] least = new double[tree.leaves()];
    Arrays.fill(least, Double.POSITIVE_INFINITY);
    for (int row = 0; row < to - from; row++) {
      int query = plan.order()[from + row];
      tree.bounds(plan.queries(), query, bounds[row]);
      norms[row] = RoundingBound.squaredNorm(plan.queries(), query, tiles.mean());
      takeLess(bounds[row], least);
    }
    for (int leaf : Doubles.order(least)) {
      if (mayHoldNeighbors(leaf)) {
        scan(leaf);
      }
    }
  }

  private static void takeLess(double[] values, double[] least) {
    for (int i = 0; i < least.length; i++) {
      least[i] = Math.min(least[i], values[i]);
    }
  }

  /**
   * Compares the lower bound of the distances to a run with what the worst candidate of each query
   * leaves open.
   */
  private boolean mayHoldNeighbors(int leaf) {
    for (int row = 0; row < to - from; row++) {
      double bound = bounds[row][leaf];
      if (bound <= 0
          || bound * bound
              <= RoundingBound.farthest(candidates.limit(row), norms[row], tiles.mean())) {
        return true;
      }
    }
    return false;
  }

  /**
   * Measures the candidates in doubles. Queries for which floats may have hidden a neighbor are
   * scanned again.
   */
  private void refine() {
    List<RoundingBound> doubts = new ArrayList<>();
    for (int row = 0; row < to - from; row++) {
      int query = plan.order()[from + row];
      RoundingBound doubt =
          candidates.refine(row, plan.queries(), query, plan.points(), tiles.mean(), 0);
      candidates.copyTo(found, foundDistances, row * plan.count());
      if (doubt != null) {
        doubts.add(doubt.at(row));
      }
    }
    if (!doubts.isEmpty()) {
      ExactRescan recount = new ExactRescan(plan, doubts);
      recount.scan(tiles, scorer);
      recount.copyTo(found, foundDistances);
    }
  }

  /** Copies what was found last to where each query has its place. */
  void copyTo(int[] indices, double[] distances) {
    int count = plan.count();
    for (int row = 0; row < to - from; row++) {
      int place = plan.order()[from + row] * count;
      System.arraycopy(found, row * count, indices, place, count);
      System.arraycopy(foundDistances, row * count, distances, place, count);
    }
  }

  @Override
  public void close() {
    scorer.close();
  }
}
