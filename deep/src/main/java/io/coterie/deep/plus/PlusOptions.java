package io.coterie.deep.plus;

import io.coterie.CoterieException;
import io.coterie.deep.network.EncoderPlan;
import io.coterie.method.anchor.AnchorGraphMethod;
import io.coterie.method.prepare.PreparedMethod;
import io.coterie.method.sppfgc.SppFgcMethod;
import io.coterie.plan.ClusterCount;
import io.coterie.plan.FeatureMap;
import io.coterie.plan.InputKind;
import io.coterie.plan.InputPlan;
import io.coterie.plan.MethodOptions;
import io.coterie.plan.Scaling;
import io.coterie.plan.StudyPlan;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * How features are learned.
 *
 * @param encoder gradients, contrastive, autoencoder, vae-dec or identity
 * @param rounds the most rounds of training; fewer where the loss stands still
 * @param passes over a site's records in a round
 * @param width of the network, in channels of its first layer
 * @param cap the most that a record's chance to be drawn is raised where its kind is rare at a site
 * @param teachingRounds in which images' clusters are taught to a network, if stated
 * @param prototypes how the networks are brought together and refined
 */
public record PlusOptions(
    String encoder,
    int rounds,
    int passes,
    int width,
    int cap,
    OptionalInt teachingRounds,
    PrototypeOptions prototypes) {
  static final Set<String> NAMES =
      Stream.concat(
              Stream.of(
                  "encoder",
                  "rounds",
                  "passes",
                  "width",
                  "resample-cap",
                  "teaching-rounds",
                  "neighbors"),
              PrototypeOptions.NAMES.stream())
          .collect(Collectors.toUnmodifiableSet());

  /** The oriented gradients of images, which nothing has to learn. */
  static final String GRADIENTS = "gradients";

  private static final List<String> ENCODERS =
      List.of(GRADIENTS, "contrastive", "autoencoder", "vae-dec", "identity");

  public static final int BATCH = 512;
  static final double LEARNING_RATE = 1e-3;

  public static PlusOptions of(StudyPlan plan) {
    MethodOptions options = plan.options();
    boolean isAlone = PrototypeOptions.alignment(plan) == Alignment.PROTOTYPES;
    boolean isImage = plan.input().kind().isImage();
    String encoder =
        options.word("encoder").orElse(isAlone ? "vae-dec" : isImage ? GRADIENTS : "identity");
    if (!ENCODERS.contains(encoder)) {
      throw CoterieException.usage(
          "--encoder is %s; it must be one of %s, or onnx:FILE."
              .formatted(encoder, String.join(", ", ENCODERS)));
    }
    if (encoder.equals(GRADIENTS) && !isImage) {
      throw CoterieException.usage(
          "--encoder gradients needs images; declare the records' shape with --image HEIGHTxWIDTH.");
    }
    if (isAlone && options.word("resample-cap").isPresent()) {
      throw CoterieException.usage(
          "--resample-cap is for --alignment averaging; sites that train alone draw their records"
              + " alike.");
    }
    OptionalInt teachingRounds =
        options.word("teaching-rounds").isPresent()
            ? OptionalInt.of(options.integer("teaching-rounds", 0, 0))
            : isImage && !isAlone ? OptionalInt.empty() : OptionalInt.of(0);
    if (isAlone && teachingRounds.orElse(1) > 0) {
      throw CoterieException.usage(
          "--teaching-rounds is %d, but teaching averages networks, which --alignment prototypes"
                  .formatted(teachingRounds.getAsInt())
              + " keeps at the sites; use 0, or --alignment averaging.");
    }
    if (!isImage && teachingRounds.orElse(1) > 0) {
      throw CoterieException.usage(
          "--teaching-rounds is for images, whose views teach a network; leave it out or use 0.");
    }
    return new PlusOptions(
        encoder,
        options.integer("rounds", 20, 1),
        options.integer("passes", 1, 1),
        options.integer("width", 16, 4),
        options.integer("resample-cap", 50, 1),
        teachingRounds,
        PrototypeOptions.of(plan, encoder));
  }

  /** Returns the network of a study. */
  public EncoderPlan network(StudyPlan plan) {
    if (!trains()) {
      return EncoderPlan.of(EncoderPlan.IDENTITY, plan.input().kind(), plan.input().dimension());
    }
    EncoderPlan usual = EncoderPlan.of(encoder, plan.input().kind(), plan.input().dimension());
    return plan.options().word("width").isEmpty()
        ? usual
        : new EncoderPlan(encoder, usual.input(), usual.inputs(), usual.dimension(), width);
  }

  /** Returns whether there is anything to learn; without, the records are clustered as they are. */
  boolean learns() {
    return !encoder.equals("identity");
  }

  /** Returns whether an encoder is trained before the graph. */
  boolean trains() {
    return learns() && !encoder.equals(GRADIENTS);
  }

  /** Returns whether the graph's clusters are taught to a network. */
  boolean teaches() {
    return teachingRounds.isEmpty() || teachingRounds.getAsInt() > 0;
  }

  /** Returns the step of a round: it falls as a half cosine to a tenth. */
  static double learningRate(int round, int rounds) {
    double done = (double) (round - 1) / rounds;
    return LEARNING_RATE * (0.1 + 0.9 * 0.5 * (1 + Math.cos(Math.PI * done)));
  }

  /**
   * Returns the plan for embedded records of so many values. They keep their lengths, as they have
   * them in the clustering loss, unless gradients stand beside them.
   */
  static StudyPlan embedded(StudyPlan plan, ClusterCount clusters, int dimension) {
    PlusOptions options = of(plan);
    PrototypeOptions prototypes = options.prototypes;
    InputKind kind = options.trains() ? InputKind.vectors() : plan.input().kind();
    boolean keepsLengths = options.trains() && !prototypes.hasGradients();
    Scaling scaling = keepsLengths ? Scaling.NONE : Scaling.AUTO;
    MethodOptions kept = MethodOptions.none();
    if (prototypes.isCoarse()) {
      kept = kept.with("resolution", "coarse");
    }
    String neighbors = plan.options().word("neighbors").orElse("");
    return new StudyPlan(
        prototypes.isCoarse() ? "spp-fgc" : "anchor-graph",
        clusters,
        new InputPlan(kind, dimension, scaling, FeatureMap.AUTO),
        neighbors.isEmpty() ? kept : kept.with("neighbors", neighbors),
        plan.privacy());
  }

  /** Returns the method that clusters embedded records, with the rounds that prepare them. */
  static PreparedMethod ofEmbedded(StudyPlan plan) {
    return new PreparedMethod(
        of(plan).prototypes.isCoarse() ? new SppFgcMethod() : new AnchorGraphMethod());
  }
}
