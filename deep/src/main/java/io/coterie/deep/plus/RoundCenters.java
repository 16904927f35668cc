package io.coterie.deep.plus;

import io.coterie.math.IntVector;
import io.coterie.math.Matrix;
import io.coterie.math.Vector;
import io.coterie.math.internal.linear.Assignment;
import io.coterie.message.internal.ClusterSums;
import java.util.stream.IntStream;

/**
 * The global prototypes of a round, from sums by cluster over the embedded records, beside which
 * each record has a 1 in the column of its cluster one round before.
 *
 * @param prototypes the means of the clusters that have records, in the order of their numbers
 * @param mass the records of each prototype
 * @param numbers of this round's clusters: those that share most records keep theirs
 * @param changed the part of the records that left their cluster; 1 where there was none before
 */
record RoundCenters(Matrix prototypes, Vector mass, IntVector numbers, double changed) {
  static RoundCenters first(ClusterSums sums, int dimension) {
    int[] own = IntStream.range(0, sums.counts().size()).toArray();
    return of(sums, dimension, own, 1);
  }

  RoundCenters next(ClusterSums sums, int dimension) {
    int count = numbers.size();
    Matrix costs = Matrix.zeros(count, count); // of calling cluster c now what b was before
    double records = 0;
    for (int c = 0; c < count; c++) {
      for (int b = 0; b < count; b++) {
        double shared = sums.sums().at(c, dimension + b);
        costs.set(c, b, -shared);
        records += shared;
      }
    }
    Assignment pairs = Assignment.ofMinimumCost(costs);
    int[] kept = IntStream.range(0, count).map(c -> numbers.at(pairs.columnOf(c))).toArray();
    double stayed = -pairs.cost() / Math.max(1, records);
    return of(sums, dimension, kept, Math.max(0, 1 - stayed));
  }

  private static RoundCenters of(ClusterSums sums, int dimension, int[] numbers, double changed) {
    int count = numbers.length;
    int[] clusterOf = new int[count];
    IntStream.range(0, count).forEach(c -> clusterOf[numbers[c]] = c);
    int[] used = IntStream.of(clusterOf).filter(c -> sums.counts().at(c) > 0).toArray();
    Matrix means = Matrix.zeros(used.length, dimension);
    double[] mass = new double[used.length];
    for (int row = 0; row < used.length; row++) {
      mass[row] = sums.counts().at(used[row]);
      for (int j = 0; j < dimension; j++) {
        means.set(row, j, sums.sums().at(used[row], j) / mass[row]);
      }
    }
    return new RoundCenters(means, Vector.of(mass), IntVector.of(numbers), changed);
  }
}
