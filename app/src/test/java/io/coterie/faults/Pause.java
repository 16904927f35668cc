package io.coterie.faults;

/** Waits, in tests in which to be interrupted is no news. */
final class Pause {
  private Pause() {}

  public static void millis(long millis) {
    try {
      Thread.sleep(millis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
