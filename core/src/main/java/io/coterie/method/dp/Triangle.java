package io.coterie.method.dp;

/** Numbers the pairs of different nodes: (1,0), (2,0), (2,1), (3,0), … */
final class Triangle {
  private Triangle() {}

  static int size(int nodes) {
    return Math.multiplyExact(nodes, nodes - 1) / 2;
  }

  /** Returns the number of a pair, in either order. */
  static int index(int one, int other) {
    int high = Math.max(one, other);
    return high * (high - 1) / 2 + Math.min(one, other);
  }
}
