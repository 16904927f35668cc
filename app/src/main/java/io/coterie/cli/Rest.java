package io.coterie.cli;

/** Waits between two looks. */
final class Rest {
  private Rest() {}

  /** Waits; returns whether nobody wants this thread to end. */
  static boolean millis(long millis) {
    try {
      Thread.sleep(millis);
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
