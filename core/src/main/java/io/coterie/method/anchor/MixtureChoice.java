package io.coterie.method.anchor;

import io.coterie.math.internal.cluster.LevelMixture.Mode;
import java.util.ArrayList;
import java.util.List;

/**
 * A mixture that is fitted further.
 *
 * @param candidate its number among those before
 * @param mode of its covariances from now on
 */
record MixtureChoice(int candidate, Mode mode) {
  private static final int MODES = Mode.values().length;

  /**
   * What the sites choose between steps.
   *
   * @param isLast whether the only choice is taken as it is; without one, none is acceptable
   */
  record Choices(List<MixtureChoice> choices, boolean isLast) {
    Choices {
      choices = List.copyOf(choices);
    }

    List<Mode> modes() {
      return choices.stream().map(MixtureChoice::mode).toList();
    }

    /** How many numbers they are written in. */
    static int size() {
      return 1 + SealedMixtureQuestion.MOST_MIXTURES;
    }

    /** Zeros follow the choices. */
    long[] written() {
      long[] written = new long[size()];
      written[0] = isLast ? 1 : 0;
      for (int k = 0; k < choices.size(); k++) {
        MixtureChoice choice = choices.get(k);
        written[1 + k] = (long) MODES * choice.candidate() + choice.mode().code();
      }
      return written;
    }

    static Choices read(long[] written) {
      List<MixtureChoice> choices = new ArrayList<>();
      for (int k = 1; k < written.length && written[k] > 0; k++) {
        int code = Math.toIntExact(written[k] - 1);
        choices.add(new MixtureChoice(code / MODES, Mode.of(1 + code % MODES)));
      }
      return new Choices(choices, written[0] != 0);
    }
  }
}
