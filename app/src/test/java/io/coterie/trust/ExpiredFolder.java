package io.coterie.trust;

import java.nio.file.Path;
import java.time.Duration;

/** A federation whose certificates ran out a month ago, for tests of commands. */
public final class ExpiredFolder {
  private ExpiredFolder() {}

  /** Makes the folders; returns the one of the site. */
  public static Path provision(Path out, String site) {
    Duration past = Folders.VALIDITY.multipliedBy(2).negated();
    return Folders.provision(out, Folders.clockIn(past), site).siteFolder(site);
  }
}
