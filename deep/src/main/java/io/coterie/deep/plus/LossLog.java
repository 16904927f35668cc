package io.coterie.deep.plus;

import java.util.ArrayList;
import java.util.List;

/** The mean losses of the rounds so far. Not thread-safe. */
final class LossLog {
  /** Training ends when the loss fell by less than this part over the last rounds. */
  private static final double STANDS_STILL = 0.002;

  private static final int LOOKED_BACK = 5;

  private final List<Double> losses = new ArrayList<>();

  void add(double loss) {
    losses.add(loss);
  }

  double last() {
    return losses.get(losses.size() - 1);
  }

  boolean standsStill() {
    int last = losses.size() - 1;
    return last >= LOOKED_BACK
        && losses.get(last - LOOKED_BACK) - losses.get(last)
            < STANDS_STILL * Math.abs(losses.get(last - LOOKED_BACK));
  }
}
