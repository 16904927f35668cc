package io.coterie.federation;

import io.coterie.math.Parallel;
import io.coterie.protocol.CoordinatorMessage;
import io.coterie.protocol.Labels;
import io.coterie.protocol.Payload;
import java.util.Arrays;
import java.util.List;

/**
 * Runs simulated sites side by side in this process.
 *
 * @param sites in order
 * @param carrier of every message
 * @param parallel runs them
 */
record OwnProcess(List<SimulatedSite> sites, Carrier carrier, Parallel parallel)
    implements SiteHost {
  @Override
  public List<SiteReply> ask(int round, Payload question) {
    SiteReply[] replies = new SiteReply[sites.size()];
    parallel.forEach(
        replies.length,
        i -> {
          SiteReply reply =
              sites.get(i).reply(new CoordinatorMessage(round, carrier.toSite(question)));
          replies[i] = new SiteReply(carrier.fromSite(reply.message()), reply.released());
        });
    return Arrays.asList(replies);
  }

  @Override
  public List<Labels> label(int round, List<Payload> answers) {
    Labels[] labels = new Labels[sites.size()];
    parallel.forEach(
        labels.length,
        i ->
            labels[i] =
                sites.get(i).labels(new CoordinatorMessage(round, carrier.toSite(answers.get(i)))));
    return Arrays.asList(labels);
  }
}
