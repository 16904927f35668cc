package planted.fusion;

import planted.privacy.Source;
import planted.site.Records;

/** A coordinator that draws noise and sees records. */
public final class Noisy {
  public double noise(Source source) {
    return source.draw();
  }

  public Noisy peek(Records records) {
    return records.coordinator();
  }
}
