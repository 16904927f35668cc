package io.coterie.deep;

import io.coterie.CoterieException;
import io.coterie.deep.network.EncoderPlan;
import io.coterie.protocol.InputKind;
import io.coterie.protocol.InputPlan;
import io.coterie.protocol.MethodOptions;
import io.coterie.protocol.StudyPlan;
import java.util.Set;

/**
 * How features are learned.
 *
 * @param encoder contrastive, autoencoder, vae-dec or identity
 * @param rounds the most rounds of training; fewer where the loss stands still
 * @param passes over a site's records in a round
 * @param width of the network, in channels of its first layer
 * @param cap the most that a record's chance to be drawn is raised where its kind is rare at a site
 * @param teachingRounds in which images' clusters are taught to a network; 0 for none
 */
record PlusOptions(String encoder, int rounds, int passes, int width, int cap, int teachingRounds) {
  static final Set<String> NAMES =
      Set.of(
          "encoder", "rounds", "passes", "width", "resample-cap", "teaching-rounds", "neighbors");

  static final int BATCH = 512;
  static final int TEACHING_BATCH = 128;
  static final double LEARNING_RATE = 1e-3;

  static PlusOptions of(StudyPlan plan) {
    MethodOptions options = plan.options();
    String encoder =
        options.word("encoder").orElse(plan.input().kind().isImage() ? "contrastive" : "identity");
    if (!Set.of("contrastive", "autoencoder", "vae-dec", "identity").contains(encoder)) {
      throw CoterieException.usage(
          "--encoder is %s; it must be contrastive, autoencoder, vae-dec or identity."
              .formatted(encoder));
    }
    return new PlusOptions(
        encoder,
        options.integer("rounds", 20, 1),
        options.integer("passes", 1, 1),
        options.integer("width", 16, 4),
        options.integer("resample-cap", 50, 1),
        options.integer("teaching-rounds", plan.input().kind().isImage() ? 20 : 0, 0));
  }

  /** Returns the network of a study. */
  EncoderPlan network(StudyPlan plan) {
    EncoderPlan usual = EncoderPlan.of(encoder, plan.input().kind(), plan.input().dimension());
    return plan.options().word("width").isEmpty()
        ? usual
        : new EncoderPlan(encoder, usual.input(), usual.inputs(), usual.dimension(), width);
  }

  /** Returns whether there is anything to learn; without, the records are clustered as they are. */
  boolean learns() {
    return !encoder.equals("identity");
  }

  /** Returns the step of a round: it falls as a half cosine to a tenth. */
  static double learningRate(int round, int rounds) {
    double done = (double) (round - 1) / rounds;
    return LEARNING_RATE * (0.1 + 0.9 * 0.5 * (1 + Math.cos(Math.PI * done)));
  }

  /** Returns the plan for embedded records of so many values. */
  static StudyPlan embedded(StudyPlan plan, int dimension) {
    MethodOptions kept = MethodOptions.none();
    String neighbors = plan.options().word("neighbors").orElse("");
    return new StudyPlan(
        "anchor-graph",
        plan.clusters(),
        InputPlan.automatic(InputKind.vectors(), dimension),
        neighbors.isEmpty() ? kept : kept.with("neighbors", neighbors),
        plan.privacy());
  }
}
