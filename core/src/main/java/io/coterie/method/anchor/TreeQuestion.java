package io.coterie.method.anchor;

import io.coterie.math.IntVector;
import io.coterie.math.Matrix;
import io.coterie.math.Vector;
import io.coterie.message.Payload;
import io.coterie.message.internal.SealedCounts;
import io.coterie.message.internal.SumUnit;

/** How the coordinator grows the tree of cells: it asks for totals over cells of all sites. */
sealed interface TreeQuestion extends Payload {
  /** So many planes are tried for a cell at a time. */
  int MOST_PLANES = 3;

  /** So many directions of a sketch. */
  int MOST_SKETCHES = 3;

  /**
   * Asks for the totals over all records: the cell that everything begins with.
   *
   * @param sketches one direction of length 1 in a row, see {@link CellTotals}
   * @param unit of the lattice on which records are
   */
  @Payload.Name("all-records")
  record Root(Matrix sketches, SumUnit unit) implements TreeQuestion {}

  /**
   * Asks how many records are in each cell, and how many of them above each plane that is tried.
   * Nobody but the sites reads the answer.
   *
   * @param cells leaves, in increasing order
   * @param directions of the planes, {@code planes} rows for each cell
   * @param thresholds one for each plane
   * @param planes how many are tried for each cell
   */
  record Halves(IntVector cells, Matrix directions, Vector thresholds, int planes)
      implements TreeQuestion {
    public Halves {
      if (planes < 1
          || planes > MOST_PLANES
          || directions.rows() != planes * cells.size()
          || thresholds.size() != directions.rows()) {
        throw new IllegalArgumentException("The planes do not fit the cells.");
      }
    }
  }

  /**
   * Splits each cell of the question before by the first plane that leaves K records of all sites
   * on either side, and asks for the totals over the halves. The answer counts the sites, then
   * names of each cell the plane, from 1, or 0 for none, as every site does, and counts the upper
   * half.
   *
   * @param counts the sealed totals of that question
   * @param sketches for each cell {@link #MOST_SKETCHES} rows at most, of length 1
   */
  record Split(SealedCounts counts, Matrix sketches) implements TreeQuestion {}
}
