package io.coterie.graph.internal.knn;

/** Scores of some queries with the points of a tile, in groups of {@link FloatTiles#FOLD}. */
interface TileScores {
  /** Returns the number of queries. */
  int rows();

  /** Returns the number of groups of each query; group g of query i is at g · rows + i. */
  int groups();

  /** Returns the least score of each group; not a number if one of them is not. */
  float[] least();

  /** Returns the score of member f of a group. */
  float score(int f, int at);

  /** Returns the point that is member f of a group, or −1 beyond the last. */
  int point(int f, int at);
}
