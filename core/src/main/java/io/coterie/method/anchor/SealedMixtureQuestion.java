package io.coterie.method.anchor;

import io.coterie.math.IntVector;
import io.coterie.math.Matrix;
import io.coterie.math.Vector;
import io.coterie.math.internal.cluster.LevelMixture;
import io.coterie.math.internal.cluster.LevelMixture.Mode;
import io.coterie.message.Field;
import io.coterie.message.Fields;
import io.coterie.message.Fields.FieldMismatch;
import io.coterie.message.Payload;
import io.coterie.message.internal.SealedCounts;
import io.coterie.method.anchor.SealedMixtureFit.Candidate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Mixtures that the sites fit by EM under seal: they read the sums of each step and take it
 * themselves, all of them the same. The coordinator begins it, carries sealed sums, and gets the
 * best mixture in the end, with as much noise as one record could make.
 */
sealed interface SealedMixtureQuestion extends Payload {
  /** So many steps at most. */
  int MOST_STEPS = 60;

  /** So many starts at most. */
  int MOST_STARTS = 9;

  /** So many mixtures at most: of each start two. */
  int MOST_MIXTURES = 2 * MOST_STARTS;

  /**
   * Asks for the sums of the first step of all starts; sealed.
   *
   * @param starts mixtures of one covariance, from which the first posteriors come
   * @param modes that mixtures may have
   */
  @Payload.Name("mixtures-begin")
  record Begin(List<LevelMixture> starts, IntVector modes) implements SealedMixtureQuestion {
    public Begin {
      starts = List.copyOf(starts);
      if (starts.isEmpty() || starts.size() > MOST_STARTS || modes.size() == 0) {
        throw new IllegalArgumentException("There are no starts or modes, or too many.");
      }
      for (int mode : modes.toArray()) {
        Mode.of(mode); // refuses what is none
      }
    }

    static Begin of(List<LevelMixture> starts, List<Mode> modes) {
      return new Begin(starts, IntVector.of(modes.stream().mapToInt(Mode::code).toArray()));
    }

    boolean permits(Mode mode) {
      return Arrays.stream(modes.toArray()).anyMatch(code -> code == mode.code());
    }

    int components() {
      return starts.get(0).components();
    }

    /** Returns the candidates of the race between the starts: in the modes of few numbers. */
    List<Candidate> candidates() {
      List<Candidate> candidates = new ArrayList<>();
      for (LevelMixture start : starts) {
        for (Mode mode : List.of(Mode.DIAGONAL, Mode.TIED)) {
          if (permits(mode)) {
            candidates.add(Candidate.of(start, mode));
          }
        }
      }
      return candidates;
    }

    @Override
    public List<Field> fields() {
      List<Field> fields = new ArrayList<>();
      fields.add(new Field.Integers("modes", modes));
      for (int s = 0; s < starts.size(); s++) {
        LevelMixture start = starts.get(s);
        String prefix = "start-" + (s + 1) + ".";
        fields.add(Field.numbers(prefix + "weights", Vector.of(start.weights())));
        fields.add(new Field.Numbers(prefix + "means", start.means()));
        fields.add(new Field.Numbers(prefix + "root", start.roots().get(0)));
        fields.add(new Field.Numbers(prefix + "log-shares", start.logShares()));
      }
      return fields;
    }

    public static Begin of(Fields fields) {
      List<LevelMixture> starts = new ArrayList<>();
      while (fields.has("start-" + (starts.size() + 1) + ".weights")) {
        String prefix = "start-" + (starts.size() + 1) + ".";
        double[] weights = fields.vector(prefix + "weights").toArray();
        Matrix means = fields.numbers(prefix + "means");
        Matrix root = fields.numbers(prefix + "root");
        Matrix logShares = fields.numbers(prefix + "log-shares");
        boolean isFit =
            weights.length > 0
                && Arrays.stream(weights).allMatch(weight -> weight > 0 && weight <= 1)
                && means.rows() == weights.length
                && root.rows() == means.columns()
                && root.columns() == means.columns()
                && logShares.rows() == weights.length;
        if (!isFit) {
          throw new FieldMismatch("The parts of a start do not fit together.");
        }
        starts.add(new LevelMixture(Mode.TIED, weights, means, List.of(root), logShares));
      }
      return new Begin(starts, fields.integers("modes"));
    }
  }

  /**
   * Asks for the sums of a further step; sealed.
   *
   * @param counts the sealed sums of the step before
   */
  @Payload.Name("mixtures-step")
  record Step(SealedCounts counts) implements SealedMixtureQuestion {}

  /**
   * Asks which mixtures are worth further steps.
   *
   * @param counts the sealed sums of the step before
   */
  @Payload.Name("mixtures-choose")
  record Choose(SealedCounts counts) implements SealedMixtureQuestion {}

  /** Asks for the sums of the first step after a choice; sealed. */
  @Payload.Name("mixtures-next")
  record Next() implements SealedMixtureQuestion {}

  /** Asks for the sums of the mixture that is left, with values cut off; sealed. */
  @Payload.Name("mixtures-last")
  record Last() implements SealedMixtureQuestion {}

  /**
   * Asks what the mixture is.
   *
   * @param counts the sealed sums of the question before
   */
  @Payload.Name("mixtures-answer")
  record Answer(SealedCounts counts) implements SealedMixtureQuestion {}
}
