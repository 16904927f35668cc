package planted.cli;

import planted.graph.internal.Inside;

/** A command that uses what is not the API of core. */
public final class Intruder {
  public Inside inside() {
    return new Inside();
  }
}
