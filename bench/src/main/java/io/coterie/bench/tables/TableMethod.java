package io.coterie.bench.tables;

import io.coterie.math.Parallel;
import io.coterie.math.Seed;
import io.coterie.partition.Partition;

/** A method that finds the clusters of a table. It sees no true group, only how many there are. */
interface TableMethod {
  /**
   * What is to be clustered.
   *
   * @param partition which records each site holds; pooled methods do not need it
   * @param smallestGroup the fewest records of a total, for methods that give totals
   */
  record Task(MixedTable table, int clusters, Partition partition, int smallestGroup) {}

  String name();

  /** Returns the cluster of each record, from 0 to less than their number. */
  int[] labels(Task task, Seed seed, Parallel parallel);
}
