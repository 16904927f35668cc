package io.coterie.message;

import java.util.Locale;

/** What a field may disclose of a site beyond sums over groups of records. */
public enum Disclosure {
  RECORDS,
  RECORD_ORDER,
  GRAPH_OVER_RECORDS,
  LABELS,
  SINGLE_VALUES,
  EXACT_COUNTS;

  /** Returns it as people say it, such as "graph over records". */
  public String words() {
    return name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }

  /** Returns whether a record can be rebuilt from it, or a part of one. */
  public boolean isGrave() {
    return this != EXACT_COUNTS && this != LABELS;
  }
}
