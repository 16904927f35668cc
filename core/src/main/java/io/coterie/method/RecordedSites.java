package io.coterie.method;

import io.coterie.math.Parallel;
import io.coterie.message.CoordinatorMessage;
import io.coterie.message.Payload;
import io.coterie.message.SiteMessage;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;

/**
 * Sites in this process whose messages are seen one by one: for dry runs, audits and pictures. No
 * sum is masked.
 *
 * <p>Not thread-safe.
 */
public final class RecordedSites implements Sites {
  private final List<SitePart> sites;
  private final Parallel parallel;
  private final Consumer<Round> recorder;
  private int rounds;

  /**
   * A question and its answers.
   *
   * @param question with its number
   * @param reply what was asked for
   * @param answers in the order of the sites
   */
  public record Round(CoordinatorMessage question, Reply<?> reply, List<SiteMessage> answers) {
    public Round {
      answers = List.copyOf(answers);
    }
  }

  /** Makes sites of which a recorder sees every round before the coordinator does. */
  public RecordedSites(List<SitePart> sites, Parallel parallel, Consumer<Round> recorder) {
    this.sites = List.copyOf(sites);
    this.parallel = parallel;
    this.recorder = recorder;
  }

  @Override
  public List<SiteMessage> ask(Payload payload, Reply<?> reply) {
    rounds++;
    CoordinatorMessage question = new CoordinatorMessage(rounds, payload);
    SiteMessage[] answers = new SiteMessage[sites.size()];
    parallel.forEach(answers.length, i -> answers[i] = sites.get(i).reply(question));
    Round round = new Round(question, reply, Arrays.asList(answers));
    recorder.accept(round);
    return round.answers();
  }

  public int rounds() {
    return rounds;
  }
}
