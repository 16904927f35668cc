package planted.terminal;

import planted.cli.Screen;

/** A package of the application that uses one above it. */
public final class Reader {
  public Screen screen() {
    return new Screen();
  }
}
