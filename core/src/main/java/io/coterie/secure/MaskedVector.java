package io.coterie.secure;

import static java.util.Objects.requireNonNull;

/**
 * A site's vector under its masks: to all who lack the keys, uniform random words.
 *
 * <p>Immutable.
 */
public final class MaskedVector {
  private final SumContext context;
  private final String site;
  private final long[] words;

  private MaskedVector(SumContext context, String site, long[] words) {
    this.context = requireNonNull(context, "context is null");
    this.site = requireNonNull(site, "site is null");
    this.words = words;
  }

  public static MaskedVector of(SumContext context, String site, long[] words) {
    return new MaskedVector(context, site, words.clone());
  }

  /** Wraps words that nobody else keeps. */
  static MaskedVector wrap(SumContext context, String site, long[] words) {
    return new MaskedVector(context, site, words);
  }

  public SumContext context() {
    return context;
  }

  public String site() {
    return site;
  }

  public int length() {
    return words.length;
  }

  public long[] words() {
    return words.clone();
  }

  void addTo(long[] total) {
    for (int i = 0; i < words.length; i++) {
      total[i] += words[i];
    }
  }

  @Override
  public String toString() {
    return "Masked vector of %s, %d words, %s".formatted(site, words.length, context);
  }
}
