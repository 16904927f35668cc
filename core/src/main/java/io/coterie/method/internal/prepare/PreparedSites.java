package io.coterie.method.internal.prepare;

import io.coterie.message.Payload;
import io.coterie.message.SiteMessage;
import io.coterie.method.Reply;
import io.coterie.method.Sites;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * Sites that prepare their records before they answer the first question, which brings with it what
 * is to be done.
 *
 * <p>Not thread-safe.
 */
public final class PreparedSites implements Sites {
  private final Sites sites;
  private final UnaryOperator<Payload> preparation;
  private boolean isPrepared;

  /** Makes sites whose first question is put into another one. */
  public PreparedSites(Sites sites, UnaryOperator<Payload> preparation) {
    this.sites = sites;
    this.preparation = preparation;
  }

  @Override
  public List<SiteMessage> ask(Payload question, Reply<?> reply) {
    Payload asked = isPrepared ? question : preparation.apply(question);
    isPrepared = true;
    return sites.ask(asked, reply);
  }

  boolean isPrepared() {
    return isPrepared;
  }
}
