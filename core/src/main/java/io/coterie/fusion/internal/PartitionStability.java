package io.coterie.fusion.internal;

import io.coterie.graph.SparseGraph;
import io.coterie.graph.SparseGraphBuilder;
import io.coterie.math.IntVector;
import io.coterie.math.Seed;
import io.coterie.math.Vector;
import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * How much of a partition remains when it is made again without a tenth of the nodes: the adjusted
 * Rand index between the two on the nodes left, every pair of nodes counted by its masses, as a
 * mean over a few draws. 1 is full agreement, 0 that of chance.
 *
 * <p>U. von Luxburg. <i>Clustering Stability: An Overview</i>. Foundations and Trends in Machine
 * Learning 2010. It needs nothing from the sites but what they sent already.
 */
public final class PartitionStability {
  private static final double LEFT_OUT = 0.1;
  private static final int DRAWS = 3;

  private PartitionStability() {}

  public static double of(
      GraphPartition partition, SparseGraph graph, WeightedPoints nodes, IntVector clusters) {
    Parts whole = new Parts(graph, nodes, clusters);
    Seed seed = partition.seed().child("stability");
    double sum = 0;
    for (int draw = 0; draw < DRAWS; draw++) {
      Parts left = whole.without(seed.child(draw).random());
      IntVector again = partition.fitRoughly(left.graph, left.nodes);
      sum += agreement(left.clusters, again, left.nodes.mass());
    }
    return sum / DRAWS;
  }

  private record Parts(SparseGraph graph, WeightedPoints nodes, IntVector clusters) {
    Parts without(SplittableRandom random) {
      int[] kept = new int[clusters.size()];
      int[] place = new int[clusters.size()];
      Arrays.fill(place, -1);
      int count = 0;
      for (int i = 0; i < place.length; i++) {
        if (random.nextDouble() >= LEFT_OUT) {
          place[i] = count;
          kept[count++] = i;
        }
      }
      int[] chosen = Arrays.copyOf(kept, count);
      SparseGraphBuilder builder = SparseGraph.builder(count);
      for (int i : chosen) {
        graph.forEachNeighbor(
            i,
            (j, weight) -> {
              if (j >= i && place[j] >= 0) {
                builder.add(place[i], place[j], weight);
              }
            });
      }
      double[] mass = Arrays.stream(chosen).mapToDouble(nodes.mass()::at).toArray();
      int[] own = Arrays.stream(chosen).map(clusters::at).toArray();
      return new Parts(
          builder.build(),
          new WeightedPoints(nodes.points().selectRows(chosen), Vector.of(mass)),
          IntVector.of(own));
    }
  }

  /** Node i counts as mass_i records, so that pairs of records are compared, not pairs of nodes. */
  static double agreement(IntVector first, IntVector second, Vector mass) {
    int rows = Arrays.stream(first.toArray()).max().orElse(0) + 1;
    int columns = Arrays.stream(second.toArray()).max().orElse(0) + 1;
    double[][] joint = new double[rows][columns];
    double[] ofFirst = new double[rows];
    double[] ofSecond = new double[columns];
    for (int i = 0; i < first.size(); i++) {
      joint[first.at(i)][second.at(i)] += mass.at(i);
      ofFirst[first.at(i)] += mass.at(i);
      ofSecond[second.at(i)] += mass.at(i);
    }
    // Squares of masses in place of pairs of nodes: a node of mass m stands for m records.
    double together = Arrays.stream(joint).mapToDouble(PartitionStability::squares).sum();
    double total = mass.sum();
    double chance = squares(ofFirst) * squares(ofSecond) / (total * total);
    double most = (squares(ofFirst) + squares(ofSecond)) / 2;
    return most > chance ? (together - chance) / (most - chance) : 1;
  }

  private static double squares(double[] values) {
    return Arrays.stream(values).map(value -> value * value).sum();
  }
}
