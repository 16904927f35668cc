package io.coterie.data.mapping;

import java.io.Serializable;

/**
 * What was odd about the cells of a column, for the site's own operator.
 *
 * <p>Mutable; one for each column of a reading.
 */
public final class CellCounts implements Serializable {
  long cells;
  long missing;
  long unknown;
  long unreadable;
  long notPositive;
  long outside;

  public long cells() {
    return cells;
  }

  public long missing() {
    return missing;
  }

  /** Returns how many cells are none of the column's levels. */
  public long unknown() {
    return unknown;
  }

  /** Returns how many cells are neither a number nor a date where one should be. */
  public long unreadable() {
    return unreadable;
  }

  /** Returns how many numbers have no logarithm. */
  public long notPositive() {
    return notPositive;
  }

  /** Returns how many numbers are outside what is plausible. */
  public long outside() {
    return outside;
  }

  public void add(CellCounts others) {
    cells += others.cells;
    missing += others.missing;
    unknown += others.unknown;
    unreadable += others.unreadable;
    notPositive += others.notPositive;
    outside += others.outside;
  }
}
