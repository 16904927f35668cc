package io.coterie.graph.internal.knn;

import io.coterie.math.Matrix;
import io.coterie.math.Parallel;

/**
 * Exact nearest neighbors by blocked products: |x − y|² = |x|² + |y|² − 2 x·y, a tile of queries
 * against a tile of points at a time, each tile scanned while it is in the cache.
 *
 * <p>The scan runs in floats about the points' mean and keeps a few candidates more than asked for;
 * those that may be among the nearest are measured again in doubles, so the distances returned are
 * exact and zero between equal records. Where the rounding of floats could have hidden a neighbor
 * (many equal records, or groups far apart for their size), the query is scanned again and every
 * point in doubt is measured.
 *
 * <p>Where points lie in groups, runs of points that are surely too far are passed over; see {@link
 * SearchPlan}.
 *
 * <p>Among points of many features the products take nearly all time, and each is used for both of
 * its points; see {@link SymmetricSearch}.
 *
 * <p>Stateless and thread-safe; the result does not depend on the number of threads.
 */
public final class NearestNeighbors {
  /** Queries of a task, which share their working arrays. */
  private static final int TASK = 4 * FloatTiles.QUERIES;

  private NearestNeighbors() {}

  /** Of each row, none its own neighbor. */
  public static Neighbors among(Matrix points, int count, Parallel parallel) {
    if (count < 1 || count > points.rows() - 1) {
      throw new IllegalArgumentException(
          "%d neighbors among %d rows; it must be from 1 to %d."
              .formatted(count, points.rows(), points.rows() - 1));
    }
    return search(points, points, count, true, parallel);
  }

  public static Neighbors of(Matrix queries, Matrix points, int count, Parallel parallel) {
    if (count < 1 || count > points.rows()) {
      throw new IllegalArgumentException(
          "%d neighbors among %d rows; it must be from 1 to %d."
              .formatted(count, points.rows(), points.rows()));
    }
    return search(queries, points, count, false, parallel);
  }

  private static Neighbors search(
      Matrix queries, Matrix points, int count, boolean skipSelf, Parallel parallel) {
    SearchPlan plan = SearchPlan.of(queries, points, count, skipSelf);
    if (plan.isSymmetric()) {
      return new SymmetricSearch(plan).run(parallel);
    }
    int[] indices = new int[queries.rows() * count];
    double[] distances = new double[queries.rows() * count];
    try (FloatTiles tiles = plan.tiles()) {
      parallel.forBlocks(
          queries.rows(),
          TASK,
          (block, from, to) -> {
            try (NeighborSearch search = new NeighborSearch(plan, tiles)) {
              for (int first = from; first < to; first += FloatTiles.QUERIES) {
                search.run(first, Math.min(to, first + FloatTiles.QUERIES));
                search.copyTo(indices, distances);
              }
            }
          });
    }
    return new Neighbors(count, indices, distances);
  }
}
