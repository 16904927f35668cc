package io.coterie.federation;

import io.coterie.math.LongVector;
import io.coterie.math.Parallel;
import io.coterie.protocol.NoisyTotals;
import io.coterie.protocol.SiteMessage;
import io.coterie.secure.Losses;
import io.coterie.secure.SecureSums;
import io.coterie.secure.SecureTotal;
import io.coterie.secure.SumContext;
import io.coterie.secure.SumPlan;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Adds up the sites' noisy sums under masks, so that the coordinator sees one total and no site's
 * own message. The keys are real and drawn anew in every round.
 */
final class SecureRounds {
  /** Stands for the sites together, where there is a total alone. */
  static final String ALL_SITES = "all sites";

  private final SecureSums sums;
  private final String study;
  private final int threshold;

  /**
   * Prepares sums among sites.
   *
   * @param sites all of them
   * @param threshold how many must stay to the end of a sum: with fewer the noise would not suffice
   * @param study its id
   */
  SecureRounds(List<String> sites, int threshold, String study) {
    this.sums = SecureSums.among(sites);
    this.threshold = threshold;
    this.study = study;
  }

  /** Returns the one message that the coordinator gets. */
  SiteMessage total(int round, List<SiteMessage> replies, Parallel parallel) {
    NoisyTotals shape = replies.get(0).payloadAs(NoisyTotals.class);
    Map<String, long[]> words = new LinkedHashMap<>();
    for (SiteMessage reply : replies) {
      words.put(reply.site(), words(reply.payloadAs(NoisyTotals.class)));
    }
    int length = words.values().iterator().next().length;
    SecureTotal total =
        sums.sum(
            new SumPlan(new SumContext(study, round, 1), length, threshold),
            words,
            Losses.none(),
            parallel);
    return new SiteMessage(ALL_SITES, shaped(shape, total.words()));
  }

  private static long[] words(NoisyTotals totals) {
    return totals.blocks().values().stream()
        .flatMapToLong(block -> java.util.Arrays.stream(block.toArray()))
        .toArray();
  }

  private static NoisyTotals shaped(NoisyTotals shape, long[] words) {
    Map<String, LongVector> blocks = new LinkedHashMap<>();
    int next = 0;
    for (Map.Entry<String, LongVector> block : shape.blocks().entrySet()) {
      int end = next + block.getValue().size();
      blocks.put(block.getKey(), LongVector.of(java.util.Arrays.copyOfRange(words, next, end)));
      next = end;
    }
    return new NoisyTotals(shape.step(), blocks);
  }
}
