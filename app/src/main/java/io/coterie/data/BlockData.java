package io.coterie.data;

import io.coterie.site.FloatBlocks;
import java.util.List;

/**
 * Records in blocks, ready to be clustered.
 *
 * @param name what to call the data; never holds a password
 * @param records NaN marks a missing value
 * @param columns the names of the features, in order
 * @param positions of the records in the source
 * @param hasMissing whether a value is missing
 * @param sha256 of the source's bytes; empty where there are none
 */
public record BlockData(
    String name,
    FloatBlocks records,
    List<String> columns,
    Positions positions,
    boolean hasMissing,
    String sha256) {
  public BlockData {
    columns = List.copyOf(columns);
  }

  /** Never shows a record. */
  @Override
  public String toString() {
    return "BlockData[%s, %d records, %d columns]".formatted(name, records.size(), columns.size());
  }
}
