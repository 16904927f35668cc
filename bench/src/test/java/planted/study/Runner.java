package planted.study;

import planted.site.Records;

/** A study that knows who runs it. */
public final class Runner {
  public Records records() {
    return new Records();
  }
}
