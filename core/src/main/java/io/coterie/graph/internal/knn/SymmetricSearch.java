package io.coterie.graph.internal.knn;

import io.coterie.math.Blas;
import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import io.coterie.math.internal.NativeFloats;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/**
 * The neighbors of points among themselves, each product of two points computed once. A few points
 * are scored with a block of others; turned over, the same scores are those of the block's points.
 * A score is the whole squared distance, which is the same both ways: −2 (p, −|p|²/2, 1) · (q, 1,
 * −|q|²/2).
 *
 * <p>Threads offer to the same points in any order. That changes no answer: what is kept is the
 * nearest for sure, or the query is in doubt and looked at again.
 */
final class SymmetricSearch {
  private static final int FOLD = FloatTiles.FOLD;

  /** Points that are scored at a time. */
  private static final int FEW = FloatTiles.QUERIES;

  /** Points of a block. */
  private static final int BLOCK = FOLD * FEW;

  private final SearchPlan plan;
  private final Matrix points;
  private final double[] mean;
  private final Candidates[] candidates;

  SymmetricSearch(SearchPlan plan) {
    this.plan = plan;
    this.points = plan.points();
    this.mean = FloatTiles.mean(points);
    this.candidates = new Candidates[(points.rows() + BLOCK - 1) / BLOCK];
    int kept = NeighborSearch.kept(plan);
    for (int b = 0; b < candidates.length; b++) {
      candidates[b] = new Candidates(BLOCK, plan.count(), kept, plan.available());
      candidates[b].clear();
    }
  }

  private int width() {
    return mean.length + 2;
  }

  Neighbors run(Parallel parallel) {
    NativeFloats[] blocks = new NativeFloats[candidates.length];
    try {
      parallel.forEach(
          blocks.length, b -> blocks[b] = NativeFloats.copyOf(rows(b * BLOCK, BLOCK, true)));
      // Blocks with themselves first: then every point has candidates, and a limit.
      forFew(parallel, (work, few) -> work.score(few * FEW / BLOCK, blocks));
      forFew(
          parallel,
          (work, few) -> {
            for (int b = few * FEW / BLOCK + 1; b < blocks.length; b++) {
              work.score(b, blocks);
            }
          });
    } finally {
      Arrays.stream(blocks).filter(block -> block != null).forEach(NativeFloats::close);
    }
    return refined(parallel);
  }

  private interface Step {
    void run(Work work, int few);
  }

  private void forFew(Parallel parallel, Step step) {
    parallel.forEach(
        (points.rows() + FEW - 1) / FEW,
        few -> {
          try (Work work = new Work(few)) {
            step.run(work, few);
          }
        });
  }

  /** Floats about the mean; −|p|²/2 and a one follow, or the other way round. */
  private float[] rows(int from, int most, boolean isNormFirst) {
    int count = Math.min(most, points.rows() - from);
    int width = width();
    float[] rows = new float[count * width];
    for (int i = 0; i < count; i++) {
      int start = i * width;
      int end = start + mean.length;
      double norm = 0;
      for (int j = 0; j < mean.length; j++) {
        float value = (float) (points.at(from + i, j) - mean[j]);
        rows[start + j] = value;
        norm += (double) value * value;
      }
      if (!(norm < RoundingBound.LARGEST)) { // too far for floats: a score that beats no other
        Arrays.fill(rows, start, end, 0);
        norm = 2 * RoundingBound.LARGEST;
      }
      rows[end] = isNormFirst ? (float) (-norm / 2) : 1;
      rows[end + 1] = isNormFirst ? 1 : (float) (-norm / 2);
    }
    return rows;
  }

