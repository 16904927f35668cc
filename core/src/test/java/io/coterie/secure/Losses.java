package io.coterie.secure;

import java.util.EnumMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiPredicate;

/**
 * Which simulated sites are lost before which step: from then on they answer nothing.
 *
 * <p>Immutable.
 */
final class Losses implements BiPredicate<String, SumStep> {
  private static final Losses NONE = new Losses(Map.of());

  private final Map<SumStep, Set<String>> lost = new EnumMap<>(SumStep.class);

  private Losses(Map<SumStep, Set<String>> lost) {
    this.lost.putAll(lost);
  }

  static Losses none() {
    return NONE;
  }

  Losses before(SumStep step, String... sites) {
    Losses more = new Losses(lost);
    Set<String> joined = new TreeSet<>(Set.of(sites));
    joined.addAll(lost.getOrDefault(step, Set.of()));
    more.lost.put(step, joined);
    return more;
  }

  @Override
  public boolean test(String site, SumStep step) {
    for (SumStep earlier : SumStep.values()) {
      if (earlier.compareTo(step) <= 0 && lost.getOrDefault(earlier, Set.of()).contains(site)) {
        return true;
      }
    }
    return false;
  }
}
