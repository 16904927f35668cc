package io.coterie.graph.internal.knn;

import io.coterie.math.Matrix;
import java.util.Arrays;
import java.util.Optional;

/**
 * What is searched, in which order, and whether a tree helps. It does where points lie in groups or
 * in few dimensions; a few tiles of queries tell, so that the choice depends on the data alone.
 *
 * @param queries whose neighbors are sought
 * @param points that may be neighbors
 * @param count of neighbors
 * @param skipSelf whether queries are the points, and none its own neighbor
 * @param tree over the points, if it helps
 * @param order of the queries: near ones follow each other
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record SearchPlan(
    Matrix queries,
    Matrix points,
    int count,
    boolean skipSelf,
    Optional<BallTree> tree,
    int[] order) {
  /** Fewer points or queries are not worth a tree. */
  private static final int LEAST_POINTS = 8 * BallTree.LEAF;

  private static final int LEAST_TILES = 32;

  /** Fewer features are not worth turning products over. */
  private static final int LEAST_FEATURES = 96;

  /** Tiles of queries that are tried. */
  private static final int TRIED = 4;

  /**
   * More of the points left than this share, and a tree does not pay: smaller tiles cost more by
   * point.
   */
  private static final double LARGEST_SHARE = 0.6;

  static SearchPlan of(Matrix queries, Matrix points, int count, boolean skipSelf) {
    if (points.rows() >= LEAST_POINTS && queries.rows() >= LEAST_TILES * FloatTiles.QUERIES) {
      BallTree tree = BallTree.of(points);
      int[] order = skipSelf ? tree.order() : tree.sorted(queries);
      SearchPlan pruned =
          new SearchPlan(queries, points, count, skipSelf, Optional.of(tree), order);
      if (pruned.leastShare(tree) <= LARGEST_SHARE && pruned.share() <= LARGEST_SHARE) {
        return pruned;
      }
    }
    int[] order = new int[queries.rows()];
    Arrays.setAll(order, i -> i);
    return new SearchPlan(queries, points, count, skipSelf, Optional.empty(), order);
  }

  /** Using each product twice costs a turned copy of it. */
  boolean isSymmetric() {
    return skipSelf
        && tree.isEmpty()
        && points.columns() >= LEAST_FEATURES
        && points.rows() >= LEAST_POINTS;
  }

  FloatTiles tiles() {
    return tree.isPresent() ? FloatTiles.of(points, tree.get()) : FloatTiles.of(points);
  }

  int available() {
    return points.rows() - (skipSelf ? 1 : 0);
  }

  /** Spread evenly over the order, as near queries are alike. */
  private int tried(int tile) {
    int tileCount = order.length / FloatTiles.QUERIES;
    return (2 * tile + 1) * tileCount / (2 * TRIED) * FloatTiles.QUERIES;
  }

  /**
   * Runs whose balls hold a query have to be scored in any case; cheap to count, and often enough
   * to refuse a tree.
   */
  private double leastShare(BallTree near) {
    double[] bounds = new double[near.leaves()];
    int held = 0;
    for (int t = 0; t < TRIED; t++) {
      boolean[] isHeld = new boolean[bounds.length];
      for (int i = tried(t); i < tried(t) + FloatTiles.QUERIES; i++) {
        near.bounds(queries, order[i], bounds);
        for (int leaf = 0; leaf < bounds.length; leaf++) {
          isHeld[leaf] |= bounds[leaf] <= 0;
        }
      }
      for (boolean one : isHeld) {
        held += one ? 1 : 0;
      }
    }
    return (double) held / (TRIED * bounds.length);
  }

  /** By searching, as it depends on how soon near candidates are found. */
  private double share() {
    try (FloatTiles tiles = tiles();
        NeighborSearch search = new NeighborSearch(this, tiles)) {
      for (int t = 0; t < TRIED; t++) {
        search.run(tried(t), tried(t) + FloatTiles.QUERIES);
      }
      return (double) search.visited() / (TRIED * tiles.count());
    }
  }
}
