package io.coterie.federation;

/** Is told what happens during a run, in order and on one thread at a time. */
@FunctionalInterface
public interface RunListener {
  void on(RunEvent event);

  /** Returns a listener that tells both. */
  default RunListener and(RunListener other) {
    return event -> {
      on(event);
      other.on(event);
    };
  }

  static RunListener none() {
    return event -> {};
  }
}
