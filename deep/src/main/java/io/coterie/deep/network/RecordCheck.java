package io.coterie.deep.network;

import io.coterie.math.Matrix;

/** Turns away records that a network cannot take, without saying what is in them. */
final class RecordCheck {
  private RecordCheck() {}

  /** Checks the number of values, and that pixels of images are from 0 to 1. */
  static void check(Matrix records, long inputs, boolean image) {
    if (records.columns() != inputs) {
      throw new IllegalArgumentException(
          "The records have %d values, but the encoder takes %d."
              .formatted(records.columns(), inputs));
    }
    double least = image ? 0 : -Float.MAX_VALUE;
    double most = image ? 1 : Float.MAX_VALUE;
    double[] values = records.array();
    for (int i = 0; i < records.rows() * records.columns(); i++) {
      if (!(values[i] >= least && values[i] <= most)) {
        throw new IllegalArgumentException(
            image
                ? "A pixel is not from 0 to 1; divide bytes by 255 before they are encoded."
                : "A value is not finite; fill missing values before records are encoded.");
      }
    }
  }
}
