package io.coterie.data.format;

import io.coterie.CoterieException;
import io.coterie.data.BlockData;
import io.coterie.data.ColumnNames;
import io.coterie.data.DataSet.Positions;
import io.coterie.data.MissingPolicy;
import io.coterie.data.ReadOptions;
import io.coterie.data.format.TableBuilder.RecordSink;
import io.coterie.site.FloatBlocks;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Keeps a table's records as floats in blocks, 4 bytes a value, and treats missing values as asked
 * while they come by.
 *
 * <p>Not thread-safe.
 */
public final class BlockSink implements RecordSink {
  private final String source;
  private final MissingPolicy missing;
  private List<String> features;
  private FloatBlocks.Builder blocks;
  private boolean[] hasMissing;
  private int[] place;
  private double[] ordered;
  private int[] kept = new int[0];
  private int keptCount;
  private int records;
  private long incomplete;

  /**
   * Makes an empty one.
   *
   * @param source in messages
   * @param options what to do with missing values, and the order of the features if they say it
   */
  public BlockSink(String source, ReadOptions options) {
    this.source = source;
    this.missing = options.missing();
    this.features = options.features();
  }

  @Override
  public void begin(List<String> names) {
    features = features.isEmpty() ? names : features;
    blocks = FloatBlocks.builder(names.size());
    hasMissing = new boolean[names.size()];
    place = names.stream().mapToInt(features::indexOf).toArray();
    ordered = new double[names.size()];
  }

  @Override
  public boolean keepsText() {
    return false;
  }

  @Override
  public void add(double[] record) {
    boolean isComplete = true;
    for (int j = 0; j < record.length; j++) {
      if (Double.isInfinite(record[j]) || Math.abs(record[j]) > Float.MAX_VALUE) {
        throw CoterieException.badData(
            ("Column '%s' of %s is infinite or beyond %s in record %d (counted from 0). Correct it,"
                    + " use a larger unit, or mark it as missing with NA.")
                .formatted(features.get(place[j]), source, Float.MAX_VALUE, records));
      }
      ordered[place[j]] = record[j];
      if (Double.isNaN(record[j])) {
        hasMissing[place[j]] = true;
        isComplete = false;
      }
    }
    incomplete += isComplete ? 0 : 1;
    if (isComplete || missing == MissingPolicy.MEAN) {
      blocks.add(ordered);
      keep(records);
    }
    if (records++ == Integer.MAX_VALUE - 8) {
      throw CoterieException.badData(
          "%s has more than %d records. Deal them to several sites, or join with --engine spark."
              .formatted(source, Integer.MAX_VALUE - 8));
    }
  }

  /** Positions are needed where some records are left out; until then they count themselves. */
  private void keep(int position) {
    if (missing == MissingPolicy.DROP) {
      if (keptCount == kept.length) {
        kept = Arrays.copyOf(kept, Math.max(1024, 2 * kept.length));
      }
      kept[keptCount] = position;
    }
    keptCount++;
  }

  public BlockData finish(String sha256) {
    if (incomplete > 0 && missing == MissingPolicy.REFUSE) {
      throw CoterieException.badData(
          "%s has missing values in %d of %d records, in %s. Say --missing mean or --missing drop."
              .formatted(source, incomplete, records, ColumnNames.list(affected())));
    }
    if (keptCount == 0) {
      throw CoterieException.badData(
          "All %d records of %s have missing values, so --missing drop leaves none."
              .formatted(records, source));
    }
    Positions positions =
        keptCount == records
            ? Positions.all(records)
            : Positions.kept(Arrays.copyOf(kept, keptCount), records);
    return new BlockData(source, blocks.build(), features, positions, sha256);
  }

  private List<String> affected() {
    return IntStream.range(0, hasMissing.length)
        .filter(j -> hasMissing[j])
        .mapToObj(features::get)
        .toList();
  }
}
