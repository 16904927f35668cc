package io.coterie.report;

import java.util.List;
import java.util.Optional;

/**
 * One column, or one level of a column, in every group.
 *
 * @param text how its values are written
 * @param levels that count as this one, by their places; none for numbers
 * @param name in a table
 * @param subject in a sentence
 * @param measure what its values are
 * @param values one for each group, as the records have them
 * @param overall of all records
 * @param fromAll how many deviations the groups are from the mean of all
 * @param spread within the groups, where it is known
 * @param noise on the values of the groups and, behind them, on that of all; empty without noise
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record GroupColumn(
    ColumnText text,
    int column,
    List<Integer> levels,
    String name,
    String subject,
    Measure measure,
    double[] values,
    double overall,
    double[] fromAll,
    Optional<Spread> spread,
    Optional<double[]> noise) {
  enum Measure {
    MEAN("mean"),
    MEDIAN("median"),
    SHARE("share");

    private final String word;

    Measure(String word) {
      this.word = word;
    }

    String word() {
      return word;
    }
  }

  /**
   * The spread within groups.
   *
   * @param means on the scale on which deviations mean most
   * @param deviations on that scale
   * @param lows a deviation below the means, as the records have it
   * @param highs a deviation above
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Spread(double[] means, double[] deviations, double[] lows, double[] highs) {}

  boolean isShare() {
    return measure == Measure.SHARE;
  }

  /** Returns the value of a group in words, without its unit. */
  String own(int group) {
    return words(values[group], group);
  }

  /** Returns the value of all records in words, without its unit. */
  String all() {
    return words(overall, values.length);
  }

  private String words(double value, int place) {
    if (noise.isPresent()) {
      double far = noise.get()[place];
      return isShare() ? ColumnText.noisyShare(value, far) : text.noisy(value, far);
    }
    return isShare() ? ColumnText.share(value) : text.value(value);
  }

  /** Returns the value of a group as a number in the units of the records. */
  double ownNumber(int group) {
    return number(values[group], group);
  }

  double allNumber() {
    return number(overall, values.length);
  }

  private double number(double value, int place) {
    double shown = noise.map(far -> ColumnText.rounded(value, far[place], isShare())).orElse(value);
    return isShare() ? shown : text.inUnits(shown);
  }

  /** Returns whether noise may be why a group differs from all. */
  boolean isWithinNoise(int group) {
    return noise
        .map(far -> Math.abs(values[group] - overall) <= Math.hypot(far[group], far[values.length]))
        .orElse(false);
  }

  /** Returns where the middle two thirds of a group are, in words; empty for shares. */
  Optional<String> range(int group) {
    return spread
        .filter(known -> !isShare() && known.lows()[group] < known.highs()[group])
        .map(
            known ->
                "%s to %s"
                    .formatted(text.plain(known.lows()[group]), text.plain(known.highs()[group])));
  }

  /**
   * Returns how far a group is from the rest; empty where nothing is known of the spread, or there
   * is no rest.
   *
   * @param records of each group
   */
  Optional<Effect> effect(int group, double[] records) {
    return spread.flatMap(
        known -> {
          double count = 0;
          double sum = 0;
          double squares = 0;
          for (int c = 0; c < records.length; c++) {
            if (c != group && records[c] > 0 && !Double.isNaN(known.means()[c])) {
              double mean = known.means()[c];
              double deviation = known.deviations()[c];
              count += records[c];
              sum += records[c] * mean;
              squares += records[c] * (mean * mean + deviation * deviation);
            }
          }
          if (count <= 0 || !(records[group] > 0) || Double.isNaN(known.means()[group])) {
            return Optional.empty();
          }
          double mean = sum / count;
          double deviation = Math.sqrt(Math.max(0, squares / count - mean * mean));
          Effect.Part own =
              new Effect.Part(records[group], known.means()[group], known.deviations()[group]);
          Effect.Part rest = new Effect.Part(count, mean, deviation);
          return Optional.of(isShare() ? Effect.ofShares(own, rest) : Effect.ofNumbers(own, rest));
        });
  }

  /** Returns how strongly a group stands out, by the best that is known. */
  double strength(int group, double[] records) {
    return effect(group, records).map(Effect::strength).orElse(fromAll[group]);
  }
}
