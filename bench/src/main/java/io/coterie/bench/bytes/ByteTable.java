package io.coterie.bench.bytes;

import io.coterie.bench.Catalogue;
import java.util.List;

/**
 * What every method sends of one data set, beside the records themselves.
 *
 * @param entry the data set
 * @param sites that share it
 * @param records the same records, sent
 * @param rows the methods
 */
record ByteTable(Catalogue.Entry entry, int sites, RecordBytes records, List<ByteRow> rows) {
  ByteTable {
    rows = List.copyOf(rows);
  }

  String title() {
    return "%s, %,d x %d, %d sites"
        .formatted(entry.title(), records.count(), records.features(), sites);
  }

  /** Returns bytes as so many a record. */
  double perRecord(long bytes) {
    return (double) bytes / records.count();
  }

  /** Returns what multiple of the records as floats some bytes are. */
  double ofFloats(long bytes) {
    return (double) bytes / records.floats();
  }
}
