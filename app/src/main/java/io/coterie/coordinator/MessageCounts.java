package io.coterie.coordinator;

import io.coterie.EnumText;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/**
 * What became of the messages of a study since this process began.
 *
 * <p>Thread-safe.
 */
public final class MessageCounts {
  private final Map<String, LongAdder> counts = new ConcurrentHashMap<>();

  MessageCounts() {
    for (String word : new String[] {"accepted", "duplicate", "late", "refused", "damaged"}) {
      counts.put(word, new LongAdder());
    }
  }

  public void add(SubmissionResult verdict) {
    counts.getOrDefault(EnumText.of(verdict.verdict()), counts.get("damaged")).increment();
  }

  /** Counts a message that broke the form, or came with other bytes than it announced. */
  public void addDamaged() {
    counts.get("damaged").increment();
  }

  public Map<String, Long> byVerdict() {
    Map<String, Long> sums = new TreeMap<>();
    counts.forEach((word, count) -> sums.put(word, count.sum()));
    return sums;
  }
}
