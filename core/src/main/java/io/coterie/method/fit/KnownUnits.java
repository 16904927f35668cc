package io.coterie.method.fit;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Factors between units that people mix up, in clinics above all. */
final class KnownUnits {
  /** A factor that was found is a known one if it is so near, as a logarithm. */
  private static final double NEAR = Math.log(1.12);

  private static final double TIGHT = Math.log(1.03);

  private record Known(double factor, String text, String units) {}

  private static final List<Known> KNOWN =
      List.of(
          new Known(88.42, "88.4", "µmol/l and mg/dl of creatinine"),
          new Known(38.67, "38.7", "mg/dl and mmol/l of cholesterol"),
          new Known(18.02, "18.0", "mg/dl and mmol/l of glucose"),
          new Known(17.1, "17.1", "µmol/l and mg/dl of bilirubin"),
          new Known(59.48, "59.5", "µmol/l and mg/dl of uric acid"),
          new Known(12.87, "12.87", "nmol/l and µg/dl of thyroxine"),
          new Known(7.5006, "7.50", "mmHg and kPa"),
          new Known(4.008, "4.01", "mg/dl and mmol/l of calcium"),
          new Known(2.8, "2.80", "mg/dl of urea nitrogen and mmol/l of urea"),
          new Known(2.54, "2.54", "cm and inches"),
          new Known(1 / 0.45359, "1/0.4536", "pounds and kilograms"),
          new Known(30.44, "30.4", "days and months"),
          new Known(365.25, "365", "days and years"),
          new Known(12, "12", "months and years"),
          new Known(7, "7", "days and weeks"),
          new Known(24, "24", "hours and days"),
          new Known(60, "60", "minutes and hours, or seconds and minutes"),
          new Known(10, "10", "g/l and g/dl, or mm and cm"),
          new Known(100, "100", "cm and m, or percent and shares"),
          new Known(1000, "1000", "units a thousand times apart, as mg and g"),
          new Known(1e6, "1000000", "units a million times apart"));

  private KnownUnits() {}

  /** Returns what a factor of a site's values over the others' may be; empty if none is known. */
  static String words(double factor) {
    List<Known> near = near(factor, TIGHT);
    if (near.isEmpty()) {
      near = near(factor, NEAR);
    }
    List<String> words = new ArrayList<>();
    for (Known known : near) {
      boolean isLarger = factor > 1;
      String text = known.text.startsWith("1/") ? known.text.substring(2) : "1/" + known.text;
      words.add("%s, as between %s".formatted(isLarger ? known.text : text, known.units));
    }
    return String.join("; or ", words);
  }

  private static List<Known> near(double factor, double most) {
    double found = Math.abs(Math.log(factor));
    return KNOWN.stream()
        .filter(known -> Math.abs(found - Math.log(known.factor)) <= most)
        .limit(2)
        .toList();
  }

  /** Returns a number with three digits, such as "88.4" or "0.0113". */
  static String threeDigits(double value) {
    int digits = Math.max(0, 2 - (int) Math.floor(Math.log10(Math.abs(value))));
    return String.format(Locale.ROOT, "%." + Math.min(digits, 9) + "f", value);
  }
}
