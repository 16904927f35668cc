package io.coterie.method.fit;

/** What is wrong with a column of a site, as far as a repair shows it. */
public enum FitKind {
  /** Values times a factor, or with an offset, fit. */
  UNIT,
  /** Values of two columns fit the other one each. */
  SWAPPED,
  /** Levels fit if two of them are exchanged. */
  RECODED,
  /** Codes fit if all are moved by the same. */
  SHIFTED,
  /** No repair is known. */
  DIFFERS;

  /** Returns whether it is a mistake that has a name. */
  public boolean isNamed() {
    return this != DIFFERS;
  }
}
