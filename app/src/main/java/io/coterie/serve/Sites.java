package io.coterie.serve;

import java.util.Collection;

/** Sites in words. */
final class Sites {
  private Sites() {}

  static String count(int sites) {
    return sites == 1 ? "1 site" : sites + " sites";
  }

  static String names(Collection<String> sites) {
    return sites.isEmpty() ? "none" : String.join(", ", sites);
  }
}
