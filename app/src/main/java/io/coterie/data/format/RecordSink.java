package io.coterie.data.format;

import java.util.List;

/** Takes the records of a table, one after the other. */
public interface RecordSink {
  /** Takes note of the features, in the order in which their values will come. */
  void begin(List<String> features);

  /** Takes a record; the array is used again for the next. NaN is a missing value. */
  void add(double[] record);

  /** Returns whether columns that are no features are kept. */
  boolean keepsText();
}
