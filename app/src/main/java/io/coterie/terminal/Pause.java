package io.coterie.terminal;

/** Waits between two looks. */
public final class Pause {
  private Pause() {}

  /** Waits; returns whether nobody wants this thread to end. */
  public static boolean millis(long millis) {
    try {
      Thread.sleep(millis);
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
