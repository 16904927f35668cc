package io.coterie.deep.network;

import java.util.Optional;
import java.util.function.Supplier;

/** Follows a training: hears of each batch, and keeps what each pass came to. */
public interface TrainingWatch {
  TrainingWatch NONE = new TrainingWatch() {};

  /** Hears that a batch of a pass is done; both are counted from 1. */
  default void batch(int pass, int batch, int batches) {}

  /** Returns what was kept of this very training before. */
  default Optional<byte[]> kept() {
    return Optional.empty();
  }

  /** Keeps the state after a pass, in place of an earlier one. */
  default void keep(Supplier<byte[]> state) {}
}
