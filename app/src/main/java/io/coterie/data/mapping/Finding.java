package io.coterie.data.mapping;

import static java.util.Objects.requireNonNull;

/**
 * What makes a whole column of a site look wrong.
 *
 * @param column of the study
 * @param sentence that shows no value and no count, and what to do
 * @param detail for the eyes of the owner only, with values; may be empty
 */
public record Finding(String column, Kind kind, String sentence, String detail) {
  /** What is likely. */
  public enum Kind {
    /** Another unit than the study's. */
    UNIT,
    /** Values that the study calls implausible. */
    RANGE,
    /** Other codes of levels than the study's. */
    CODING,
    /** A column that names records. */
    ID,
    /** A number that stands for a missing value. */
    CODE
  }

  public Finding {
    requireNonNull(column, "column is null");
    requireNonNull(kind, "kind is null");
    requireNonNull(sentence, "sentence is null");
    requireNonNull(detail, "detail is null");
  }

  /** Never shows a value. */
  @Override
  public String toString() {
    return sentence;
  }
}
