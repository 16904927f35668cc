package io.coterie.audit.internal.membership;

import io.coterie.features.Representation;
import io.coterie.math.Parallel;
import io.coterie.math.Seed;
import io.coterie.message.CoordinatorMessage;
import io.coterie.message.Payload;
import io.coterie.method.Clustering;
import io.coterie.method.LongWork;
import io.coterie.method.MethodRunner;
import io.coterie.method.RecordedSites;
import io.coterie.method.SitePart;
import io.coterie.method.internal.prepare.PreparationSteps;
import io.coterie.plan.StudyPlan;
import io.coterie.privacy.NoiseSource;
import io.coterie.site.PrivacyGate;
import io.coterie.site.SiteData;
import java.util.ArrayList;
import java.util.List;

/**
 * One run of a study, rehearsed in one process: what the sites were asked and what they said. The
 * questions are kept fixed afterwards, as a coordinator could have chosen any.
 *
 * @param rounds in order; the first answer is the audited site's
 * @param representation from records to the points that were clustered
 */
public record Recording(List<RecordedSites.Round> rounds, Representation representation) {
  public Recording {
    rounds = List.copyOf(rounds);
  }

  /** Rehearses a study; the first site is the audited one. */
  public static Recording of(StudyPlan plan, List<SiteData> sites, Seed seed, Parallel parallel) {
    MethodRunner runner = MethodRunner.of(plan, seed);
    List<SitePart> parts = new ArrayList<>();
    for (SiteData site : sites) {
      PrivacyGate gate = runner.gate(site.site(), NoiseSource::repeatable, statements -> {});
      parts.add(runner.site(site, gate, parallel, LongWork.unseen()));
    }
    List<RecordedSites.Round> rounds = new ArrayList<>();
    Clustering found =
        runner.coordinate(
            new RecordedSites(parts, parallel, rounds::add), (name, value) -> {}, parallel);
    return new Recording(rounds, found.model().representation());
  }

  /** Returns the questions of the coordinator, in order. */
  public List<CoordinatorMessage> questions() {
    return rounds.stream().map(RecordedSites.Round::question).toList();
  }

  /** Returns the replies of the audited site. */
  public List<Payload> replies() {
    return rounds.stream().map(round -> round.answers().get(0).payload()).toList();
  }

  /** Returns the way from records to what the method got of them, before it made any metric. */
  public Representation preparation() {
    return PreparationSteps.of(rounds.stream().map(round -> round.question().payload()).toList());
  }
}
