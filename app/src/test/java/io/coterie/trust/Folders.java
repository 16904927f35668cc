package io.coterie.trust;

import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;

/** Folders of federations for tests. */
final class Folders {
  static final Duration VALIDITY = Duration.ofDays(30);

  private Folders() {}

  /** Makes the folders of a coordinator on loopback and some sites. */
  static TrustFolder provision(Path out, Clock clock, String... sites) {
    return TrustFolder.create(
        out,
        new TrustFolder.Plan("127.0.0.1:7443", List.of("localhost"), List.of(sites), VALIDITY),
        clock);
  }

  static TrustFolder provision(Path out, String... sites) {
    return provision(out, Clock.systemUTC(), sites);
  }

  /** Returns a clock that has stopped, this long after now. */
  static Clock clockIn(Duration ahead) {
    return Clock.fixed(Instant.now().plus(ahead), ZoneOffset.UTC);
  }
}
