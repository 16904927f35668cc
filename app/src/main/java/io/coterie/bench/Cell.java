package io.coterie.bench;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coterie.bench.Catalogue.Entry;
import io.coterie.store.Json;
import java.util.TreeMap;

/**
 * One run of a benchmark.
 *
 * @param variant the method
 * @param entry the data set
 * @param split how the records are dealt
 * @param seed for the split, the method and a generated set
 */
public record Cell(Variant variant, Entry entry, Split split, long seed) {
  public Cell {
    requireNonNull(variant, "variant is null");
    requireNonNull(entry, "entry is null");
    requireNonNull(split, "split is null");
  }

  /**
   * Which records are dealt, and how.
   *
   * @param sites how many sites
   * @param partition as {@link io.coterie.partition.Partitioners} reads it
   * @param sample how many records are drawn from the set first; 0 for all
   */
  public record Split(int sites, String partition, int sample) {
    static Split iid(int sites, int sample) {
      return new Split(sites, "iid", sample);
    }
  }

  Cell withSeed(long other) {
    return new Cell(variant, entry, split, other);
  }

  /** Returns how many records take part. */
  int records() {
    int all = entry.shape().records();
    return split.sample() == 0 ? all : Math.min(all, split.sample());
  }

  /** Returns everything that tells this run from another. */
  ObjectNode json() {
    ObjectNode node = Json.object().put("data", entry.name()).put("method", variant.method());
    ObjectNode options = node.putObject("options");
    new TreeMap<>(variant.options()).forEach(options::put);
    return node.put("sites", split.sites())
        .put("partition", split.partition())
        .put("records", records())
        .put("seed", seed);
  }

  @Override
  public String toString() {
    return "%s on %s, %d sites%s, seed %d"
        .formatted(
            variant.title(),
            entry.name(),
            split.sites(),
            split.partition().equals("iid") ? "" : ", " + split.partition(),
            seed);
  }
}
