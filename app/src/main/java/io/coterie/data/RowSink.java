package io.coterie.data;

import java.util.List;

/** Takes a table row by row as text, whatever it is stored as; see {@link DataReader#readText}. */
public interface RowSink {
  /** Takes note of the names of the columns, once and first. */
  void begin(List<String> names);

  /**
   * Takes a record.
   *
   * @param line where it begins in the source, counted from 1
   * @param cells one for each column, without blanks around; null where the source has no value. A
   *     number has a decimal point and no sign between thousands, whatever the source writes. The
   *     array is used again for the next record.
   */
  void add(long line, String[] cells);

  /** Takes a sentence on how the source was read that its owner should know. */
  default void note(String sentence) {}
}
