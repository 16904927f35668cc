package io.coterie.site;

import static java.util.Objects.requireNonNull;

import io.coterie.privacy.LaplaceMechanism;
import io.coterie.privacy.NoiseSource;
import io.coterie.protocol.Payload;
import io.coterie.protocol.SiteMessage;

/**
 * The only way out of a site: noise is added here, and here alone a {@link SiteMessage} is made.
 *
 * <p>Not thread-safe; each site has its own.
 */
public final class PrivacyGate {
  private final String site;
  private final NoiseSource noise;

  public PrivacyGate(String site, NoiseSource noise) {
    this.site = requireNonNull(site, "site is null");
    this.noise = requireNonNull(noise, "noise is null");
  }

  /** Lets a payload out as it is. */
  public SiteMessage release(Payload payload) {
    return new SiteMessage(site, payload);
  }

  /** Returns the mechanism for what must be made noisy before it is released. */
  public LaplaceMechanism laplace() {
    return new LaplaceMechanism(noise);
  }
}
