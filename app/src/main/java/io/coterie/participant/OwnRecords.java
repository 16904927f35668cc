package io.coterie.participant;

import static java.util.Objects.requireNonNull;

import io.coterie.data.BlockData;
import io.coterie.data.DataSet;
import io.coterie.data.Positions;
import io.coterie.federation.RecordEngine;
import io.coterie.site.SiteData;
import java.util.List;
import java.util.Optional;

/**
 * A site's own records, wherever they are held.
 *
 * @param name what to call them; never holds a password
 * @param columns the names of the features
 * @param size how many there are
 * @param data to go over
 * @param positions where each stood in the input; none where an engine holds them, which writes
 *     their clusters itself
 */
public record OwnRecords(
    String name, List<String> columns, long size, SiteData data, Optional<Positions> positions) {
  public OwnRecords {
    requireNonNull(name, "name is null");
    requireNonNull(data, "data is null");
    requireNonNull(positions, "positions is null");
    columns = List.copyOf(columns);
  }

  static OwnRecords of(String site, DataSet read) {
    return new OwnRecords(
        read.name(),
        read.columns(),
        read.size(),
        SiteData.of(site, read.records()),
        Optional.of(read.positions()));
  }

  static OwnRecords of(String site, BlockData read) {
    return new OwnRecords(
        read.name(),
        read.columns(),
        read.records().size(),
        SiteData.of(site, read.records()),
        Optional.of(read.positions()));
  }

  static OwnRecords of(String site, String name, RecordEngine.Held held) {
    return new OwnRecords(
        name,
        held.columns(),
        held.records().size(),
        SiteData.of(site, held.records()),
        Optional.empty());
  }

  /** Returns their number for a policy, which knows no more than two thousand million. */
  public int cappedSize() {
    return (int) Math.min(Integer.MAX_VALUE, size);
  }
}
