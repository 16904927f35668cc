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
    permits Column, Dirichlet, Heterogeneity, Iid, OverlappingHeterogeneity, Shards {
  /** Deals the records to so many sites; natural sites have a number of their own. */
  Partition split(PartitionInput roster, int siteCount, Seed seed);

  /** Returns the text from which {@link Partitioners#parse} makes the same partitioner. */
  String text();

  /** Returns the column whose values are the sites, where they are natural ones. */
  default Optional<String> column() {
    return Optional.empty();
  }
}
