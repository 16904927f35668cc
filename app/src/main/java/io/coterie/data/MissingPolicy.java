package io.coterie.data;

import io.coterie.CoterieException;
import io.coterie.EnumText;

/** What to do with records that have missing values. */
public enum MissingPolicy {
  /** Missing values are an error. */
  REFUSE,
  /** Missing values stay, as NaN; a federated round fills them with the mean later. */
  MEAN,
  /** Records with a missing value are left out. */
  DROP;

  public static MissingPolicy parse(String text) {
    return EnumText.parse(MissingPolicy.class, text)
        .orElseThrow(
            () ->
                CoterieException.usage(
                    "--missing is '%s'; it must be refuse, mean or drop.".formatted(text)));
  }

  @Override
  public String toString() {
    return EnumText.of(this);
  }
}
