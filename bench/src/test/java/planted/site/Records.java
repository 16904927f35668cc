package planted.site;

import planted.fusion.Noisy;

/** A stand-in for records, which closes a cycle. */
public final class Records {
  public Noisy coordinator() {
    return new Noisy();
  }
}
