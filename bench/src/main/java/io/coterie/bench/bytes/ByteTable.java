package io.coterie.bench.bytes;

import io.coterie.bench.Catalogue;
import io.coterie.bench.Variant;
import io.coterie.plan.PrivacyLevel;
import io.coterie.plan.SumMode;
import java.util.List;
import java.util.Optional;

/**
 * What every method sends of one data set, beside the records themselves.
 *
 * @param sites that share it
 * @param records the same records, sent
 */
record ByteTable(Catalogue.Entry entry, int sites, RecordBytes records, List<Row> rows) {
  ByteTable {
    rows = List.copyOf(rows);
  }

  /**
   * What one method sends at one level.
   *
   * @param sent what crossed the borders of all sites, if it went well
   * @param problem why it did not, in words; empty if it did
   */
  record Row(Way way, Optional<Sent> sent, String problem) {}

  /**
   * A way of running a method.
   *
   * @param sums whether they go under masks
   */
  record Way(Variant variant, PrivacyLevel level, SumMode sums) {
    @Override
    public String toString() {
      return "%s, %s, %s sums".formatted(variant.title(), level.word(), sums.word());
    }
  }

  /** Bytes of all messages of all sites together, as the wire has them. */
  record Sent(int rounds, long bytesOut, long bytesIn) {}

  String title() {
    return "%s, %,d x %d, %d sites"
        .formatted(entry.title(), records.count(), records.features(), sites);
  }

  double perRecord(long bytes) {
    return (double) bytes / records.count();
  }

  /** Returns what multiple of the records as floats some bytes are. */
  double ofFloats(long bytes) {
    return (double) bytes / records.floats();
  }
}
