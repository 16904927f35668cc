package io.coterie.math.internal;

/** ln Γ(z + 1) = ½ ln 2π + (z + ½) ln t − t + ln A(z) with t = z + g + ½ (C. Lanczos 1964). */
public final class LogGamma {
  /** Coefficients of Lanczos' approximation for g = 7. */
  private static final double[] LANCZOS = {
    0.9999999999998099,
    676.5203681218851,
    -1259.1392167224028,
    771.3234287776531,
    -176.6150291621406,
    12.507343278686905,
    -0.13857109526572012,
    9.984369578019572e-6,
    1.5056327351493116e-7
  };

  private LogGamma() {}

  /** Returns ln Γ(x) for x of at least ½. */
  public static double of(double x) {
    double z = x - 1;
    double sum = LANCZOS[0];
    for (int i = 1; i < LANCZOS.length; i++) {
      sum += LANCZOS[i] / (z + i);
    }
    double t = z + LANCZOS.length - 1.5;
    return 0.5 * Math.log(2 * Math.PI) + (z + 0.5) * Math.log(t) - t + Math.log(sum);
  }
}
