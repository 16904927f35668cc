package io.coterie.data;

import static java.util.Objects.requireNonNull;

import io.coterie.math.IntVector;
import io.coterie.message.Labels;
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
    int[] records = new int[positions.size()];
    java.util.Arrays.setAll(records, positions::of);
    return new LabelLines(IntVector.of(records), List.of(), clusters);
  }

  public int size() {
    return records.size();
  }

  boolean hasSites() {
    return !sites.isEmpty();
  }
}
