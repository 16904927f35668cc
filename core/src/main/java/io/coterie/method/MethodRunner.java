package io.coterie.method;

import io.coterie.math.Parallel;
import io.coterie.math.Seed;
import io.coterie.method.CoordinatorContext.Findings;
import io.coterie.method.SiteContext.Opener;
import io.coterie.method.internal.prepare.PreparedMethod;
import io.coterie.plan.DpTerms;
import io.coterie.plan.StudyPlan;
import io.coterie.privacy.NoiseSource;
import io.coterie.site.PrivacyGate;
import io.coterie.site.SiteData;
import java.util.function.Function;

/**
 * Runs either side of a study. Every study gets its seeds, its noise and its contexts here,
 * wherever its sites are; hence it finds the same everywhere.
 *
 * @param method has agreed to the plan
 * @param plan of the study
 * @param seed of the study
 */
public record MethodRunner(FederatedMethod method, StudyPlan plan, Seed seed) {
  /** Returns the runner of a study after its method has agreed to the plan. */
  public static MethodRunner of(StudyPlan plan, Seed seed) {
    return new MethodRunner(Methods.of(plan), plan, seed);
  }

  /** Runs the coordinator's side to its end. */
  public Clustering coordinate(Sites sites, Findings findings, Parallel parallel) {
    CoordinatorContext context =
        new CoordinatorContext(
            seed.child("coordinator"), parallel, findings, plan.input().dimension());
    return new PreparedMethod(method).coordinate(plan, context, sites);
  }

  /**
   * Returns the way out of a site.
   *
   * @param noise makes the site's source of noise
   * @param watch called before anything is released
   */
  public PrivacyGate gate(String site, Function<Seed, NoiseSource> noise, PrivacyGate.Watch watch) {
    // Where sums are masked, the noise of the total is divided among the sites.
    int shares = plan.privacy().terms().map(DpTerms::noiseShares).orElse(1);
    return new PrivacyGate(site, noise.apply(own(site).child("noise")), shares, watch);
  }

  /** Returns what a site may be asked in the study, and no more. */
  public Schedule schedule() {
    return new PreparedMethod(method).schedule(plan);
  }

  /** Returns the site part where nobody seals a total: all sites are in this process. */
  public ScheduledSitePart site(SiteData data, PrivacyGate gate, Parallel parallel, LongWork work) {
    return site(data, gate, parallel, work, Opener.unsealed());
  }

  /**
   * Returns the site part.
   *
   * @param opener reads totals that the sites sealed
   */
  public ScheduledSitePart site(
      SiteData data, PrivacyGate gate, Parallel parallel, LongWork work, Opener opener) {
    SitePart part =
        new PreparedMethod(method)
            .site(plan, new SiteContext(data, gate, own(data.site()), parallel, work, opener));
    return new ScheduledSitePart(data.site(), schedule(), part);
  }

  private Seed own(String site) {
    return seed.child("site").child(site);
  }
}
