package io.coterie.deep.fdec;

import io.coterie.deep.network.EncoderPlan;
import io.coterie.method.MethodOption;
import io.coterie.method.MethodOption.Values;
import io.coterie.plan.StudyPlan;
import java.util.List;

/**
 * How F-DEC learns.
 *
 * @param rounds in which the autoencoder is averaged before there are centers
 * @param drawingRounds in which codes are drawn towards the centers
 * @param passes over a site's records in a round
 */
record FedDecOptions(int rounds, int drawingRounds, int passes) {
  private static final MethodOption<Integer> ROUNDS =
      new MethodOption<>(
          "rounds",
          "N",
          Values.atLeast(1),
          "20",
          "Rounds in which the autoencoder is averaged; half as many draw codes to the centers.");
  private static final MethodOption<Integer> PASSES =
      new MethodOption<>(
          "passes", "N", Values.atLeast(1), "1", "Passes over a site's records in a round.");

  static final List<MethodOption<?>> ALL = List.of(ROUNDS, PASSES);

  static final int BATCH = 256;
  static final double LEARNING_RATE = 1e-3;

  static FedDecOptions of(StudyPlan plan) {
    int rounds = ROUNDS.in(plan).orElse(20);
    return new FedDecOptions(rounds, Math.max(1, rounds / 2), PASSES.in(plan).orElse(1));
  }

  /** Returns the autoencoder of a study whose records get to the method with so many values. */
  static EncoderPlan network(StudyPlan plan, int dimension) {
    return EncoderPlan.of(EncoderPlan.AUTOENCODER, plan.input().kind(), dimension);
  }
}
