package io.coterie.model.internal;

import io.coterie.math.Blas;
import io.coterie.math.IntVector;
import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import io.coterie.math.internal.Doubles;
import io.coterie.math.internal.cluster.LargestFirst;
import io.coterie.message.Labels;
import io.coterie.message.Payload;
import io.coterie.model.ClusterModel;
import io.coterie.model.Nearness;
import java.util.Arrays;

/**
 * Each record joins the cluster of the line through the origin that it is nearest to in angle.
 *
 * @param directions one row of unit length per line
 * @param clusters the cluster of each line
 * @param clusterCount the number of clusters
 */
public record NearestDirection(
    Matrix directions,
    @Payload.Name("clusters-of") IntVector clusters,
    @Payload.Name("clusters") int clusterCount)
    implements ClusterModel {
  private static final int BLOCK = 512;

  public NearestDirection {
    if (directions.rows() != clusters.size() || clusters.size() == 0) {
      throw new IllegalArgumentException(
          "%d directions but %d clusters; there must be as many, and at least one."
              .formatted(directions.rows(), clusters.size()));
    }
    Labels.of(clusters.toArray(), clusterCount); // checks the range
  }

  @Override
  public Labels label(Matrix represented, Parallel parallel) {
    int d = represented.columns();
    int[] labels = new int[represented.rows()];
    parallel.forBlocks(
        labels.length,
        BLOCK,
        (block, from, to) -> {
          double[] rows = Arrays.copyOfRange(represented.array(), from * d, to * d);
          // |xᵀu| is |x| times the cosine of the angle between record and line: the largest is
          // nearest.
          Matrix products = Blas.multiplyByTransposed(Matrix.over(to - from, d, rows), directions);
          for (int i = from; i < to; i++) {
            int row = i - from;
            int best = Doubles.argMax(directions.rows(), p -> Math.abs(products.at(row, p)));
            labels[i] = clusters.at(best);
          }
        });
    return Labels.of(labels, clusterCount);
  }

  /** The distance to a line is the sine of the angle to it. */
  @Override
  public Nearness nearness(Matrix represented, Parallel parallel) {
    Matrix unit = represented.unitRows();
    Matrix sines =
        Matrix.zeros(unit.rows(), directions.rows())
            .map(
                (i, p, zero) -> {
                  double cosine = 0;
                  for (int j = 0; j < unit.columns(); j++) {
                    cosine += unit.at(i, j) * directions.at(p, j);
                  }
                  return Math.sqrt(Math.max(0, 1 - cosine * cosine));
                });
    return Nearness.of(
        Nearness.Scale.DISTANCE, Nearness.leastOfParts(sines, clusters.toArray(), clusterCount));
  }

  @Override
  public NearestDirection renumbered(int[] ranks) {
    return new NearestDirection(directions, LargestFirst.renumbered(clusters, ranks), clusterCount);
  }
}
