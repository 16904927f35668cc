package io.coterie.method.profile;

import io.coterie.model.ProfileAnswer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * One site's part in the agreement on the levels of one column. Every site works out the same from
 * the same totals:
 *
 * <ol>
 *   <li>Levels are dealt to buckets by a hash, and their records counted. A bucket with fewer than
 *       K records is never looked at again.
 *   <li>Of the others, each level adds its records to those of its marks, {@value #MARKS} bits
 *       drawn anew. Where each mark has all records of the bucket or none, one level has them all.
 *   <li>Of these, each level adds its records times the bytes of its name, which the total is then
 *       a multiple of.
 * </ol>
 *
 * <p>Two levels in one bucket that only together have K records differ in some mark, so neither
 * gets to the third step. A level that shares its bucket is dealt again, once, without those that
 * have a name already.
 *
 * <p>Not thread-safe.
 */
final class ColumnLevels {
  static final int BUCKETS = 1 << 14;
  static final int ATTEMPTS = 2;

  /** With so many, two levels have the same by chance once in 10¹². */
  static final int MARKS = 40;

  /** Buckets that are looked at, those with the most records first. */
  private static final int SLOTS = ProfileAnswer.LEVELS;

  static final int MARK_WORDS = SLOTS * MARKS;
  static final int NAME_WORDS = SLOTS * ProfileAnswer.NAME_BYTES;

  private final int column;
  private final long smallest;
  private final SortedMap<String, Long> own;
  private final SortedMap<String, Long> agreed = new TreeMap<>();
  private int attempt = 1;

  /** The records of all sites in the buckets that are looked at; the order is that of the slots. */
  private Map<Integer, Long> open = Map.of();

  /** The marks of the one level of a bucket. */
  private final Map<Integer, Long> marks = new LinkedHashMap<>();

  private LevelHash marking = LevelHash.marks(new byte[0]);

  /**
   * Begins.
   *
   * @param own this site's levels and how many of its records have each
   * @param smallest K
   */
  ColumnLevels(int column, SortedMap<String, Long> own, long smallest) {
    this.column = column;
    this.own = new TreeMap<>(own);
    this.smallest = smallest;
  }

  /** Adds this site's levels without a name to their buckets. */
  void addBuckets(long[] words, int at) {
    left().forEach((level, records) -> words[at + bucket(level)] += records);
  }

  private Map<String, Long> left() {
    Map<String, Long> left = new TreeMap<>(own);
    left.keySet().removeAll(agreed.keySet());
    return left;
  }

  private int bucket(String level) {
    long bits = LevelHash.buckets(attempt).of(column, level);
    return (int) Long.remainderUnsigned(bits, BUCKETS);
  }

  /** Reads how many records the buckets have, and chooses those that are looked at. */
  void open(long[] totals, int at) {
    List<Integer> enough = new ArrayList<>();
    for (int b = 0; b < BUCKETS; b++) {
      if (totals[at + b] >= smallest) {
        enough.add(b);
      }
    }
    enough.sort(Comparator.comparing((Integer bucket) -> -totals[at + bucket]));
    Map<Integer, Long> chosen = new LinkedHashMap<>();
    enough.stream()
        .limit(SLOTS - agreed.size())
        .forEach(bucket -> chosen.put(bucket, totals[at + bucket]));
    open = chosen;
  }

  /**
   * Adds the marks of this site's levels in these buckets.
   *
   * @param salt new with every question, so that nobody knows the marks of a level that they do not
   *     hold, not even from an earlier study
   */
  void addMarks(long[] words, int at, byte[] salt) {
    marking = LevelHash.marks(salt);
    List<Integer> slots = List.copyOf(open.keySet());
    left()
        .forEach(
            (level, records) -> {
              int slot = slots.indexOf(bucket(level));
              long bits = marks(level);
              for (int m = 0; slot >= 0 && m < MARKS; m++) {
                words[at + slot * MARKS + m] += (bits >>> m & 1) * records;
              }
            });
  }

  private long marks(String level) {
    return marking.of(column, level) & ((1L << MARKS) - 1);
  }

  /** Reads the marks, and keeps the buckets in which one level has all records. */
  void keepPure(long[] totals, int at) {
    marks.clear();
    int slot = 0;
    for (Map.Entry<Integer, Long> bucket : open.entrySet()) {
      onlyMarks(totals, at + slot * MARKS, bucket.getValue())
          .ifPresent(bits -> marks.put(bucket.getKey(), bits));
      slot++;
    }
  }

  private static Optional<Long> onlyMarks(long[] totals, int at, long records) {
    long bits = 0;
    for (int m = 0; m < MARKS; m++) {
      if (totals[at + m] == records) {
        bits |= 1L << m;
      } else if (totals[at + m] != 0) {
        return Optional.empty();
      }
    }
    return Optional.of(bits);
  }

  /** Adds the names of this site's levels that have a bucket for themselves. */
  void addNames(long[] words, int at) {
    List<Integer> slots = List.copyOf(marks.keySet());
    left()
        .forEach(
            (level, records) -> {
              int slot = slots.indexOf(bucket(level));
              if (slot < 0 || marks.get(slots.get(slot)) != marks(level)) {
                return;
              }
              byte[] name = level.getBytes(StandardCharsets.UTF_8);
              for (int i = 0; i < name.length; i++) {
                words[at + slot * ProfileAnswer.NAME_BYTES + i] +=
                    Byte.toUnsignedLong(name[i]) * records;
              }
            });
  }

  /** Reads the names. One that does not belong to its bucket and its marks was made up: none. */
  void agree(long[] totals, int at) {
    Map<String, Long> found = new TreeMap<>();
    int slot = 0;
    for (Map.Entry<Integer, Long> bucket : marks.entrySet()) {
      long records = open.get(bucket.getKey());
      name(totals, at + slot * ProfileAnswer.NAME_BYTES, records)
          .filter(name -> bucket(name) == bucket.getKey() && marks(name) == bucket.getValue())
          .ifPresent(name -> found.put(name, records));
      slot++;
    }
    agreed.putAll(found);
    attempt++;
  }

  private static Optional<String> name(long[] totals, int at, long records) {
    byte[] bytes = new byte[ProfileAnswer.NAME_BYTES];
    for (int i = 0; i < bytes.length; i++) {
      long value = totals[at + i] / records;
      if (value < 0 || value > 255 || value * records != totals[at + i]) {
        return Optional.empty();
      }
      bytes[i] = (byte) value;
    }
    try {
      return ProfileAnswer.name(bytes);
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  /** Returns the levels on which the sites have agreed, and how many records have each. */
  SortedMap<String, Long> agreed() {
    return agreed;
  }
}
