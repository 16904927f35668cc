package io.coterie.fusion.internal;

import io.coterie.graph.SparseGraph;
import io.coterie.graph.SparseGraphBuilder;
import io.coterie.math.IntVector;
import io.coterie.math.Matrix;
import io.coterie.math.Seed;
import io.coterie.math.Vector;
import java.util.SplittableRandom;

/** Graphs whose clusters are known: dense blocks, sparsely linked. */
final class PlantedGraphs {
  private PlantedGraphs() {}

  /** Returns the block of each node: block sizes differ, and the nodes are shuffled. */
  static int[] blocks(int blockCount, int smallest, Seed seed) {
    SplittableRandom random = seed.random();
    int size = 0;
    for (int b = 0; b < blockCount; b++) {
      size += smallest + b;
    }
    int[] blocks = new int[size];
    int at = 0;
    for (int b = 0; b < blockCount; b++) {
      for (int i = 0; i < smallest + b; i++) {
        blocks[at++] = b;
      }
    }
    for (int i = size - 1; i > 0; i--) {
      int j = random.nextInt(i + 1);
      int swapped = blocks[i];
      blocks[i] = blocks[j];
      blocks[j] = swapped;
    }
    return blocks;
  }

  /** Links every pair within a block, and a share of the other pairs weakly. */
  static SparseGraph linked(int[] blocks, double share, double weak, Seed seed) {
    SplittableRandom random = seed.random();
    SparseGraphBuilder builder = SparseGraph.builder(blocks.length);
    for (int i = 0; i < blocks.length; i++) {
      for (int j = i + 1; j < blocks.length; j++) {
        if (blocks[i] == blocks[j]) {
          builder.add(i, j, 0.5 + random.nextDouble());
        } else if (random.nextDouble() < share) {
          builder.add(i, j, weak * random.nextDouble());
        }
      }
    }
    return builder.build();
  }

  /** Puts each node near its block's place on a line, blocks 10 apart. */
  static WeightedPoints points(int[] blocks, Seed seed) {
    SplittableRandom random = seed.random();
    Matrix points = Matrix.zeros(blocks.length, 2);
    double[] mass = new double[blocks.length];
    for (int i = 0; i < blocks.length; i++) {
      points.set(i, 0, 10 * blocks[i] + random.nextDouble());
      points.set(i, 1, random.nextDouble());
      mass[i] = 1 + random.nextInt(5);
    }
    return new WeightedPoints(points, Vector.of(mass));
  }

  /** Returns the labels renumbered by first appearance, so that equal partitions are equal. */
  static int[] partition(IntVector labels) {
    java.util.Map<Integer, Integer> number = new java.util.HashMap<>();
    int[] result = new int[labels.size()];
    for (int i = 0; i < result.length; i++) {
      number.putIfAbsent(labels.at(i), number.size());
      result[i] = number.get(labels.at(i));
    }
    return result;
  }

  static int[] partition(int[] labels) {
    return partition(IntVector.of(labels));
  }
}
