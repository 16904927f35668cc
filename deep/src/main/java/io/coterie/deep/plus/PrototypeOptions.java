package io.coterie.deep.plus;

import io.coterie.CoterieException;
import io.coterie.deep.network.EncoderPlan;
import io.coterie.plan.MethodOptions;
import io.coterie.plan.StudyPlan;
import java.util.List;
import java.util.Set;

/**
 * How the networks are brought together and refined.
 *
 * @param alignment averaging or prototypes
 * @param isCoarse whether the graph of the embedded records is that of spp-fgc at resolution
 *     coarse; otherwise it is the anchor graph
 * @param hasGradients whether oriented gradients stand beside an image's embedding
 * @param rounds T, the most rounds of training towards global prototypes
 * @param weight λ of the clustering loss in L_vae + λ KL(P‖Q), Eq. (16)
 */
public record PrototypeOptions(
    Alignment alignment, boolean isCoarse, boolean hasGradients, int rounds, double weight) {
  static final Set<String> NAMES =
      Set.of("alignment", "graph", "beside", "prototype-rounds", "clustering-weight");

  /** The paper states no T; after five rounds few records move. */
  private static final int ROUNDS = 5;

  /**
   * λ for one value of a record; the paper states none. IDEC (Guo et al., 2017) weighs by 0.1
   * against the mean of the errors of a record's values, and here they are summed.
   */
  private static final double WEIGHT_OF_A_VALUE = 0.1;

  static Alignment alignment(StudyPlan plan) {
    return choice(plan.options(), "alignment", List.of("averaging", "prototypes"), 0) == 0
        ? Alignment.AVERAGING
        : Alignment.PROTOTYPES;
  }

  static PrototypeOptions of(StudyPlan plan, String encoder) {
    Alignment alignment = alignment(plan);
    boolean isAlone = alignment == Alignment.PROTOTYPES;
    MethodOptions options = plan.options();
    boolean hasLoss =
        encoder.equals(EncoderPlan.VAE_DEC) || encoder.equals(EncoderPlan.AUTOENCODER);
    if (isAlone && !hasLoss) {
      throw CoterieException.usage(
          ("--alignment prototypes draws embedded records to prototypes, and encoder %s has no loss"
                  + " that does; use --encoder vae-dec or autoencoder, or --alignment averaging.")
              .formatted(encoder));
    }
    int rounds = options.integer("prototype-rounds", hasLoss ? ROUNDS : 0, 0);
    if (rounds > 0 && !hasLoss) {
      throw CoterieException.usage(
          ("--prototype-rounds is %d, but encoder %s has no clustering loss that draws records to"
                  + " prototypes; use 0, or --encoder vae-dec or autoencoder.")
              .formatted(rounds, encoder));
    }
    boolean isImage = plan.input().kind().isImage();
    boolean hasGradients =
        choice(
                options,
                "beside",
                List.of("none", "gradients"),
                isImage && !isAlone && !encoder.equals(PlusOptions.GRADIENTS) ? 1 : 0)
            == 1;
    if (hasGradients && !isImage) {
      throw CoterieException.usage(
          "--beside gradients needs images; declare the records' shape with --image HEIGHTxWIDTH.");
    }
    if (hasGradients && encoder.equals(PlusOptions.GRADIENTS)) {
      throw CoterieException.usage(
          "--beside gradients is for encoders that are trained; --encoder gradients is them alone.");
    }
    boolean isCoarse = choice(options, "graph", List.of("anchor", "coarse"), isAlone ? 1 : 0) == 1;
    if (isCoarse && plan.clusters().isAuto()) {
      throw CoterieException.usage(
          "--graph coarse needs a number of clusters; coterie suggest finds one, or use --graph"
              + " anchor.");
    }
    return new PrototypeOptions(
        alignment,
        isCoarse,
        hasGradients,
        rounds,
        options.positive("clustering-weight").orElse(WEIGHT_OF_A_VALUE * plan.input().dimension()));
  }

  /** Returns whether every site has a network of its own. */
  public boolean isAlone() {
    return alignment == Alignment.PROTOTYPES;
  }

  /** Returns which of two words an option says. */
  private static int choice(MethodOptions options, String name, List<String> words, int fallback) {
    String word = options.word(name).orElse(words.get(fallback));
    if (!words.contains(word)) {
      throw CoterieException.usage(
          "--%s is %s; it must be %s or %s.".formatted(name, word, words.get(0), words.get(1)));
    }
    return words.indexOf(word);
  }
}
