package io.coterie.data.format;

import io.coterie.CoterieException;
import io.coterie.data.DataSet;

/** Refuses values that can be read but not computed with. */
public final class Magnitudes {
  /** Squares of larger values, summed over many records, would be infinite. */
  private static final double LARGEST = 1e140;

  private Magnitudes() {}

  /** Returns the data if distances between its records are finite. */
  public static DataSet checked(DataSet data) {
    double[] values = data.records().array();
    for (int at = 0; at < values.length; at++) {
      if (Math.abs(values[at]) > LARGEST) {
        throw CoterieException.badData(
            ("Column '%s' of %s holds values beyond 1e140, too large to compute distances with;"
                    + " measure it in a larger unit.")
                .formatted(data.columns().get(at % data.columns().size()), data.name()));
      }
    }
    return data;
  }
}
