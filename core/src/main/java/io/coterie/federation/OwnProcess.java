package io.coterie.federation;

import io.coterie.math.Parallel;
import io.coterie.message.CoordinatorMessage;
import io.coterie.message.Labels;
import io.coterie.message.Payload;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;

/**
 * Runs simulated sites side by side in this process.
 *
 * @param sites in order
 * @param parallel runs them
 */
record OwnProcess(List<SimulatedSite> sites, Parallel parallel) implements SiteHost {
  /** Sites that answer side by side, and whose replies are held at a time. */
  private static final int SITES_AT_A_TIME = 32;

  @Override
  public void ask(int round, Payload question, Consumer<List<SiteReply>> replies) {
    int atATime = Math.max(SITES_AT_A_TIME, parallel.threads());
    for (int from = 0; from < sites.size(); from += atATime) {
      replies.accept(
          replies(sites.subList(from, Math.min(sites.size(), from + atATime)), round, question));
    }
  }

  private List<SiteReply> replies(List<SimulatedSite> some, int round, Payload question) {
    SiteReply[] replies = new SiteReply[some.size()];
    parallel.forEach(
        replies.length,
        i -> replies[i] = some.get(i).reply(new CoordinatorMessage(round, question)));
    return Arrays.asList(replies);
  }

  @Override
  public List<Labels> label(int round, List<Payload> answers) {
    Labels[] labels = new Labels[sites.size()];
    parallel.forEach(
        labels.length,
        i -> labels[i] = sites.get(i).labels(new CoordinatorMessage(round, answers.get(i))));
    return Arrays.asList(labels);
  }
}
