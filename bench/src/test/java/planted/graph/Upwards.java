package planted.graph;

import planted.method.Cheat;

/** A lower package that uses an upper one. */
public final class Upwards {
  public Cheat method() {
    return new Cheat();
  }
}
