package planted.spark;

import planted.cli.Screen;

/** A cluster that reaches for the screen. */
public final class Driver {
  public int width(Screen screen) {
    return screen.width();
  }
}
