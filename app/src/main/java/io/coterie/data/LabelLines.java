package io.coterie.data;

import static java.util.Objects.requireNonNull;

import io.coterie.data.DataSet.Positions;
import io.coterie.math.IntVector;
import io.coterie.message.Labels;
import io.coterie.model.Certainty;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * The lines of an answer: one for each record, or one for each site that holds it.
 *
 * @param records the position in the input of each line's record, from 0
 * @param sites the site of each line; empty where sites do not matter
 * @param ids what the owner calls the records
 * @param certainty how sure the clusters are, line by line
 * @param names of the clusters; empty where they have none
 * @param notes on each line's record; empty where there are none to be made
 */
public record LabelLines(
    IntVector records,
    List<String> sites,
    Labels clusters,
    Optional<RecordIds> ids,
    Optional<Certainty> certainty,
    ClusterNames names,
    List<String> notes) {
  /** Makes lines with nothing but clusters. */
  public LabelLines(IntVector records, List<String> sites, Labels clusters) {
    this(
        records,
        sites,
        clusters,
        Optional.empty(),
        Optional.empty(),
        ClusterNames.none(),
        List.of());
  }

  public LabelLines {
    requireNonNull(ids, "ids is null");
    requireNonNull(records, "records is null");
    requireNonNull(names, "names is null");
    sites = List.copyOf(sites);
    notes = List.copyOf(notes);
    int size = records.size();
    boolean fits =
        (sites.isEmpty() || sites.size() == size)
            && (notes.isEmpty() || notes.size() == size)
            && certainty.map(found -> found.size() == size).orElse(true);
    if (!fits || clusters.size() != size) {
      throw new IllegalArgumentException(
          "%d sites, %d notes and %d clusters for %d records."
              .formatted(sites.size(), notes.size(), clusters.size(), size));
    }
  }

  /** Returns one line for each kept record, without sites. */
  public static LabelLines of(Positions positions, Labels clusters) {
    return new LabelLines(IntVector.of(positions.toArray()), List.of(), clusters);
  }

  /** Returns the lines with positions in the input, where they name records by their rows. */
  public LabelLines inInput(Positions positions) {
    int[] numbers = Arrays.stream(records.toArray()).map(positions::of).toArray();
    return new LabelLines(IntVector.of(numbers), sites, clusters, ids, certainty, names, notes);
  }

  /** Returns the lines with the ids of records, by their positions in the input. */
  public LabelLines withIds(Optional<RecordIds> owned) {
    return new LabelLines(records, sites, clusters, owned, certainty, names, notes);
  }

  /** Returns the lines with how sure they are. */
  public LabelLines withCertainty(Certainty found) {
    return new LabelLines(records, sites, clusters, ids, Optional.of(found), names, notes);
  }

  /** Returns the lines with names of their clusters. */
  public LabelLines withNames(ClusterNames given) {
    return new LabelLines(records, sites, clusters, ids, certainty, given, notes);
  }

  /** Returns the lines with a note on each record, which may be empty. */
  public LabelLines withNotes(List<String> made) {
    return new LabelLines(records, sites, clusters, ids, certainty, names, made);
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

  /** Writes them, as {@link LabelFile} says. */
  public void write(Path target) {
    LabelFile.of(this).write(target);
  }

  /** Never shows a record. */
  @Override
  public String toString() {
    return "LabelLines[%d lines]".formatted(size());
  }
}
