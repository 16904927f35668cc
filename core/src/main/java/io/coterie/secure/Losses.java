package io.coterie.secure;

import java.util.EnumMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Which simulated sites are lost before which step: from then on they answer nothing.
 *
 * <p>Immutable.
 */
public final class Losses {
  private static final Losses NONE = new Losses(Map.of());

  private final Map<SumStep, Set<String>> lost = new EnumMap<>(SumStep.class);

  private Losses(Map<SumStep, Set<String>> lost) {
    this.lost.putAll(lost);
  }

  public static Losses none() {
    return NONE;
  }

  /** Returns these losses and some more. */
  public Losses before(SumStep step, String... sites) {
    Losses more = new Losses(lost);
    Set<String> joined = new TreeSet<>(Set.of(sites));
    joined.addAll(lost.getOrDefault(step, Set.of()));
    more.lost.put(step, joined);
    return more;
  }

  /** Returns whether a site is lost before it answers a step. */
  boolean isLost(String site, SumStep step) {
    for (SumStep earlier : SumStep.values()) {
      if (earlier.compareTo(step) <= 0 && lost.getOrDefault(earlier, Set.of()).contains(site)) {
        return true;
      }
    }
    return false;
  }
}
