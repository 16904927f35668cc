package io.coterie.federation;

import io.coterie.CoterieException;
import io.coterie.math.Parallel;
import io.coterie.message.Payload;
import io.coterie.message.SiteMessage;
import io.coterie.message.SumPayload;
import io.coterie.message.SumWords;
import io.coterie.secure.SecureSums;
import io.coterie.secure.SumContext;
import io.coterie.secure.SumPlan;
import java.util.ArrayList;
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

  static SecureRounds masked(List<String> sites, int threshold, String study) {
    return new SecureRounds(Optional.of(new Masking(SecureSums.among(sites), study, threshold)));
  }

  /** Returns sums without masks, for one process: there is nobody to hide a site's sums from. */
  static SecureRounds withoutMasks() {
    return new SecureRounds(Optional.empty());
  }

  /** Returns a round of which the coordinator gets one message; the zero says its shape. */
  Gathering gather(int round, SumPayload<?> zero) {
    return gatherWords(round, zero);
  }

  private <T extends SumPayload<T>> Gathering gatherWords(int round, SumPayload<T> zero) {
    @SuppressWarnings("unchecked") // a sum is of its own kind
    SumWords<T> shape = SumWords.like((T) zero);
    return masking
        .<Gathering>map(how -> new Masked<>(how, round, shape, new LinkedHashMap<>()))
        .orElseGet(() -> new Added<>(shape, new long[shape.length()]));
  }

  /** Words under masks: each site's are kept, as those of all sites together make the masks. */
  private record Masked<T extends SumPayload<T>>(
      Masking how, int round, SumWords<T> shape, Map<String, long[]> words) implements Gathering {
    @Override
    public void add(List<SiteMessage> messages) {
      for (SiteMessage message : messages) {
        words.put(message.site(), wordsOf(shape, message));
      }
    }

    @Override
    public List<SiteMessage> received(Parallel parallel) {
      SumPlan plan =
          new SumPlan(new SumContext(how.study(), round, 1), shape.length(), how.threshold());
      return total(shape, how.sums().sum(plan, words, (site, step) -> false, parallel).words());
    }
  }

  /** Words without masks. */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Added<T extends SumPayload<T>>(SumWords<T> shape, long[] sum)
      implements Gathering {
    @Override
    public void add(List<SiteMessage> messages) {
      for (SiteMessage message : messages) {
        long[] words = wordsOf(shape, message);
        for (int i = 0; i < sum.length; i++) {
          sum[i] += words[i];
        }
      }
    }

    @Override
    public List<SiteMessage> received(Parallel parallel) {
      return total(shape, sum);
    }
  }

  private static <T extends SumPayload<T>> List<SiteMessage> total(SumWords<T> shape, long[] sum) {
    return List.of(new SiteMessage(ALL_SITES, shape.total(sum)));
  }

  private static long[] wordsOf(SumWords<?> shape, SiteMessage reply) {
    try {
      return shape.words(reply.payload());
    } catch (IllegalArgumentException e) {
      throw CoterieException.badData(
          "The sums of site %s cannot be masked: %s Or say --sums plain."
              .formatted(reply.site(), e.getMessage()));
    }
  }

  /**
   * The messages of one round on their way to the coordinator. Sums are added up as they come in,
   * so that no more of them are held than a host hands over at a time.
   */
  interface Gathering {
    /** Takes the messages of the next sites. */
    void add(List<SiteMessage> messages);

    List<SiteMessage> received(Parallel parallel);

    /** Returns a round whose messages reach the coordinator one by one. */
    static Gathering each() {
      List<SiteMessage> received = new ArrayList<>();
      return new Gathering() {
        @Override
        public void add(List<SiteMessage> messages) {
          received.addAll(messages);
        }

        @Override
        public List<SiteMessage> received(Parallel parallel) {
          return List.copyOf(received);
        }
      };
    }

    /** Returns a round whose coordinator needs the total of sums like this zero. */
    static Gathering total(SumPayload<?> zero) {
      return new Gathering() {
        private final List<SiteMessage> total = new ArrayList<>(); // at most one

        @Override
        public void add(List<SiteMessage> messages) {
          total.addAll(messages);
          Payload sum = added(zero, total);
          total.clear();
          total.add(new SiteMessage(SecureRounds.ALL_SITES, sum));
        }

        @Override
        public List<SiteMessage> received(Parallel parallel) {
          return List.copyOf(total);
        }
      };
    }

    private static <T extends SumPayload<T>> T added(
        SumPayload<T> zero, List<SiteMessage> messages) {
      @SuppressWarnings("unchecked") // a sum is of its own kind
      Class<T> kind = (Class<T>) zero.getClass();
      return SiteMessage.total(messages, kind);
    }
  }
}
