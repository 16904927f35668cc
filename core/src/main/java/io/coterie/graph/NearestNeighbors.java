package io.coterie.graph;

import io.coterie.math.Blas;
import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Exact nearest neighbors by blocked products: |x − y|² = |x|² + |y|² − 2 x·y, a tile of queries
 * against a tile of points at a time, each tile scanned while it is in the cache.
 *
 * <p>The scan runs in floats about the points' mean and keeps a few candidates more than asked for;
 * these are measured again in doubles, so the distances returned are exact and zero between equal
 * records. Where the rounding of floats could have hidden a neighbor (many equal records, or groups
 * far apart for their size), the query is scanned again and every point in doubt is measured.
 *
 * <p>Stateless and thread-safe; the result does not depend on the number of threads.
 */
public final class NearestNeighbors {
  private static final int QUERY_TILE = 128;
  private static final int POINT_TILE = 1024;

  /** Candidates kept beyond those asked for, because floats may swap near-equal distances. */
  private static final int SPARE = 6;

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
    int available = points.rows() - (skipSelf ? 1 : 0);
    int kept = Math.min(available, count + SPARE);
    double[] mean = mean(points);
    float[] pointValues = centered(points, mean);
    float[] pointNorms = squaredNorms(pointValues, points.columns());
    int[] indices = new int[queries.rows() * count];
    double[] distances = new double[queries.rows() * count];
    parallel.forBlocks(
        queries.rows(),
        QUERY_TILE,
        (block, from, to) -> {
          float[] tile = centeredRows(queries, mean, from, to);
          Candidates candidates = new Candidates(to - from, kept);
          scan(tile, pointValues, pointNorms, candidates, skipSelf ? from : -1);
          List<Doubt> doubts = new ArrayList<>();
          for (int row = from; row < to; row++) {
            float worst = candidates.worst(row - from);
            candidates.refine(row - from, queries, row, points);
            candidates.copyTo(row - from, indices, distances, row * count, count);
            Doubt doubt = new Doubt(queries, row, mean, distances[row * count + count - 1]);
            if (kept < available && !doubt.isSettledBy(worst)) {
              doubts.add(doubt);
            }
          }
          if (!doubts.isEmpty()) {
            Recount recount = new Recount(queries, points, count, skipSelf);
            recount.scan(doubts, compact(tile, doubts, from), pointValues, pointNorms);
            recount.copyTo(indices, distances);
          }
        });
    return new Neighbors(count, indices, distances);
  }

  private static void scan(
      float[] queries, float[] points, float[] norms, Candidates candidates, int selfFrom) {
    forTiles(
        queries,
        points,
        candidates.rows(),
        norms.length,
        (row, products, at, first, width) -> {
          int self = selfFrom < 0 ? -1 : selfFrom + row - first;
          candidates.offer(row, products, at, norms, first, width, self);
        });
  }

  /** Takes −2 q·p of one query with the points first .. first + width − 1, from an index on. */
  @FunctionalInterface
  private interface ProductVisitor {
    void visit(int row, float[] products, int at, int first, int width);
  }

  private static void forTiles(
      float[] queries, float[] points, int rows, int pointCount, ProductVisitor visitor) {
    int dimension = queries.length / rows;
    float[] tile = new float[Math.min(POINT_TILE, pointCount) * dimension];
    float[] products = new float[rows * Math.min(POINT_TILE, pointCount)];
    for (int first = 0; first < pointCount; first += POINT_TILE) {
      int width = Math.min(POINT_TILE, pointCount - first);
      System.arraycopy(points, first * dimension, tile, 0, width * dimension);
      if (dimension > 0) {
        Blas.minusTwiceProducts(queries, tile, products, rows, width, dimension);
      }
      for (int row = 0; row < rows; row++) {
        visitor.visit(row, products, row * width, first, width);
      }
    }
  }

  /** Returns the rows of a tile that are in doubt. */
  private static float[] compact(float[] tile, List<Doubt> doubts, int from) {
    int dimension = doubts.get(0).dimension;
    float[] rows = new float[doubts.size() * dimension];
    for (int i = 0; i < doubts.size(); i++) {
      int source = (doubts.get(i).query - from) * dimension;
      System.arraycopy(tile, source, rows, i * dimension, dimension);
    }
    return rows;
  }

  private static double[] mean(Matrix points) {
    double[] mean = new double[points.columns()];
    for (int i = 0; i < points.rows(); i++) {
      for (int j = 0; j < mean.length; j++) {
        mean[j] += points.at(i, j);
      }
    }
    for (int j = 0; j < mean.length; j++) {
      mean[j] /= Math.max(1, points.rows());
    }
    return mean;
  }

  private static float[] centered(Matrix points, double[] mean) {
    return centeredRows(points, mean, 0, points.rows());
  }

  private static float[] centeredRows(Matrix points, double[] mean, int from, int to) {
    int dimension = points.columns();
    double[] values = points.array();
    float[] centered = new float[(to - from) * dimension];
    for (int i = from; i < to; i++) {
      for (int j = 0; j < dimension; j++) {
        centered[(i - from) * dimension + j] = (float) (values[i * dimension + j] - mean[j]);
      }
    }
    return centered;
  }

  private static float[] squaredNorms(float[] values, int dimension) {
    float[] norms = new float[dimension == 0 ? 0 : values.length / dimension];
    for (int i = 0; i < norms.length; i++) {
      double sum = 0;
      for (int j = i * dimension; j < (i + 1) * dimension; j++) {
        sum += (double) values[j] * values[j];
      }
      norms[i] = (float) sum;
    }
    return norms;
  }

  /** The best few points seen so far for each query of a tile, nearest first. */
  private static final class Candidates {
    private final int kept;
    private final int[] indices;
    private final float[] scores;
    private final double[] exact;

    Candidates(int rows, int kept) {
      this.kept = kept;
      this.indices = new int[rows * kept];
      this.scores = new float[rows * kept];
      this.exact = new double[kept];
      Arrays.fill(scores, Float.POSITIVE_INFINITY);
      Arrays.fill(indices, -1);
    }

    int rows() {
      return scores.length / kept;
    }

    /** Returns the score of a query's last candidate, at most that of any point left out. */
    float worst(int row) {
      return scores[row * kept + kept - 1];
    }

    /** Scores a run of points; a score is the squared distance less the query's own norm. */
    void offer(int row, float[] products, int at, float[] norms, int first, int width, int self) {
      int last = row * kept + kept - 1;
      float worst = scores[last];
      for (int j = 0; j < width; j++) {
        float score = norms[first + j] + products[at + j];
        if (score < worst && j != self) {
          int slot = last;
          while (slot > row * kept && scores[slot - 1] > score) {
            scores[slot] = scores[slot - 1];
            indices[slot] = indices[slot - 1];
            slot--;
          }
          scores[slot] = score;
          indices[slot] = first + j;
          worst = scores[last];
        }
      }
    }

    /** Measures the candidates of a query in doubles and sorts them by distance, then index. */
    void refine(int row, Matrix queries, int query, Matrix points) {
      int base = row * kept;
      for (int h = 0; h < kept; h++) {
        int index = indices[base + h];
        double distance =
            index < 0 ? Double.POSITIVE_INFINITY : queries.squaredDistance(query, points, index);
        int slot = h;
        while (slot > 0
            && (exact[slot - 1] > distance
                || (exact[slot - 1] == distance && indices[base + slot - 1] > index))) {
          exact[slot] = exact[slot - 1];
          indices[base + slot] = indices[base + slot - 1];
          slot--;
        }
        exact[slot] = distance;
        indices[base + slot] = index;
      }
    }

    void copyTo(int row, int[] toIndices, double[] toDistances, int at, int count) {
      System.arraycopy(indices, row * kept, toIndices, at, count);
      System.arraycopy(exact, 0, toDistances, at, count);
    }
  }

  /**
   * What the scan may have got wrong about a query. A point nearer than the distance d found so far
   * lies within R = |q| + d of the mean, so in its score |p|² − 2 q·p the roundings of the
   * coordinates, of the products and of the sum together stay below (2 D + 16) 2⁻²⁴ R².
   */
  private static final class Doubt {
    private static final double FLOAT_ROUNDING = 0x1.0p-24;

    /** Beyond this a score may overflow and tells nothing. */
    private static final double LARGEST = Float.MAX_VALUE / 8.0;

    private final int query;
    private final int dimension;
    private final double limit;

    Doubt(Matrix queries, int query, double[] mean, double farthest) {
      this.query = query;
      this.dimension = mean.length;
      double norm = 0;
      for (int j = 0; j < dimension; j++) {
        double value = queries.at(query, j) - mean[j];
        norm += value * value;
      }
      double radius = Math.sqrt(norm) + Math.sqrt(farthest);
      double rounding = (2 * dimension + 16) * FLOAT_ROUNDING * radius * radius;
      this.limit =
          radius * radius < LARGEST ? farthest - norm + rounding : Double.POSITIVE_INFINITY;
    }

    /** Returns whether points with at least this score are surely farther than those found. */
    boolean isSettledBy(float score) {
      return score > limit;
    }
  }

  /** The neighbors of the queries in doubt: all points that may be nearer, measured in doubles. */
  private static final class Recount {
    private final Matrix queries;
    private final Matrix points;
    private final int count;
    private final boolean skipSelf;
    private int[] rows = {};
    private int[] found = {};
    private int[] indices = {};
    private double[] distances = {};

    Recount(Matrix queries, Matrix points, int count, boolean skipSelf) {
      this.queries = queries;
      this.points = points;
      this.count = count;
      this.skipSelf = skipSelf;
    }

    void scan(List<Doubt> doubts, float[] tile, float[] pointValues, float[] norms) {
      rows = doubts.stream().mapToInt(doubt -> doubt.query).toArray();
      found = new int[rows.length];
      indices = new int[rows.length * count];
      distances = new double[rows.length * count];
      forTiles(
          tile,
          pointValues,
          rows.length,
          norms.length,
          (row, products, at, first, width) -> {
            int self = skipSelf ? rows[row] : -1;
            double limit = doubts.get(row).limit;
            for (int j = 0; j < width; j++) {
              // Floats that overflowed compare as false and are measured too.
              if (!(norms[first + j] + products[at + j] > limit) && first + j != self) {
                measure(row, first + j);
              }
            }
          });
    }

    /** Keeps a point if it is among the nearest; points come in the order of the index. */
    private void measure(int row, int point) {
      double distance = queries.squaredDistance(rows[row], points, point);
      int base = row * count;
      if (found[row] == count && !(distance < distances[base + count - 1])) {
        return;
      }
      int slot = base + Math.min(found[row], count - 1);
      while (slot > base && distances[slot - 1] > distance) {
        distances[slot] = distances[slot - 1];
        indices[slot] = indices[slot - 1];
        slot--;
      }
      distances[slot] = distance;
      indices[slot] = point;
      found[row] = Math.min(count, found[row] + 1);
    }

    void copyTo(int[] toIndices, double[] toDistances) {
      for (int i = 0; i < rows.length; i++) {
        System.arraycopy(indices, i * count, toIndices, rows[i] * count, count);
        System.arraycopy(distances, i * count, toDistances, rows[i] * count, count);
      }
    }
  }
}
