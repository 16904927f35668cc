package io.coterie.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * A sentence for each group: how large it is, and what is most unlike the rest in it.
 *
 * @param profile what is typical of the groups; empty where nothing is known
 * @param sizes of the groups; empty where they are hidden
 * @param about whether sizes are estimates
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record GroupSentences(Optional<GroupProfile> profile, Optional<double[]> sizes, boolean about) {
  private static final int MOST_TRAITS = 4;

  /** Without strong traits, so many weaker ones. */
  private static final int FEW_TRAITS = 2;

  /**
   * What sets a group apart in one column.
   *
   * @param words such as "bilirubin much higher: 5.7 mg/dl against 2.9 overall"
   */
  record Trait(String words, double strength) {}

  /** Such as "Group 2, about 1,240 of 4,100 records (30 %): ...". */
  String sentence(int group) {
    StringBuilder words = new StringBuilder("Group %d".formatted(group + 1));
    size(group).ifPresent(size -> words.append(", ").append(size));
    List<Trait> traits = traits(group);
    if (!traits.isEmpty()) {
      words.append(": ").append(String.join("; ", traits.stream().map(Trait::words).toList()));
    } else if (profile.isPresent()) {
      words.append(
          profile.get().shown()[group]
              ? ": near the mean of all records in every column"
              : ": too few records to be described");
    }
    return words.append('.').toString();
  }

  /** Such as "about 1,240 of 4,100 records (30 %)". */
  Optional<String> size(int group) {
    return sizes.map(
        all -> {
          long total = 0;
          for (double size : all) {
            total += Math.max(0, Math.round(size));
          }
          long own = Math.max(0, Math.round(all[group]));
          return String.format(
              Locale.ROOT,
              "%s%,d of %,d records (%.0f %%)",
              about ? "about " : "",
              own,
              total,
              total > 0 ? 100.0 * own / total : 0);
        });
  }

  /** Returns what sets a group apart, the strongest first, one for each column. */
  List<Trait> traits(int group) {
    List<Trait> traits = new ArrayList<>();
    if (profile.isEmpty() || !profile.get().shown()[group]) {
      return traits;
    }
    double[] records = profile.get().records();
    List<GroupColumn> ordered =
        profile.get().columns().stream()
            .filter(column -> !Double.isNaN(column.values()[group]))
            .sorted(
                Comparator.comparingDouble(column -> -Math.abs(column.strength(group, records))))
            .toList();
    Set<Integer> told = new HashSet<>();
    for (GroupColumn column : ordered) {
      double strength = column.strength(group, records);
      boolean isOpen = column.effect(group, records).map(Effect::isOpen).orElse(false);
      double least = traits.size() < FEW_TRAITS ? Effect.SMALL : Effect.MEDIUM;
      if (traits.size() < MOST_TRAITS
          && Math.abs(strength) >= least
          && !isOpen
          && told.add(column.column())) {
        traits.add(new Trait(words(column, group, strength), strength));
      }
    }
    return traits;
  }

  private static String words(GroupColumn column, int group, double strength) {
    double own = column.values()[group];
    if (column.isShare()) {
      return "%s in %s against %s overall"
          .formatted(column.subject(), column.value(own), column.value(column.overall()));
    }
    return "%s %s: %s%s against %s overall"
        .formatted(
            column.subject(),
            Effect.words(strength),
            column.measure() == GroupColumn.Measure.MEDIAN ? "median " : "",
            column.text().valueInUnit(own),
            column.value(column.overall()));
  }
}
