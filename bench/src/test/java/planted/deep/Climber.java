package planted.deep;

import planted.cli.Screen;
import planted.metrics.Truth;
import planted.partition.Strata;

/** An encoder that reaches for the screen and for the answer. */
public final class Climber {
  public int label(Screen screen, Truth truth, Strata strata) {
    return screen.width() + truth.label() + strata.stratum();
  }
}
