package io.coterie.deep.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.coterie.math.Matrix;
import io.coterie.math.Seed;
import io.coterie.plan.InputKind;
import java.util.Optional;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PassStateTest {
  private static final Matrix BARS = Bars.images(90, new Seed(1));
  private static final int PASSES = 3;

  /** Keeps states in memory, and is killed after so many batches. */
  private static final class Store implements TrainingWatch {
    private byte[] state;
    private int batches;
    private int lives;

    @Override
    public void batch(int pass, int batch, int of) {
      batches++;
      if (--lives == 0) {
        throw new IllegalStateException("killed");
      }
    }

    @Override
    public Optional<byte[]> kept() {
      return Optional.ofNullable(state);
    }

    @Override
    public void keep(Supplier<byte[]> reached) {
      state = reached.get();
    }
  }

  private static Encoder encoder(String kind) {
    return EncoderPlan.make(
        new EncoderPlan(kind, InputKind.image(Bars.SIDE, Bars.SIDE), Bars.SIDE * Bars.SIDE, 8, 8),
        new Seed(2));
  }

  private static Training training(String kind, TrainingWatch watch) {
    Training plain = Training.of(PASSES, 40, 1e-3, new Seed(3)).watchedBy(watch);
    return kind.equals("contrastive") ? plain : plain.towards(Matrix.zeros(2, 8), 0.1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"contrastive", "autoencoder", "vae-dec"})
  void aKilledTrainingEndsInTheSameBits(String kind) {
    try (Encoder whole = encoder(kind);
        Encoder killed = encoder(kind);
        Encoder goesOn = encoder(kind);
        Encoder again = encoder(kind)) {
      TrainingLog log = whole.train(BARS, training(kind, TrainingWatch.NONE));
      Store store = new Store();
      store.lives = 8; // in the midst of the third pass, of three batches each
      assertThatThrownBy(() -> killed.train(BARS, training(kind, store))).hasMessage("killed");
      assertThat(killed.weights()).isNotEqualTo(whole.weights());

      store.batches = 0;
      assertThat(goesOn.train(BARS, training(kind, store))).isEqualTo(log);
      assertThat(store.batches).isEqualTo(3); // the last pass alone
      assertThat(goesOn.weights()).isEqualTo(whole.weights());

      store.batches = 0;
      assertThat(again.train(BARS, training(kind, store))).isEqualTo(log);
      assertThat(store.batches).isZero();
      assertThat(again.weights()).isEqualTo(whole.weights());
    }
  }

  @Test
  void aStateOfSomethingElseIsNotTaken() {
    try (Encoder whole = encoder("contrastive");
        Encoder other = encoder("contrastive")) {
      whole.train(BARS, training("contrastive", TrainingWatch.NONE));
      Store store = new Store();
      store.state = new byte[100];
      other.train(BARS, training("contrastive", store));
      assertThat(other.weights()).isEqualTo(whole.weights());
      assertThat(store.batches).isEqualTo(9);
    }
  }
}
