package io.coterie.study;

import static java.util.Objects.requireNonNull;

import io.coterie.CoterieException;
import io.coterie.math.Seed;
import io.coterie.method.MethodRunner;
import io.coterie.plan.PrivacyPlan;
import io.coterie.plan.SumMode;
import io.coterie.study.file.Section;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * What a site's owner lets leave, at any level.
 *
 * @param minGroup the smallest group whose sum or mean may leave
 * @param needsMasks whether sums leave under masks or not at all
 * @param maxRounds the most rounds of a study
 * @param maxBytes the most bytes that leave in a study
 * @param neverColumns names of columns that no study may use, in lower case
 */
public record ReleaseLimits(
    int minGroup,
    boolean needsMasks,
    Optional<Integer> maxRounds,
    Optional<Long> maxBytes,
    Set<String> neverColumns) {
  /** What a policy says of sums. */
  enum Sums {
    MASKED,
    ANY
  }

  public ReleaseLimits {
    requireNonNull(maxRounds, "maxRounds is null");
    requireNonNull(maxBytes, "maxBytes is null");
    Set<String> lower = new TreeSet<>();
    neverColumns.forEach(column -> lower.add(folded(column)));
    neverColumns = Collections.unmodifiableSet(lower);
    if (minGroup < 1) {
      throw CoterieException.usage("min-group is %d; it must be at least 1.".formatted(minGroup));
    }
  }

  static ReleaseLimits none() {
    return new ReleaseLimits(1, false, Optional.empty(), Optional.empty(), Set.of());
  }

  static ReleaseLimits read(Section top) {
    return new ReleaseLimits(
        top.whole("min-group", 1, Integer.MAX_VALUE).map(Math::toIntExact).orElse(1),
        top.choice("sums", Sums.class).filter(said -> said == Sums.MASKED).isPresent(),
        top.whole("max-rounds", 1, Integer.MAX_VALUE).map(Math::toIntExact),
        top.whole("max-bytes", 1, Long.MAX_VALUE),
        new TreeSet<>(top.texts("never-columns")));
  }

  /** Columns are the same whatever their case and the spaces around them are. */
  private static String folded(String column) {
    return column.strip().toLowerCase(Locale.ROOT);
  }

  List<String> reasons(Study study, Collection<String> columns) {
    List<String> reasons = new ArrayList<>();
    PrivacyPlan privacy = study.plan().privacy();
    if (!privacy.isDp() && privacy.smallestGroup() < minGroup) {
      reasons.add(
          "groups of %d are allowed to leave, and this site's min-group is %d"
              .formatted(privacy.smallestGroup(), minGroup));
    }
    if (needsMasks && privacy.sums() != SumMode.MASKED) {
      reasons.add("sums leave without masks, and this site's sums are masked");
    }
    maxRounds.ifPresent(
        most -> {
          int rounds =
              MethodRunner.of(study.plan(), new Seed(study.seed())).schedule().mostRounds();
          if (rounds > most) {
            reasons.add(
                "it may ask up to %d rounds, above the most allowed, %d".formatted(rounds, most));
          }
        });
    List<String> forbidden =
        columns.stream().filter(column -> neverColumns.contains(folded(column))).sorted().toList();
    if (!forbidden.isEmpty()) {
      reasons.add(
          "it uses %s, which %s never used"
              .formatted(
                  String.join(", ", forbidden),
                  forbidden.size() == 1 ? "is a column that is" : "are columns that are"));
    }
    return reasons;
  }
}
