package io.coterie.graph.internal.knn;

import io.coterie.math.Blas;
import io.coterie.math.Matrix;
import io.coterie.math.internal.NativeFloats;
import java.util.Arrays;

/**
 * Points as floats about their mean, in tiles of {@link #FOLD} strips. A score is |p|² − 2 q·p, the
 * squared distance less the query's own norm; the norm of p is one coordinate more, so that a
 * single product gives it.
 *
 * <p>The scores of a strip are an array of its own, and the least of each {@link #FOLD} scores, one
 * of every strip, tells whether any of them is worth a look. The arrays are read at the same index,
 * which the compiler turns into vector work; it does not where indices differ by an offset.
 *
 * <p>Immutable, until it is closed.
 *
 * @param mean of the points
 * @param tiles with the points' floats
 * @param strip the points of a strip
 * @param order the point at each position
 */
@SuppressWarnings("ArrayRecordComponent") // compared by nobody
record FloatTiles(double[] mean, NativeFloats[] tiles, int strip, int[] order)
    implements AutoCloseable {
  /** Queries that are scored at a time, at most. */
  static final int QUERIES = 128;

  /** Strips of a tile. */
  static final int FOLD = 8;

  private static final int LARGEST_STRIP = 128;

  /** Takes the points as they come. */
  static FloatTiles of(Matrix points) {
    int[] order = new int[points.rows()];
    Arrays.setAll(order, i -> i);
    return of(points, order, Math.min(LARGEST_STRIP, (points.rows() + FOLD - 1) / FOLD));
  }

  /** Takes the points of a tree; each of its runs is a tile. */
  static FloatTiles of(Matrix points, BallTree tree) {
    return of(points, tree.order(), BallTree.LEAF / FOLD);
  }

  private static FloatTiles of(Matrix points, int[] order, int strip) {
    int size = FOLD * strip;
    NativeFloats[] strips = new NativeFloats[(order.length + size - 1) / size];
    FloatTiles tiles = new FloatTiles(mean(points), strips, strip, order);
    for (int t = 0; t < strips.length; t++) {
      float[] rows = tiles.rows(points, order, t * size, Math.min(order.length, (t + 1) * size));
      tiles.putNorms(rows);
      strips[t] = NativeFloats.copyOf(rows);
    }
    return tiles;
  }

  static double[] mean(Matrix points) {
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

  int count() {
    return tiles.length;
  }

  private int width() {
    return mean.length + 1;
  }

  /** With a one behind each, which meets the norm of a point in the product. */
  float[] rows(Matrix matrix, int[] numbers, int from, int to) {
    float[] rows = new float[(to - from) * width()];
    for (int i = from; i < to; i++) {
      putRow(matrix, numbers[i], rows, i - from);
    }
    return rows;
  }

  private void putRow(Matrix matrix, int from, float[] rows, int to) {
    int dimension = mean.length;
    double[] values = matrix.array();
    for (int j = 0; j < dimension; j++) {
      rows[to * width() + j] = (float) (values[from * dimension + j] - mean[j]);
    }
    rows[to * width() + dimension] = 1;
  }

  /** Puts −|p|²/2 behind each point. One too far for floats gets a score that beats no other. */
  private void putNorms(float[] rows) {
    int width = width();
    for (int start = 0; start < rows.length; start += width) {
      int end = start + width - 1;
      double norm = 0;
      for (int j = start; j < end; j++) {
        norm += (double) rows[j] * rows[j];
      }
      if (!(norm < RoundingBound.LARGEST)) {
        Arrays.fill(rows, start, end, 0);
        norm = 4 * RoundingBound.LARGEST;
      }
      rows[end] = (float) (-norm / 2);
    }
  }

  Scorer scorer() {
    return new Scorer();
  }

  @Override
  public void close() {
    for (NativeFloats tile : tiles) {
      tile.close();
    }
  }

  /**
   * Scores of some queries with the points of a tile. Group g of query i is at g · rows + i of
   * every array; its members are the scores there, one of each strip.
   *
   * @param strips the scores of each strip
   * @param least the least score of each group; not a number if one of them is not
   * @param rows the number of queries
   * @param groups the groups of each query: the points of a strip
   * @param first the position of the tile's first point
   * @param order the point at each position
   */
  @SuppressWarnings("ArrayRecordComponent") // working arrays of one search
  record Scores(float[][] strips, float[] least, int rows, int groups, int first, int[] order) {
    /** −1 beyond the last point. */
    int point(int f, int at) {
      int position = first + f * groups + at / rows;
      return position < order.length ? order[position] : -1;
    }
  }

  /** Scores queries with the points of a tile at a time. Not thread-safe. */
  final class Scorer implements AutoCloseable {
    private final NativeFloats asked = NativeFloats.ofLength(QUERIES * width());
    private final NativeFloats product = NativeFloats.ofLength(FOLD * strip * QUERIES);
    private final float[][] products = new float[FOLD][strip * QUERIES];
    private final float[] least = new float[strip * QUERIES];
    private int rows;

    /** Takes the queries to score from now on, as {@link #rows} returns them. */
    void ask(float[] queries) {
      rows = queries.length / width();
      asked.put(queries, queries.length);
    }

    /** Scores a tile; query i is at position self + i and not scored there, if self ≥ 0. */
    Scores compute(int tile, int self) {
      int first = tile * FOLD * strip;
      int filled = Math.min(FOLD * strip, order.length - first);
      Blas.products(-2f, tiles[tile], asked, product, filled, rows, width());
      readStrips(product, products, strip, rows, filled);
      if (self >= 0) {
        int end = Math.min(self + rows, first + FOLD * strip);
        for (int position = Math.max(self, first); position < end; position++) {
          int at = (position - first) % strip * rows + position - self;
          products[(position - first) / strip][at] = Float.POSITIVE_INFINITY;
        }
      }
      fold(products, least, strip * rows);
      return new Scores(products, least, rows, strip, first, order);
    }

    @Override
    public void close() {
      asked.close();
      product.close();
    }
  }

  /** Copies a product to its strips; where points are missing, the score beats no other. */
  static void readStrips(NativeFloats product, float[][] strips, int strip, int rows, int filled) {
    for (int f = 0; f < FOLD; f++) {
      int length = Math.max(0, Math.min(strip, filled - f * strip)) * rows;
      product.get(f * strip * rows, strips[f], length);
      Arrays.fill(strips[f], length, strip * rows, Float.POSITIVE_INFINITY);
    }
  }

  /** Puts the least of eight arrays, at each index, into another. */
  static void fold(float[][] products, float[] least, int length) {
    foldFour(products[0], products[1], products[2], products[3], least, length);
    foldMore(products[4], products[5], products[6], products[7], least, length);
  }

  private static void foldFour(
      float[] a, float[] b, float[] c, float[] d, float[] least, int length) {
    for (int i = 0; i < length; i++) {
      least[i] = Math.min(Math.min(a[i], b[i]), Math.min(c[i], d[i]));
    }
  }

  private static void foldMore(
      float[] a, float[] b, float[] c, float[] d, float[] least, int length) {
    for (int i = 0; i < length; i++) {
      least[i] = Math.min(least[i], Math.min(Math.min(a[i], b[i]), Math.min(c[i], d[i])));
    }
  }
}
