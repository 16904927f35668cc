package io.coterie.report;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Locale;

/** How a value with noise is written: with the noise, and no more digits than that leaves. */
record NoiseText(ColumnText text) {
  private static final MathContext TWO_DIGITS = new MathContext(2);

  private static final MathContext ROUGH = new MathContext(1);

  /**
   * Returns a value in words with its noise, and no more digits than that allows.
   *
   * @param noise NaN where it is not known
   */
  String value(double value, double noise) {
    if (Double.isNaN(noise)) {
      return "about "
          + text.plain(text.isLog() || text.isOfDays() ? value : rounded(value, noise, false));
    }
    if (text.isLog()) {
      double own = Math.exp(value);
      return "%s (%s to %s by noise)"
          .formatted(
              twoDigits(own), twoDigits(own * Math.exp(-noise)), twoDigits(own * Math.exp(noise)));
    }
    String far = rough(noise);
    if (text.isOrdinal()) {
      return "%s (%s ± %s)"
          .formatted(text.plain(value), ColumnText.digits(rounded(value + 1, noise, false)), far);
    }
    if (text.isOfDays()) {
      return "%s ± %s days".formatted(text.value(value), far);
    }
    return "%s ± %s".formatted(ColumnText.digits(rounded(value, noise, false)), far);
  }

  /** Such as "60 ± 20 %". */
  static String share(double share, double noise) {
    double shown = 100 * rounded(share, noise, true);
    return Double.isNaN(noise)
        ? String.format(Locale.ROOT, "about %.0f %%", shown)
        : String.format(
            Locale.ROOT,
            "%.0f ± %.0f %%",
            shown,
            Math.max(1, rounded(100 * noise, 100 * noise, false)));
  }

  /** Returns a value to the digit that noise leaves; without knowing the noise, to two digits. */
  static double rounded(double value, double noise, boolean isShare) {
    double size = Double.isNaN(noise) ? Math.abs(value) / 10 : noise;
    if (!(size > 0) || !Double.isFinite(size)) {
      return value;
    }
    double step = Math.pow(10, Math.floor(Math.log10(size)));
    double least = isShare ? Math.max(0.01, step) : step;
    return least * Math.rint(value / least);
  }

  private static String twoDigits(double value) {
    return BigDecimal.valueOf(value).round(TWO_DIGITS).toPlainString();
  }

  /** Returns one digit of a noise. */
  private static String rough(double noise) {
    return noise == 0 ? "0" : BigDecimal.valueOf(noise).round(ROUGH).toPlainString();
  }
}
