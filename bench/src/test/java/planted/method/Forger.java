package planted.method;

import io.coterie.protocol.Question;
import io.coterie.protocol.SiteMessage;

/** A message that went past the gate. */
public final class Forger {
  public SiteMessage forge() {
    return new SiteMessage("site", new Question("what"));
  }
}
