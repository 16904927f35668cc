package io.coterie.data;

import static java.util.Objects.requireNonNull;

import io.coterie.math.IntVector;
import io.coterie.message.Labels;
import java.util.Arrays;
import java.util.List;

/**
 * The lines of an answer: one for each record, or one for each site that holds it.
 *
 * @param records the position in the input of each line's record, from 0
 * @param sites the site of each line; empty where sites do not matter
 * @param clusters the cluster of each line
 */
public record LabelLines(IntVector records, List<String> sites, Labels clusters) {
  public LabelLines {
    requireNonNull(records, "records is null");
    sites = List.copyOf(sites);
    boolean fits = sites.isEmpty() || sites.size() == records.size();
    if (!fits || clusters.size() != records.size()) {
      throw new IllegalArgumentException(
          "%d sites and %d clusters for %d records."
              .formatted(sites.size(), clusters.size(), records.size()));
    }
  }

  /** Returns one line for each kept record, without sites. */
  public static LabelLines of(Positions positions, Labels clusters) {
    return new LabelLines(IntVector.of(positions.toArray()), List.of(), clusters);
  }

  /** Returns the lines with positions in the input, where they name records by their rows. */
  public LabelLines inInput(Positions positions) {
    int[] numbers = Arrays.stream(records.toArray()).map(positions::of).toArray();
    return new LabelLines(IntVector.of(numbers), sites, clusters);
  }

  /** Returns how many lines each cluster has. */
  public List<Integer> sizes() {
    int[] counts = new int[clusters.clusterCount()];
    Arrays.stream(clusters.toArray()).forEach(cluster -> counts[cluster]++);
    return Arrays.stream(counts).boxed().toList();
  }

  public int size() {
    return records.size();
  }

  boolean hasSites() {
    return !sites.isEmpty();
  }
}
