package io.coterie.method;

import io.coterie.message.CoordinatorMessage;
import io.coterie.message.Labels;
import io.coterie.message.SiteMessage;
import io.coterie.method.fit.SiteFit;
import java.util.Optional;

/** The side of a method that sees records: it answers questions and labels its own records. */
public interface SitePart {
  /** Answers one round's question. */
  SiteMessage reply(CoordinatorMessage question);

  /** Returns whether the site fits the others, for its owner; empty where that was not asked. */
  default Optional<SiteFit> fit() {
    return Optional.empty();
  }

  /** Labels this site's records by the coordinator's final answer. */
  Labels labels(CoordinatorMessage answer);
}
