package io.coterie.report;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiPredicate;

/**
 * A sentence for each group: how large it is, and what is most unlike the rest in it.
 *
 * @param profile what is typical of the groups; empty where nothing is known
 * @param sizes of the groups; empty where they are hidden
 * @param about whether sizes are estimates
 * @param noise on the sizes, at level dp
 * @param whole what all records together are called
 * @param few marks what is over few records of a group, by column and group
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record GroupSentences(
    Optional<GroupProfile> profile,
    Optional<double[]> sizes,
    boolean about,
    Optional<double[]> noise,
    String whole,
    BiPredicate<GroupColumn, Integer> few) {
  /** Behind a figure over few records. */
  static final String FEW = " †";

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
              ? isWithinNoise(group)
                  ? ": so few that noise may be all of it"
                  : ": near the mean of all records in every column"
              : ": too few records to be described");
    }
    return words.append('.').toString();
  }

  /** Such as "about 1,240 of 4,100 records (30 %)". */
  Optional<String> size(int group) {
    return sizes.map(
        all -> {
          double total = Arrays.stream(all).map(size -> Math.max(0, size)).sum();
          double own = Math.max(0, all[group]);
          double share = total > 0 ? own / total : 0;
          if (noise.isEmpty()) {
            return String.format(
                Locale.ROOT,
                "%s%,.0f of %,.0f records (%.0f %%)",
                about ? "about " : "",
                own,
                total,
                100 * share);
          }
          double far = Math.max(1, noise.get()[group]);
          double ofTotal = far * Math.sqrt((double) all.length);
          return String.format(
              Locale.ROOT,
              "about %,.0f ± %,.0f of %,.0f records (%s), the ± by noise",
              ColumnText.rounded(own, far, false),
              ColumnText.rounded(far, far, false),
              ColumnText.rounded(total, ofTotal, false),
              ColumnText.noisyShare(share, far / Math.max(1, total)));
        });
  }

  /** Returns what sets a group apart, the strongest first, one for each column. */
  List<Trait> traits(int group) {
    List<Trait> traits = new ArrayList<>();
    if (profile.isEmpty() || !profile.get().shown()[group] || isWithinNoise(group)) {
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
      boolean isOpen =
          column.isWithinNoise(group)
              || column.effect(group, records).map(Effect::isOpen).orElse(false);
      double least = traits.size() < FEW_TRAITS ? Effect.SMALL : Effect.MEDIUM;
      if (traits.size() < MOST_TRAITS
          && Math.abs(strength) >= least
          && !isOpen
          && told.add(column.column())) {
        String mark = few.test(column, group) ? FEW : "";
        traits.add(new Trait(words(column, group, strength) + mark, strength));
      }
    }
    return traits;
  }

  private boolean isWithinNoise(int group) {
    return noise.isPresent() && sizes.isPresent() && sizes.get()[group] <= noise.get()[group];
  }

  private String words(GroupColumn column, int group, double strength) {
    if (column.isShare()) {
      return "%s in %s against %s %s"
          .formatted(column.subject(), column.own(group), column.all(), whole);
    }
    return "%s %s: %s%s%s against %s %s"
        .formatted(
            column.subject(),
            Effect.words(strength),
            column.measure() == GroupColumn.Measure.MEDIAN ? "median " : "",
            column.own(group),
            column.text().unit(),
            column.all(),
            whole);
  }
}
