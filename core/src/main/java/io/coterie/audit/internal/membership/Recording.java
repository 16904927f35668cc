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
import io.coterie.method.Sites;
import io.coterie.plan.StudyPlan;
import io.coterie.privacy.NoiseSource;
import io.coterie.site.PrivacyGate;
import io.coterie.site.SiteData;
import java.util.ArrayList;
import java.util.List;

/**
 * One run of a study, rehearsed in one process: what the audited site was asked and what it said.
 * The questions are kept fixed afterwards, as a coordinator could have chosen any.
 *
 * @param questions of the coordinator, in order
 * @param replies of the audited site
 * @param representation from its records to the points that were clustered
 */
public record Recording(
    List<CoordinatorMessage> questions, List<Payload> replies, Representation representation) {
  public Recording {
    questions = List.copyOf(questions);
    replies = List.copyOf(replies);
  }

  /** Rehearses a study; the first site is the audited one. */
  public static Recording of(StudyPlan plan, List<SiteData> sites, Seed seed, Parallel parallel) {
    MethodRunner runner = MethodRunner.of(plan, seed);
    List<SitePart> parts = new ArrayList<>();
    for (SiteData site : sites) {
      PrivacyGate gate = runner.gate(site.site(), NoiseSource::repeatable, statements -> {});
      parts.add(runner.site(site, gate, parallel, LongWork.unseen()));
    }
    List<CoordinatorMessage> questions = new ArrayList<>();
    List<Payload> replies = new ArrayList<>();
    Sites recorded =
        new RecordedSites(
            parts,
            parallel,
            round -> {
              questions.add(round.question());
              replies.add(round.answers().get(0).payload());
            });
    Clustering found = runner.coordinate(recorded, (name, value) -> {}, parallel);
    return new Recording(questions, replies, found.model().representation());
  }
}
