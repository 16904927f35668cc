package io.coterie.graph;

import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import java.util.ArrayList;
import java.util.List;

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
 * <p>Stateless and thread-safe; the result does not depend on the number of threads.
 */
public final class NearestNeighbors {
  /** Queries of a task, which share their working arrays. */
  private static final int TASK = 4 * FloatTiles.QUERIES;

  /** Candidates kept beyond those asked for, because floats may swap near-equal distances. */
  private static final int SPARE = 4;

  private NearestNeighbors() {}

  /** Returns the count nearest other rows of each row. */
  public static Neighbors among(Matrix points, int count, Parallel parallel) {
    if (count < 1 || count > points.rows() - 1) {
      throw new IllegalArgumentException(
          "%d neighbors among %d rows; it must be from 1 to %d."
              .formatted(count, points.rows(), points.rows() - 1));
    }
    return search(points, points, count, true, parallel);
  }

  /** Returns the count nearest points of each query. */
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
    int[] indices = new int[queries.rows() * count];
    double[] distances = new double[queries.rows() * count];
    try (FloatTiles tiles = FloatTiles.of(points)) {
      parallel.forBlocks(
          queries.rows(),
          TASK,
          (block, from, to) -> {
            try (Search search = new Search(queries, points, count, skipSelf, tiles)) {
              for (int first = from; first < to; first += FloatTiles.QUERIES) {
                search.run(first, Math.min(to, first + FloatTiles.QUERIES), indices, distances);
              }
            }
          });
    }
    return new Neighbors(count, indices, distances);
  }

  /** The working arrays of one task. Not thread-safe. */
  private static final class Search implements AutoCloseable {
    private final Matrix queries;
    private final Matrix points;
    private final int count;
    private final boolean skipSelf;
    private final FloatTiles tiles;
    private final FloatTiles.Scores scores;
    private final Candidates candidates;

    Search(Matrix queries, Matrix points, int count, boolean skipSelf, FloatTiles tiles) {
      int available = points.rows() - (skipSelf ? 1 : 0);
      this.queries = queries;
      this.points = points;
      this.count = count;
      this.skipSelf = skipSelf;
      this.tiles = tiles;
      this.scores = tiles.scores();
      this.candidates = new Candidates(count, Math.min(available, count + SPARE), available);
    }

    void run(int from, int to, int[] indices, double[] distances) {
      scores.ask(tiles.rows(queries, from, to));
      candidates.clear();
      for (int t = 0; t < tiles.count(); t++) {
        scores.compute(t, skipSelf ? from : -1);
        candidates.offer(scores);
      }
      List<Doubt> doubts = new ArrayList<>();
      for (int row = from; row < to; row++) {
        Doubt doubt = candidates.refine(row - from, queries, row, points, tiles);
        candidates.copyTo(indices, distances, row * count);
        if (doubt != null) {
          doubts.add(doubt);
        }
      }
      if (!doubts.isEmpty()) {
        Recount recount = new Recount(queries, points, count, skipSelf);
        recount.scan(doubts, tiles, scores);
        recount.copyTo(indices, distances);
      }
    }

    @Override
    public void close() {
      scores.close();
    }
  }
}
