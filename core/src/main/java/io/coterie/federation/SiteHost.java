package io.coterie.federation;

import io.coterie.protocol.Labels;
import io.coterie.protocol.Payload;
import java.util.List;

/** Where the sites of a simulation run: in this process, or on an engine. */
public interface SiteHost {
  /** Asks every site the question of a round; rounds come in order, each once. */
  List<SiteReply> ask(int round, Payload question);

  /** Tells each site its answer, and returns each site's labels. */
  List<Labels> label(int round, List<Payload> answers);
}
