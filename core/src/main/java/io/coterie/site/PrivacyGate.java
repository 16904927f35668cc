package io.coterie.site;

import static java.util.Objects.requireNonNull;

import io.coterie.CoterieException;
import io.coterie.math.LongVector;
import io.coterie.message.Payload;
import io.coterie.message.SiteMessage;
import io.coterie.message.internal.NoisyTotals;
import io.coterie.privacy.NoiseSource;
import io.coterie.privacy.NoisyBlock;
import io.coterie.privacy.ReleaseNotice;
import io.coterie.privacy.internal.IntegerNoise;
import io.coterie.privacy.internal.LaplaceMechanism;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The only way out of a site: noise is added here, and here alone a {@link SiteMessage} is made.
 *
 * <p>Not thread-safe; each site has its own.
 */
public final class PrivacyGate {
  private final String site;
  private final NoiseSource noise;
  private final int shares;
  private final Watch watch;
  private boolean inFull;
  private Optional<Release> last = Optional.empty();

  /** Exact sums that were let out with noise. */
  private record Release(String step, List<NoisyBlock> blocks) {}

  /**
   * Is told what is about to leave, before noise is drawn. It writes the ledger, and stops a
   * release that would overspend by an exception; what it was told counts as spent even if sending
   * fails.
   */
  @FunctionalInterface
  public interface Watch {
    void before(List<ReleaseNotice> statements);
  }

  public PrivacyGate(String site, NoiseSource noise) {
    this(site, noise, 1, statements -> {});
  }

  /**
   * Makes a gate.
   *
   * @param site the site's name
   * @param noise where noise comes from
   * @param shares among how many sites the noise of whole-number sums is divided
   * @param watch called before anything is released
   */
  public PrivacyGate(String site, NoiseSource noise, int shares, Watch watch) {
    this.site = requireNonNull(site, "site is null");
    this.noise = requireNonNull(noise, "noise is null");
    this.watch = requireNonNull(watch, "watch is null");
    this.shares = shares;
  }

  /** Lets a payload out as it is. */
  public SiteMessage release(Payload payload) {
    return new SiteMessage(site, payload);
  }

  /** Lets exact sums out, with the noise of their mechanisms. */
  public SiteMessage release(String step, List<NoisyBlock> blocks) {
    int divided = inFull ? 1 : shares;
    inFull = false;
    last = Optional.of(new Release(step, List.copyOf(blocks)));
    return release(last.get(), divided);
  }

  /**
   * Lets the sums of the last release out once more, for a secure sum that is tried again without
   * some sites: with full local noise, drawn anew, and charged once more. The difference of both
   * totals may be this site's own sums, under this noise alone.
   */
  public SiteMessage retry() {
    Release again =
        last.orElseThrow(
            () ->
                CoterieException.notAgreed(
                    "Site %s has no release that could be tried again; it says nothing more."
                        .formatted(site)));
    last = Optional.empty();
    return release(again, 1);
  }

  /** Puts full local noise on the next release: a retry whose first attempt this site missed. */
  public void requireFullNoise() {
    inFull = true;
  }

  private SiteMessage release(Release release, int divided) {
    watch.before(
        release.blocks().stream()
            .map(
                block ->
                    new ReleaseNotice(
                        release.step(),
                        block.name(),
                        block.exact().size(),
                        block.mechanism(),
                        divided))
            .toList());
    IntegerNoise integers = new IntegerNoise(noise, divided);
    Map<String, LongVector> noisy = new LinkedHashMap<>();
    for (NoisyBlock block : release.blocks()) {
      noisy.put(block.name(), integers.release(block));
    }
    return new SiteMessage(site, new NoisyTotals(release.step(), noisy));
  }

  /** For what must be made noisy before it is released. */
  public LaplaceMechanism laplace() {
    return new LaplaceMechanism(noise);
  }
}
