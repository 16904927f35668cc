package io.coterie.audit.internal.membership;

import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * What one record adds to the values of a transcript: sums of a site that has this record alone.
 *
 * @param places of the values that it changes
 * @param amounts by how much
 */
@SuppressWarnings("ArrayRecordComponent") // stays inside the audit
record Contribution(int[] places, double[] amounts) {
  static Contribution of(ExactTranscript ofOneRecord) {
    double[] values = Transcript.exact(ofOneRecord).values();
    int[] places = IntStream.range(0, values.length).filter(i -> values[i] != 0).toArray();
    return new Contribution(
        places, IntStream.of(places).mapToDouble(place -> values[place]).toArray());
  }

  boolean isSameAs(Contribution other) {
    return Arrays.equals(places, other.places) && Arrays.equals(amounts, other.amounts);
  }

  /** Adds a multiple of it to values. */
  void addTo(double[] values, double factor) {
    for (int e = 0; e < places.length; e++) {
      values[places[e]] += factor * amounts[e];
    }
  }
}
