package io.coterie.audit.internal.membership;

import io.coterie.math.LongVector;
import io.coterie.message.Payload;
import io.coterie.message.internal.NoisyTotals;
import io.coterie.privacy.Mechanism;
import io.coterie.privacy.NoisyBlock;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Two worlds that differ by one person, reduced to the entries in which they differ: noise is
 * independent from entry to entry, so the others have the same law in both and cancel out of the
 * likelihood ratio.
 */
record WorldPair(List<ExactTranscript.Release> without, List<ExactTranscript.Release> with) {
  static WorldPair of(ExactTranscript without, ExactTranscript with) {
    List<ExactTranscript.Release> first = without.single();
    List<ExactTranscript.Release> second = with.single();
    if (first.size() != second.size()) {
      throw new IllegalArgumentException(
          "One world has %d blocks, the other %d.".formatted(first.size(), second.size()));
    }
    List<ExactTranscript.Release> thinnedWithout = new ArrayList<>();
    List<ExactTranscript.Release> thinnedWith = new ArrayList<>();
    for (int b = 0; b < first.size(); b++) {
      NoisyBlock one = first.get(b).blocks().get(0);
      NoisyBlock other = second.get(b).blocks().get(0);
      int[] kept = differing(one, other);
      if (kept.length > 0) {
        String step = first.get(b).step();
        thinnedWithout.add(new ExactTranscript.Release(step, List.of(select(one, kept))));
        thinnedWith.add(new ExactTranscript.Release(step, List.of(select(other, kept))));
      }
    }
    return new WorldPair(thinnedWithout, thinnedWith);
  }

  /** Where the laws differ, an entry tells the worlds apart even if its exact values agree. */
  private static int[] differing(NoisyBlock one, NoisyBlock other) {
    if (one.exact().size() != other.exact().size()) {
      throw new IllegalArgumentException(
          "Block %s has %d entries in one world and %d in the other: its size tells a record."
              .formatted(one.name(), one.exact().size(), other.exact().size()));
    }
    boolean sameLaw = one.mechanism().equals(other.mechanism());
    return IntStream.range(0, one.exact().size())
        .filter(i -> !sameLaw || one.exact().at(i) != other.exact().at(i))
        .toArray();
  }

  /** Paired entries are the last ones of a block, and stay the last of those kept. */
  private static NoisyBlock select(NoisyBlock block, int[] kept) {
    long[] exact = new long[kept.length];
    int pairedFrom = kept.length;
    for (int i = kept.length - 1; i >= 0; i--) {
      exact[i] = block.exact().at(kept[i]);
      pairedFrom = kept[i] >= block.pairedFrom() ? i : pairedFrom;
    }
    return new NoisyBlock(block.name(), LongVector.of(exact), pairedFrom, block.mechanism());
  }

  boolean isEmpty() {
    return with.isEmpty();
  }

  /** Draws a transcript of one of the worlds and returns ln P[it | with] − ln P[it | without]. */
  double draw(boolean isWith, ReleaseChannel border) {
    double sum = 0;
    for (int b = 0; b < with.size(); b++) {
      ExactTranscript.Release truth = (isWith ? with : without).get(b);
      NoisyBlock one = with.get(b).blocks().get(0);
      NoisyBlock zero = without.get(b).blocks().get(0);
      Payload payload = border.release(truth.step(), truth.blocks());
      LongVector seen = ((NoisyTotals) payload).block(one.name());
      sum += logLikelihood(one, seen) - logLikelihood(zero, seen);
    }
    return sum;
  }

  private static double logLikelihood(NoisyBlock block, LongVector seen) {
    Mechanism mechanism = block.mechanism();
    NoiseLaw whole = NoiseLaw.of(mechanism, false);
    NoiseLaw paired = block.pairedFrom() < seen.size() ? NoiseLaw.of(mechanism, true) : whole;
    double sum = 0;
    for (int i = 0; i < seen.size(); i++) {
      NoiseLaw law = i < block.pairedFrom() ? whole : paired;
      sum += law.logProbability((double) (seen.at(i) - block.exact().at(i)));
    }
    return sum;
  }
}
