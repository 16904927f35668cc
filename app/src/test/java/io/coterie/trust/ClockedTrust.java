package io.coterie.trust;

import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;

/** Certificates and clocks that do not agree on the time, for tests of other packages. */
public final class ClockedTrust {
  private ClockedTrust() {}

  /** Makes the folders of a coordinator on loopback, of the other names too, and some sites. */
  public static TrustFolder provision(
      Path folder, List<String> sites, List<String> names, Clock clock) {
    return TrustFolder.create(
        folder, new TrustFolder.Plan("127.0.0.1:7443", names, sites, Duration.ofDays(30)), clock);
  }

  public static SiteCredentials site(Path folder, Clock clock) {
    return new SiteCredentials(folder, clock);
  }
}
