package io.coterie.method;

import io.coterie.protocol.CoordinatorMessage;
import io.coterie.protocol.Labels;
import io.coterie.protocol.SiteMessage;

/** The side of a method that sees records: it answers questions and labels its own records. */
public interface SitePart {
  /** Answers one round's question. */
  SiteMessage reply(CoordinatorMessage question);

  /** Labels this site's records by the coordinator's final answer. */
  Labels labels(CoordinatorMessage answer);
}
