package io.coterie.federation;

import io.coterie.message.Labels;
import io.coterie.message.Payload;
import io.coterie.message.SiteMessage;
import io.coterie.privacy.ReleaseNotice;
import java.io.Serializable;
import java.util.List;
import java.util.function.Consumer;

/** Where the sites of a simulation run: in this process, or on an engine. */
public interface SiteHost {
  /**
   * Asks every site the question of a round; rounds come in order, each once. Replies are handed
   * over some at a time, in the order of the sites: sums of thousands of sites would not fit.
   */
  void ask(int round, Payload question, Consumer<List<SiteReply>> replies);

  /** Tells each site its answer, and returns each site's labels. */
  List<Labels> label(int round, List<Payload> answers);

  /**
   * What a simulated site said, and what it stated of its noise before.
   *
   * @param message to the coordinator
   * @param released empty where nothing noisy was
   */
  record SiteReply(SiteMessage message, List<ReleaseNotice> released) implements Serializable {
    public SiteReply {
      released = List.copyOf(released);
    }
  }
}
