package io.coterie.coordinator;

import java.util.Collection;

/** Sites in words. */
public final class SiteText {
  private SiteText() {}

  static String count(int sites) {
    return sites == 1 ? "1 site" : sites + " sites";
  }

  public static String names(Collection<String> sites) {
    return sites.isEmpty() ? "none" : String.join(", ", sites);
  }
}
