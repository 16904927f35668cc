package io.coterie.federation;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.Optional;

/**
 * A site's records in the words of a study, for an engine that reads them.
 *
 * @param data a file or folder, a table or a query, as the engine has it
 * @param features the columns to read, in order; empty for all but those that are ignored
 * @param ignored columns that are no features, where none are named
 * @param dropsIncomplete whether records with a missing value are left out; else NaN marks them
 * @param id the column that names a record in the answer; its position does where there is none
 * @param labels the folder that the clusters are written to; none where nothing is to be written
 */
public record RecordSource(
    String data,
    List<String> features,
    List<String> ignored,
    boolean dropsIncomplete,
    Optional<String> id,
    Optional<String> labels) {
  public RecordSource {
    requireNonNull(data, "data is null");
    requireNonNull(id, "id is null");
    requireNonNull(labels, "labels is null");
    features = List.copyOf(features);
    ignored = List.copyOf(ignored);
  }

  /** Never shows a query, which may hold a password. */
  @Override
  public String toString() {
    return "RecordSource[%d features]".formatted(features.size());
  }
}
