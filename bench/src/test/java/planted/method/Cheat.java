package planted.method;

import planted.metrics.Truth;
import planted.partition.Strata;

/** A method that looks at the answer. */
public final class Cheat {
  public int label(Truth truth, Strata strata) {
    return truth.label() + strata.stratum();
  }
}
