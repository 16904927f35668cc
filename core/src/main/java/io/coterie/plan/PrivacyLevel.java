package io.coterie.plan;

import io.coterie.EnumText;
import java.util.Optional;

/** What a study promises about the records of a site, from least to most. */
public enum PrivacyLevel implements EnumText.Renamed {
  /** As published: graphs over records leave the site. Nothing is promised. */
  PAPER("graphs over records leave the site, from which records can be rebuilt; nothing is proved"),

  /** Summaries of groups leave the site, some of a single record. Nothing is promised. */
  COMPONENT("summaries of groups leave the site, some of a single record; nothing is proved"),

  /** Only totals over all sites are seen, exact ones over at least K records. Not a proof. */
  TOTALS(
      "only totals over all sites can be read, exact ones over at least --min-group records; not"
          + " differential privacy"),

  /** Only noisy sums leave the site: (ε, δ)-differential privacy for all messages together. */
  DP("only noisy sums leave the site; differential privacy over all messages");

  private final String promise;

  PrivacyLevel(String promise) {
    this.promise = promise;
  }

  public String word() {
    return EnumText.of(this);
  }

  @Override
  public String formerWord() {
    return this == DP ? "strict" : "";
  }

  public String promise() {
    return promise;
  }

  /**
   * Returns the flag by which somebody accepts what this level gives away; empty where only totals
   * or noisy sums leave.
   */
  public Optional<String> acceptance() {
    return switch (this) {
      case PAPER -> Optional.of("accept-graph-disclosure");
      case COMPONENT -> Optional.of("accept-group-disclosure");
      case TOTALS, DP -> Optional.empty();
    };
  }
}
