package io.coterie.audit;

import io.coterie.features.Representation;
import io.coterie.math.Parallel;
import io.coterie.math.Seed;
import io.coterie.method.CoordinatorContext;
import io.coterie.method.CoordinatorPart;
import io.coterie.method.FederatedMethod;
import io.coterie.method.Methods;
import io.coterie.method.PreparedMethod;
import io.coterie.method.SiteContext;
import io.coterie.method.SitePart;
import io.coterie.method.Step;
import io.coterie.privacy.NoiseSource;
import io.coterie.protocol.CoordinatorMessage;
import io.coterie.protocol.Payload;
import io.coterie.protocol.SiteMessage;
import io.coterie.protocol.StrictTerms;
import io.coterie.protocol.StudyPlan;
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
record Recording(
    List<CoordinatorMessage> questions, List<Payload> replies, Representation representation) {
  Recording {
    questions = List.copyOf(questions);
    replies = List.copyOf(replies);
  }

  /** Rehearses a study; the first site is the audited one. */
  static Recording of(StudyPlan plan, List<SiteData> sites, Seed seed, Parallel parallel) {
    FederatedMethod method = new PreparedMethod(Methods.of(plan));
    int shares = plan.privacy().terms().map(StrictTerms::noiseShares).orElse(1);
    List<SitePart> parts = new ArrayList<>();
    for (SiteData site : sites) {
      Seed own = seed.child("site").child(site.site());
      PrivacyGate gate =
          new PrivacyGate(
              site.site(), NoiseSource.repeatable(own.child("noise")), shares, statements -> {});
      parts.add(method.site(plan, new SiteContext(site, gate, own, parallel)));
    }
    CoordinatorPart coordinator =
        method.coordinator(
            plan,
            new CoordinatorContext(
                seed.child("coordinator"),
                parallel,
                (name, value) -> {},
                plan.input().dimension()));
    List<CoordinatorMessage> questions = new ArrayList<>();
    List<Payload> said = new ArrayList<>();
    Step step = coordinator.next(List.of());
    while (step instanceof Step.Ask ask) {
      CoordinatorMessage question = new CoordinatorMessage(questions.size() + 1, ask.question());
      questions.add(question);
      List<SiteMessage> replies = parts.stream().map(part -> part.reply(question)).toList();
      said.add(replies.get(0).payload());
      step = coordinator.next(replies);
    }
    return new Recording(questions, said, ((Step.Finish) step).model().representation());
  }
}
