package io.coterie.method.fit;

/**
 * Counts by piece of one site, of all, or of all but one.
 *
 * @param counts as the layout has them
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record PieceCounts(PieceLayout layout, long[] counts) {
  PieceCounts {
    if (counts.length != layout.size()) {
      throw new IllegalArgumentException("The counts of pieces are of another size.");
    }
  }

  long ofPiece(int piece) {
    return counts[piece];
  }

  long ofCluster(int cluster) {
    return counts[layout.pieces() + cluster];
  }

  long records() {
    long records = 0;
    for (int p = 0; p < layout.pieces(); p++) {
      records += ofPiece(p);
    }
    return records;
  }

  /** Returns how many values of a column are in each cell, in one piece. */
  double[] inPiece(int column, int piece) {
    int size = layout.columns().get(column).size();
    int from =
        layout.pieces() + layout.clusters() + piece * layout.width() + layout.firstOf(column);
    double[] inPiece = new double[size];
    for (int b = 0; b < size; b++) {
      inPiece[b] = counts[from + b];
    }
    return inPiece;
  }

  /** Returns how many values of a column are in each cell, in all pieces. */
  double[] ofColumn(int column) {
    double[] all = new double[layout.columns().get(column).size()];
    for (int p = 0; p < layout.pieces(); p++) {
      double[] inPiece = inPiece(column, p);
      for (int b = 0; b < all.length; b++) {
        all[b] += inPiece[b];
      }
    }
    return all;
  }

  PieceCounts without(PieceCounts own) {
    long[] others = counts.clone();
    for (int k = 0; k < others.length; k++) {
      others[k] -= own.counts[k];
    }
    return new PieceCounts(layout, others);
  }

  /** Returns whether honest sites can have these counts: none is negative, no column too full. */
  boolean isPossible() {
    for (long count : counts) {
      if (count < 0) {
        return false;
      }
    }
    for (int p = 0; p < layout.pieces(); p++) {
      for (int j = 0; j < layout.columns().size(); j++) {
        double values = Shares.sum(inPiece(j, p));
        if (values > ofPiece(p)) {
          return false;
        }
      }
    }
    return true;
  }
}