  private Neighbors refined(Parallel parallel) {
    int count = plan.count();
    int[] indices = new int[points.rows() * count];
    double[] distances = new double[points.rows() * count];
    List<RoundingBound> doubts = Collections.synchronizedList(new ArrayList<>());
    parallel.forBlocks(
        points.rows(),
        BLOCK,
        (b, from, to) -> {
          for (int i = from; i < to; i++) {
            double own = RoundingBound.squaredNorm(points, i, mean);
            RoundingBound doubt = candidates[b].refine(i - from, points, i, points, mean, own);
            candidates[b].copyTo(indices, distances, i * count);
            if (doubt != null) {
              doubts.add(doubt.at(i));
            }
          }
        });
    if (!doubts.isEmpty()) {
      recount(doubts, indices, distances, parallel);
    }
    return new Neighbors(count, indices, distances);
  }

  /**
   * Scans again the queries for which floats may have hidden a neighbor; they are few, so a product
   * is not used twice.
   */
  private void recount(
      List<RoundingBound> doubts, int[] indices, double[] distances, Parallel parallel) {
    try (FloatTiles tiles = FloatTiles.of(points)) {
      parallel.forBlocks(
          doubts.size(),
          FEW,
          (block, from, to) -> {
            try (FloatTiles.Scorer scorer = tiles.scorer()) {
              ExactRescan recount = new ExactRescan(plan, List.copyOf(doubts.subList(from, to)));
              recount.scan(tiles, scorer);
              recount.copyTo(indices, distances);
            }
          });
    }
  }

  /** Scores a few points with a block, and turns the scores over. Not thread-safe. */
  private final class Work implements AutoCloseable {
    private final int first;
    private final int number;
    private final NativeFloats asked;
    private final NativeFloats product = NativeFloats.ofLength(BLOCK * FEW);
    private final float[][] products = new float[FOLD][FEW * FEW];
    private final float[][] turned = new float[FOLD][FEW * FEW];
    private final float[] least = new float[FEW * FEW];

    Work(int few) {
      this.first = few * FEW;
      this.number = Math.min(FEW, points.rows() - first);
      this.asked = NativeFloats.copyOf(rows(first, FEW, false));
    }

    void score(int block, NativeFloats[] blocks) {
      int from = block * BLOCK;
      int filled = Math.min(BLOCK, points.rows() - from);
      Blas.products(-2f, blocks[block], asked, product, filled, number, width());
      FloatTiles.readStrips(product, products, FEW, number, filled);
      int own = first / BLOCK;
      if (block == own) {
        for (int i = 0; i < number; i++) {
          products[(first - from) / FEW][i * number + i] = Float.POSITIVE_INFINITY;
        }
      }
      FloatTiles.fold(products, least, FEW * number);
      // Other threads offer to the same points.
      synchronized (candidates[own]) {
        candidates[own].offer(seen(products, number, FEW, from), first % BLOCK);
      }
      if (block != own) {
        turn(filled);
        FloatTiles.fold(turned, least, FEW / FOLD * filled);
        synchronized (candidates[block]) {
          candidates[block].offer(seen(turned, filled, FEW / FOLD, first), 0);
        }
      }
    }

    /** Puts the score of the few's point q with the block's point p where p asks for q. */
    private void turn(int filled) {
      int strip = FEW / FOLD;
      for (int q = number; q < FEW; q++) {
        int at = q % strip * filled;
        Arrays.fill(turned[q / strip], at, at + filled, Float.POSITIVE_INFINITY);
      }
      // Corner by corner, so that what is read and what is written both stay in the cache.
      for (int corner = 0; corner < filled; corner += strip) {
        int end = Math.min(filled, corner + strip);
        for (int q = 0; q < number; q++) {
          float[] into = turned[q / strip];
          int to = q % strip * filled;
          for (int p = corner; p < end; p++) {
            into[to + p] = products[p / FEW][p % FEW * number + q];
          }
        }
      }
    }

    @Override
    public void close() {
      asked.close();
      product.close();
    }

    /** Scores as one of the two sides sees them; without a tree the order is that of the points. */
    private FloatTiles.Scores seen(float[][] strips, int rows, int groups, int from) {
      return new FloatTiles.Scores(strips, least, rows, groups, from, plan.order());
    }
  }
}
