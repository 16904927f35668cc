package io.coterie.study;

import static java.util.Objects.requireNonNull;

import io.coterie.data.column.ColumnSpec;

/** A column of a table that a study names and does not cluster by. */
public record SetAside(String name, Use use) {
  /** What it is there for. */
  public enum Use {
    /** It names records; a site puts it beside its answer. */
    ID,
    /** Nothing. */
    IGNORE
  }

  public SetAside {
    requireNonNull(use, "use is null");
    ColumnSpec.number(name); // refuses a name that is not usable
  }
}
