package io.coterie.audit.internal.membership;

import io.coterie.math.LongVector;
import io.coterie.message.internal.NoisyTotals;
import io.coterie.privacy.NoisyBlock;
import java.util.Arrays;

/**
 * All numbers of a world one after the other, exact or as seen, with the law of each one's noise.
 *
 * @param values of all blocks of all steps
 * @param laws one for each value
 */
@SuppressWarnings("ArrayRecordComponent") // stays inside the audit
record Transcript(double[] values, NoiseLaw[] laws) {
  /** Returns the exact values. */
  static Transcript exact(ExactTranscript world) {
    return of(world, (step, blocks) -> exact(step, blocks));
  }

  private static NoisyTotals exact(String step, java.util.List<NoisyBlock> blocks) {
    java.util.Map<String, LongVector> values = new java.util.LinkedHashMap<>();
    blocks.forEach(block -> values.put(block.name(), block.exact()));
    return new NoisyTotals(step, values);
  }

  /** Returns what is seen from the other side of a border. */
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
}
