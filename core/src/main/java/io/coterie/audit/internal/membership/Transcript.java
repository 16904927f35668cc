package io.coterie.audit.internal.membership;

import io.coterie.math.LongVector;
import io.coterie.message.internal.NoisyTotals;
import io.coterie.privacy.NoisyBlock;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * All numbers of a world one after the other, exact or as seen, with the law of each one's noise.
 *
 * @param values of all blocks of all steps
 * @param laws one for each value
 */
@SuppressWarnings("ArrayRecordComponent") // stays inside the audit
record Transcript(double[] values, NoiseLaw[] laws) {
  static Transcript exact(ExactTranscript world) {
    return of(
        world,
        (step, blocks) -> {
          Map<String, LongVector> values = new LinkedHashMap<>();
          blocks.forEach(block -> values.put(block.name(), block.exact()));
          return new NoisyTotals(step, values);
        });
  }

  /** As seen from the other side of a border. */
  static Transcript of(ExactTranscript world, ReleaseChannel border) {
    int size =
        world.releases().stream()
            .flatMap(release -> release.blocks().stream())
            .mapToInt(block -> block.exact().size())
            .sum();
    double[] values = new double[size];
    NoiseLaw[] laws = new NoiseLaw[size];
    int at = 0;
    for (ExactTranscript.Release release : world.releases()) {
      NoisyTotals seen = (NoisyTotals) border.release(release.step(), release.blocks());
      for (NoisyBlock block : release.blocks()) {
        LongVector entries = seen.block(block.name());
        for (int i = 0; i < entries.size(); i++) {
          values[at + i] = entries.at(i);
        }
        int paired = at + block.pairedFrom();
        int end = at + entries.size();
        Arrays.fill(laws, at, paired, NoiseLaw.of(block.mechanism(), false));
        if (paired < end) {
          Arrays.fill(laws, paired, end, NoiseLaw.of(block.mechanism(), true));
        }
        at = end;
      }
    }
    return new Transcript(values, laws);
  }

  /**
   * Returns how much better what was seen fits with a record than without it.
   *
   * @param base the exact values without the record
   * @param record what it adds
   */
  double logLikelihoodRatio(double[] base, Contribution record) {
    double sum = 0;
    for (int e = 0; e < record.places().length; e++) {
      int at = record.places()[e];
      double noise = values[at] - base[at];
      sum += laws[at].logProbability(noise - record.amounts()[e]) - laws[at].logProbability(noise);
    }
    return sum;
  }

  /**
   * What one record adds to the values of a transcript: sums of a site that has only this record.
   *
   * @param places of the values that it changes
   * @param amounts by how much
   */
  @SuppressWarnings("ArrayRecordComponent") // stays inside the audit
  record Contribution(int[] places, double[] amounts) {
    static Contribution of(ExactTranscript ofOneRecord) {
      double[] values = exact(ofOneRecord).values;
      int[] places = IntStream.range(0, values.length).filter(i -> values[i] != 0).toArray();
      double[] amounts = IntStream.of(places).mapToDouble(place -> values[place]).toArray();
      return new Contribution(places, amounts);
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
}
