package planted.method;

import io.coterie.message.Question;
import io.coterie.message.SiteMessage;

/** A message that went past the gate. */
public final class Forger {
  public SiteMessage forge() {
    return new SiteMessage("site", new Question("what"));
  }
}
