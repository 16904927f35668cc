package io.coterie.report;

import java.util.Locale;

/**
 * How far a group is from all other records in one column. Of numbers it is the difference of means
 * in standard deviations within the two (J. Cohen 1988), with the interval of L. V. Hedges and I.
 * Olkin (1985); of shares the difference, with the interval of A. Agresti and B. Caffo (2000). Both
 * hold for 19 of 20 samples of records, with the groups taken as they are.
 *
 * @param strength on one scale for both: Cohen's d, or Cohen's h of shares
 * @param difference in standard deviations, or of shares
 * @param low end of the interval
 * @param high end of the interval
 */
record Effect(boolean isOfShares, double strength, double difference, double low, double high) {
  /** What Cohen calls small, medium and large effects: conventions, not tests. */
  static final double SMALL = 0.2;

  static final double MEDIUM = 0.5;
  static final double LARGE = 0.8;

  /** 19 of 20. */
  private static final double NORMAL_QUANTILE = 1.96;

  /**
   * One part of the records, as a sample.
   *
   * @param deviation of one record; not used for shares
   */
  record Part(double records, double mean, double deviation) {}

  static Effect ofNumbers(Part group, Part rest) {
    double all = group.records() + rest.records();
    double variance =
        (group.records() * square(group.deviation()) + rest.records() * square(rest.deviation()))
            / all;
    double d = variance > 0 ? (group.mean() - rest.mean()) / Math.sqrt(variance) : 0;
    double error =
        Math.sqrt(all / (group.records() * rest.records()) + square(d) / Math.max(1, 2 * all));
    return new Effect(false, d, d, d - NORMAL_QUANTILE * error, d + NORMAL_QUANTILE * error);
  }

  static Effect ofShares(Part group, Part rest) {
    double own = bounded(group.mean());
    double other = bounded(rest.mean());
    double h = 2 * (Math.asin(Math.sqrt(own)) - Math.asin(Math.sqrt(other)));
    double p = (own * group.records() + 1) / (group.records() + 2);
    double q = (other * rest.records() + 1) / (rest.records() + 2);
    double error =
        Math.sqrt(p * (1 - p) / (group.records() + 2) + q * (1 - q) / (rest.records() + 2));
    return new Effect(
        true,
        h,
        own - other,
        Math.max(-1, p - q - NORMAL_QUANTILE * error),
        Math.min(1, p - q + NORMAL_QUANTILE * error));
  }

  private static double bounded(double share) {
    return Math.max(0, Math.min(1, share));
  }

  private static double square(double value) {
    return value * value;
  }

  /** Returns whether the interval leaves it open which of the two is higher. */
  boolean isOpen() {
    return low <= 0 && high >= 0;
  }

  /** Such as "+1.53 (1.20 to 1.86)", or "+49 (31 to 66)" per cent of the records. */
  String text() {
    String form = isOfShares ? "%+.0f (%.0f to %.0f)" : "%+.2f (%.2f to %.2f)";
    double factor = isOfShares ? 100 : 1;
    return String.format(Locale.ROOT, form, factor * difference, factor * low, factor * high)
        .replace("(-0 ", "(0 ")
        .replace("to -0)", "to 0)")
        .replaceFirst("^[+-](0(\\.00)?) ", "$1 ");
  }

  /** Returns how far a strength is, before "higher" or "lower". */
  static String words(double strength) {
    String way = strength > 0 ? "higher" : "lower";
    double size = Math.abs(strength);
    return size >= LARGE ? "much " + way : size >= MEDIUM ? way : "a little " + way;
  }
}
