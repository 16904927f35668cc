package io.coterie.deep.network;

import java.util.Optional;
import java.util.function.Supplier;

/** Follows a training: hears of each batch, and keeps what each pass came to. */
public interface TrainingWatch {
  /** Neither hears nor keeps anything. */
  TrainingWatch NONE =
      new TrainingWatch() {
        @Override
        public void batch(int pass, int batch, int batches) {}

        @Override
        public Optional<byte[]> kept() {
          return Optional.empty();
        }

        @Override
        public void keep(Supplier<byte[]> state) {}
      };

  /** Hears that a batch of a pass is done; both are counted from 1. */
  void batch(int pass, int batch, int batches);

  /** Returns what was kept of this very training before. */
  Optional<byte[]> kept();

  /** Keeps the state after a pass, in place of an earlier one. */
  void keep(Supplier<byte[]> state);
}
