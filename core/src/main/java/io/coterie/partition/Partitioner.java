package io.coterie.partition;

import io.coterie.math.Seed;
import java.util.Optional;

/**
 * A way to deal records to sites. Made by {@link Partitioners}. Every split ends, depends on the
 * seed alone and leaves no site without records; what cannot be split is a usage error.
 *
 * <p>Implementations are immutable.
 */
public sealed interface Partitioner
    permits Column, Dirichlet, Heterogeneity, Partitioners.Iid, OverlappingHeterogeneity, Shards {
  /** Deals the records to so many sites; natural sites have a number of their own. */
  Partition split(PartitionInput roster, int siteCount, Seed seed);

  /** {@link Partitioners#parse} makes the same partitioner of it. */
  String text();

  /** Where the sites are natural ones: their values are in this column. */
  default Optional<String> column() {
    return Optional.empty();
  }
}
