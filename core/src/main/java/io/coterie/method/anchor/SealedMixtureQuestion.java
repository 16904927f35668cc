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

  /** So many mixtures at most. */
  int MOST_MIXTURES = 12;

  /**
   * One mixture that is fitted.
   *
   * @param start the first posteriors come from
   * @param mode of the covariances
   */
  record Candidate(LevelMixture start, Mode mode) {}

  /** Asks for the sums of the first step; sealed. */
  @Payload.Name("mixtures-begin")
  record Begin(List<LevelMixture> starts, IntVector startOf, IntVector modes)
      implements SealedMixtureQuestion {
    public Begin {
      starts = List.copyOf(starts);
      if (startOf.size() != modes.size() || startOf.size() > MOST_MIXTURES) {
        throw new IllegalArgumentException("The starts do not fit the modes, or are too many.");
      }
      for (int k = 0; k < startOf.size(); k++) {
        if (startOf.at(k) < 0 || startOf.at(k) >= starts.size()) {
          throw new IllegalArgumentException("A start is out of range.");
        }
        Mode.of(modes.at(k)); // refuses what is none
      }
    }

    static Begin of(List<Candidate> candidates) {
      List<LevelMixture> starts = new ArrayList<>();
      int[] startOf = new int[candidates.size()];
      int[] modes = new int[candidates.size()];
      for (int k = 0; k < startOf.length; k++) {
        LevelMixture start = candidates.get(k).start();
        if (!starts.contains(start)) {
          starts.add(start);
        }
        startOf[k] = starts.indexOf(start);
        modes[k] = candidates.get(k).mode().code();
      }
      return new Begin(starts, IntVector.of(startOf), IntVector.of(modes));
    }

    List<Candidate> candidates() {
      List<Candidate> candidates = new ArrayList<>();
      for (int k = 0; k < startOf.size(); k++) {
        candidates.add(new Candidate(starts.get(startOf.at(k)), Mode.of(modes.at(k))));
      }
      return candidates;
    }

    @Override
    public List<Field> fields() {
      List<Field> fields = new ArrayList<>();
      fields.add(new Field.Integers("start-of", startOf));
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
      return new Begin(starts, fields.integers("start-of"), fields.integers("modes"));
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
   * Asks the sites to choose a mixture, and for its sums with values cut off; sealed.
   *
   * @param counts the sealed sums of the step before
   */
  @Payload.Name("mixtures-last")
  record Last(SealedCounts counts) implements SealedMixtureQuestion {}

  /**
   * Asks what the mixture is.
   *
   * @param counts the sealed sums of the question before
   */
  @Payload.Name("mixtures-answer")
  record Answer(SealedCounts counts) implements SealedMixtureQuestion {}
}
