package io.coterie.deep.plus;

import io.coterie.deep.RefineQuestion;
import io.coterie.deep.TrainQuestion;
import io.coterie.message.CoordinatorMessage;
import io.coterie.message.Labels;
import io.coterie.message.Payload;
import io.coterie.message.SiteMessage;
import io.coterie.method.SiteContext;
import io.coterie.method.SitePart;
import io.coterie.plan.StudyPlan;

/** The site part of SPP-FGC+: trains on its own records, then clusters what the network makes. */
final class PlusSite implements SitePart {
  private final SiteContext context;
  private final SiteShares shares;
  private final SiteNetwork network;
  private final SiteRounds rounds;
  private final SiteTeaching teaching;

  PlusSite(StudyPlan plan, SiteContext context) {
    this.context = context;
    this.shares =
        new SiteShares(context, plan.privacy().smallestGroup(), PlusOptions.of(plan).cap());
    this.network = new SiteNetwork(plan, context, shares);
    this.rounds = new SiteRounds(plan, context, network);
    this.teaching = new SiteTeaching(plan, context);
  }

  @Override
  public SiteMessage reply(CoordinatorMessage message) {
    Payload question = message.payload();
    if (question instanceof SharedAnchors.ShareQuestion share) {
      return context.gate().release(shares.measure(share));
    } else if (question instanceof TrainQuestion train) {
      return context.gate().release(network.train(train));
    } else if (question instanceof PrototypeRounds.EncodedQuestion encoded) {
      return rounds.begin(message.round(), encoded);
    } else if (question instanceof PrototypeRounds.CentersQuestion centers) {
      return context.gate().release(rounds.centers(message.round(), centers));
    } else if (question instanceof RefineQuestion refine) {
      return context.gate().release(network.refine(refine));
    } else if (question instanceof PrototypeRounds.ChoiceQuestion choice) {
      return context.gate().release(rounds.choose(choice));
    } else if (question instanceof SelfTeaching.ClusterQuestion clusters) {
      CoordinatorMessage answer = new CoordinatorMessage(message.round(), clusters.answer());
      return context.gate().release(teaching.begin(rounds.labels(answer), rounds.embedded()));
    } else if (question instanceof SelfTeaching.DrawQuestion draws) {
      return context.gate().release(teaching.draws(draws.shares()));
    } else if (question instanceof SelfTeaching.TeachQuestion teach) {
      return context.gate().release(teaching.teach(teach.training()));
    } else if (question instanceof SelfTeaching.AdoptQuestion adopt) {
      return context.gate().release(teaching.agreement(adopt.network()));
    }
    return rounds.reply(message);
  }

  @Override
  public Labels labels(CoordinatorMessage answer) {
    return teaching.labels(answer.payload()).orElseGet(() -> rounds.labels(answer));
  }
}
