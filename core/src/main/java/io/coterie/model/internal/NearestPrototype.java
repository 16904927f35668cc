package io.coterie.model.internal;

import io.coterie.graph.internal.knn.NearestNeighbors;
import io.coterie.graph.internal.knn.Neighbors;
import io.coterie.math.IntVector;
import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import io.coterie.math.internal.RowBlocks;
import io.coterie.math.internal.cluster.KMeans;
import io.coterie.math.internal.cluster.LargestFirst;
import io.coterie.message.Labels;
import io.coterie.message.Payload;
import io.coterie.model.ClusterModel;
import io.coterie.model.Nearness;
import java.util.stream.IntStream;

/**
 * Each record joins the cluster of the nearest prototype's mean.
 *
 * @param means one row per prototype of any site
 * @param clusters the cluster of each prototype
 * @param clusterCount the number of clusters
 */
public record NearestPrototype(
    Matrix means,
    @Payload.Name("clusters-of") IntVector clusters,
    @Payload.Name("clusters") int clusterCount)
    implements ClusterModel {
  public NearestPrototype {
    if (means.rows() != clusters.size()) {
      throw new IllegalArgumentException(
          "%d prototypes but %d clusters.".formatted(means.rows(), clusters.size()));
    }
    Labels.of(clusters.toArray(), clusterCount); // checks the range
  }

  /** One center per cluster. */
  public static NearestPrototype ofCenters(Matrix centers) {
    int count = centers.rows();
    return new NearestPrototype(centers, IntVector.of(IntStream.range(0, count).toArray()), count);
  }

  @Override
  public Labels label(Matrix represented, Parallel parallel) {
    return labels(KMeans.nearest(represented, means, parallel), clusters, clusterCount);
  }

  /** From the nearest part of each record to its cluster. */
  static Labels labels(int[] parts, IntVector clusters, int clusterCount) {
    return Labels.of(IntStream.of(parts).map(clusters::at).toArray(), clusterCount);
  }

  @Override
  public Nearness nearness(Matrix represented, Parallel parallel) {
    Matrix squares =
        Nearness.leastOfParts(
            squares(represented, means, parallel), clusters.toArray(), clusterCount);
    return Nearness.of(Nearness.Scale.DISTANCE, squares.map((i, c, value) -> Math.sqrt(value)))
        .withSquares(squares);
  }

  /** Returns the squared distances of points to centers, one column for each center. */
  static Matrix squares(Matrix points, Matrix centers, Parallel parallel) {
    Matrix squares = Matrix.zeros(points.rows(), centers.rows());
    RowBlocks blocks = RowBlocks.of(points, parallel);
    parallel.forEach(
        blocks.count(),
        block -> {
          double[] distances = new double[RowBlocks.SIZE];
          for (int p = 0; p < centers.rows(); p++) {
            blocks.squaredDistances(block, centers.array(), p * centers.columns(), distances);
            for (int i = 0; i < blocks.length(block); i++) {
              squares.set(block * RowBlocks.SIZE + i, p, distances[i]);
            }
          }
        });
    return squares;
  }

  /** Returns the squared distance of each point to the nearest center, as one column. */
  static Matrix nearestSquares(Matrix points, Matrix centers, Parallel parallel) {
    Neighbors nearest = NearestNeighbors.of(points, centers, 1, parallel);
    return Matrix.zeros(points.rows(), 1).map((i, j, zero) -> nearest.squaredDistance(i, 0));
  }

  @Override
  public NearestPrototype renumbered(int[] ranks) {
    return new NearestPrototype(means, LargestFirst.renumbered(clusters, ranks), clusterCount);
  }
}
