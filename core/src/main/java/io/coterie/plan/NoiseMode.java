package io.coterie.plan;

import io.coterie.EnumText;

/** Who adds how much noise at level dp. */
public enum NoiseMode {
  /** Every site adds all of it: holds whatever the others do. */
  LOCAL,

  /** Sums are masked, and the sites add the noise of the total in shares. */
  SECURE_SUMS;

  public String word() {
    return EnumText.of(this);
  }
}
