package io.coterie.deep.plus;

import io.coterie.CoterieException;
import io.coterie.deep.network.EncoderPlan;
import io.coterie.method.MethodOption;
import io.coterie.method.MethodOption.Values;
import io.coterie.plan.StudyPlan;
import java.util.List;

/**
 * How the networks are brought together and refined.
 *
 * @param isAlone whether every site trains a network of its own, as the paper has it: from one
 *     start, its weights never leave it, and prototypes that all sites are drawn to are all that
 *     they have in common. Otherwise there is one network, averaged after every round
 * @param isCoarse whether the graph of the embedded records is that of spp-fgc at resolution
 *     coarse; otherwise it is the anchor graph
 * @param hasGradients whether oriented gradients stand beside an image's embedding
 * @param rounds T, the most rounds of training towards global prototypes
 * @param weight λ of the clustering loss in L_vae + λ KL(P‖Q), Eq. (16)
 */
record PrototypeOptions(
    boolean isAlone, boolean isCoarse, boolean hasGradients, int rounds, double weight) {
  private static final MethodOption<String> ALIGNMENT =
      new MethodOption<>(
          "alignment",
          "HOW",
          Values.words("averaging", "prototypes"),
          "averaging",
          "How the sites' networks are brought together: averaging, or prototypes, where each site"
              + " trains its own, as in the paper.");
  private static final MethodOption<String> GRAPH =
      new MethodOption<>(
          "graph",
          "KIND",
          Values.words("anchor", "coarse"),
          "anchor; coarse with --alignment prototypes",
          "The graph of the embedded records: anchor, or coarse as of spp-fgc.");
  private static final MethodOption<String> BESIDE =
      new MethodOption<>(
          "beside",
          "WHAT",
          Values.words("none", "gradients"),
          "gradients; none with --alignment prototypes",
          "What stands beside an image's embedding: gradients or none.");
  private static final MethodOption<Integer> ROUNDS =
      new MethodOption<>(
          "prototype-rounds",
          "N",
          Values.atLeast(0),
          "5 for vae-dec and autoencoder, else 0",
          "The most rounds of training towards global prototypes.");
  private static final MethodOption<Double> WEIGHT =
      new MethodOption<>(
          "clustering-weight",
          "W",
          Values.positive(),
          "a tenth of the number of values of a record",
          "The weight of the clustering loss in those rounds.");

  static final List<MethodOption<?>> ALL = List.of(ALIGNMENT, GRAPH, BESIDE, ROUNDS, WEIGHT);

  /** The paper states no T; after five rounds few records move. */
  private static final int USUAL_ROUNDS = 5;

  /**
   * λ for one value of a record; the paper states none. IDEC (Guo et al., 2017) weighs by 0.1
   * against the mean of the errors of a record's values, and here they are summed.
   */
  private static final double WEIGHT_OF_A_VALUE = 0.1;

  static boolean isAlone(StudyPlan plan) {
    return ALIGNMENT.in(plan).orElse("averaging").equals("prototypes");
  }

  static PrototypeOptions of(StudyPlan plan, String encoder) {
    boolean isAlone = isAlone(plan);
    boolean hasLoss =
        encoder.equals(EncoderPlan.VAE_DEC) || encoder.equals(EncoderPlan.AUTOENCODER);
    if (isAlone && !hasLoss) {
      throw CoterieException.usage(
          ("--alignment prototypes draws embedded records to prototypes, and encoder %s has no loss"
                  + " that does; use --encoder vae-dec or autoencoder, or --alignment averaging.")
              .formatted(encoder));
    }
    int rounds = ROUNDS.in(plan).orElse(hasLoss ? USUAL_ROUNDS : 0);
    if (rounds > 0 && !hasLoss) {
      throw CoterieException.usage(
          ("--prototype-rounds is %d, but encoder %s has no clustering loss that draws records to"
                  + " prototypes; use 0, or --encoder vae-dec or autoencoder.")
              .formatted(rounds, encoder));
    }
    boolean isImage = plan.input().kind().isImage();
    boolean hasGradients =
        BESIDE
            .in(plan)
            .map(PlusOptions.GRADIENTS::equals)
            .orElse(isImage && !isAlone && !encoder.equals(PlusOptions.GRADIENTS));
    if (hasGradients && !isImage) {
      throw CoterieException.usage(
          "--beside gradients needs images; declare the records' shape with --image HEIGHTxWIDTH.");
    }
    if (hasGradients && encoder.equals(PlusOptions.GRADIENTS)) {
      throw CoterieException.usage(
          "--beside gradients is for encoders that are trained; --encoder gradients is them"
              + " alone.");
    }
    boolean isCoarse = GRAPH.in(plan).map("coarse"::equals).orElse(isAlone);
    if (isCoarse && plan.clusters().isAuto()) {
      throw CoterieException.usage(
          "--graph coarse needs a number of clusters; coterie suggest finds one, or use --graph"
              + " anchor.");
    }
    return new PrototypeOptions(
        isAlone,
        isCoarse,
        hasGradients,
        rounds,
        WEIGHT.in(plan).orElse(WEIGHT_OF_A_VALUE * plan.input().dimension()));
  }
}
