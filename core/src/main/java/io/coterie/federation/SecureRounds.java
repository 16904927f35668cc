package io.coterie.federation;

import io.coterie.CoterieException;
import io.coterie.math.Parallel;
import io.coterie.protocol.Payload;
import io.coterie.protocol.SiteMessage;
import io.coterie.protocol.SumPayload;
import io.coterie.protocol.SumWords;
import io.coterie.secure.Losses;
import io.coterie.secure.SecureSums;
import io.coterie.secure.SumContext;
import io.coterie.secure.SumPlan;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Adds up the sites' sums as words, so that the coordinator sees one total and no site's own
 * message. With masks, their keys are real and drawn anew in every round; without, the total is the
 * same to the bit, as masks cancel out.
 */
final class SecureRounds {
  /** Stands for the sites together, where there is a total alone. */
  static final String ALL_SITES = "all sites";

  private final Optional<Masking> masking;

  /**
   * How sums are masked.
   *
   * @param sums among the sites
   * @param study its id
   * @param threshold how many sites must stay to the end of a sum: with fewer the noise would not
   *     suffice
   */
  private record Masking(SecureSums sums, String study, int threshold) {}

  private SecureRounds(Optional<Masking> masking) {
    this.masking = masking;
  }

  /** Returns sums under masks. */
  static SecureRounds masked(List<String> sites, int threshold, String study) {
    return new SecureRounds(Optional.of(new Masking(SecureSums.among(sites), study, threshold)));
  }

  /** Returns sums without masks, for one process: there is nobody to hide a site's sums from. */
  static SecureRounds withoutMasks() {
    return new SecureRounds(Optional.empty());
  }

  /** Returns the one message that the coordinator gets; the zero says its shape. */
  SiteMessage total(int round, SumPayload<?> zero, List<SiteMessage> replies, Parallel parallel) {
    return new SiteMessage(ALL_SITES, added(round, zero, replies, parallel));
  }

  private <T extends SumPayload<T>> Payload added(
      int round, SumPayload<T> zero, List<SiteMessage> replies, Parallel parallel) {
    @SuppressWarnings("unchecked") // a sum is of its own kind
    SumWords<T> shape = SumWords.like((T) zero);
    return shape.total(
        masking
            .map(how -> masked(how, round, shape, replies, parallel))
            .orElseGet(() -> added(shape, replies)));
  }

  private static long[] masked(
      Masking how, int round, SumWords<?> shape, List<SiteMessage> replies, Parallel parallel) {
    Map<String, long[]> words = new LinkedHashMap<>();
    for (SiteMessage reply : replies) {
      words.put(reply.site(), words(shape, reply));
    }
    SumPlan plan =
        new SumPlan(new SumContext(how.study(), round, 1), shape.length(), how.threshold());
    return how.sums().sum(plan, words, Losses.none(), parallel).words();
  }

  private static long[] added(SumWords<?> shape, List<SiteMessage> replies) {
    long[] total = new long[shape.length()];
    for (SiteMessage reply : replies) {
      long[] words = words(shape, reply);
      for (int i = 0; i < total.length; i++) {
        total[i] += words[i];
      }
    }
    return total;
  }

  private static long[] words(SumWords<?> shape, SiteMessage reply) {
    try {
      return shape.words(reply.payload());
    } catch (IllegalArgumentException e) {
      throw CoterieException.badData(
          "The sums of site %s cannot be masked: %s Or say --sums plain."
              .formatted(reply.site(), e.getMessage()));
    }
  }
}
