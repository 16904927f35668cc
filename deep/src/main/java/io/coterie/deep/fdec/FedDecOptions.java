package io.coterie.deep.fdec;

import io.coterie.deep.network.EncoderPlan;
import io.coterie.plan.MethodOptions;
import io.coterie.plan.StudyPlan;
import java.util.Set;

/**
 * How F-DEC learns.
 *
 * @param rounds in which the autoencoder is averaged before there are centers
 * @param drawingRounds in which codes are drawn towards the centers
 * @param passes over a site's records in a round
 */
record FedDecOptions(int rounds, int drawingRounds, int passes) {
  static final Set<String> NAMES = Set.of("rounds", "passes");

  static final int BATCH = 256;
  static final double LEARNING_RATE = 1e-3;

  static FedDecOptions of(StudyPlan plan) {
    MethodOptions options = plan.options();
    int rounds = options.integer("rounds", 20, 1);
    return new FedDecOptions(rounds, Math.max(1, rounds / 2), options.integer("passes", 1, 1));
  }

  /** Returns the autoencoder of a study whose records get to the method with so many values. */
  static EncoderPlan network(StudyPlan plan, int dimension) {
    return EncoderPlan.of(EncoderPlan.AUTOENCODER, plan.input().kind(), dimension);
  }
}
