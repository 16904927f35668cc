package io.coterie.method;

import io.coterie.protocol.SiteMessage;
import java.util.List;

/** The side of a method that sees messages alone. */
public interface CoordinatorPart {
  /** Takes the replies to the last question (none at first) and returns what to do next. */
  Step next(List<SiteMessage> replies);
}
