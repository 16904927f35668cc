package io.coterie.method;

import io.coterie.math.Parallel;
import io.coterie.math.Seed;
import io.coterie.site.PrivacyGate;
import io.coterie.site.SiteData;

/**
 * What a site part works with.
 *
 * @param data the site's own records
 * @param gate the only way out
 * @param seed for everything but privacy noise
 * @param parallel runs the work
 * @param work helps with answers that take long
 */
public record SiteContext(
    SiteData data, PrivacyGate gate, Seed seed, Parallel parallel, LongWork work) {
  public SiteContext(SiteData data, PrivacyGate gate, Seed seed, Parallel parallel) {
    this(data, gate, seed, parallel, LongWork.unseen());
  }

  /** Returns the same context with the records replaced by what was made of them. */
  public SiteContext with(SiteData represented) {
    return new SiteContext(represented, gate, seed, parallel, work);
  }
}
