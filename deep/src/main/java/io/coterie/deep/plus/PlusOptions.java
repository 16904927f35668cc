package io.coterie.deep.plus;

import io.coterie.CoterieException;
import io.coterie.deep.network.EncoderPlan;
import io.coterie.method.FederatedMethod;
import io.coterie.method.MethodOption;
import io.coterie.method.MethodOption.Values;
import io.coterie.method.anchor.AnchorMethods;
import io.coterie.method.internal.prepare.PreparedMethod;
import io.coterie.method.sppfgc.SppFgcMethod;
import io.coterie.plan.ClusterCount;
import io.coterie.plan.FeatureMap;
import io.coterie.plan.InputKind;
import io.coterie.plan.Scaling;
import io.coterie.plan.StudyPlan;
import io.coterie.plan.StudyPlan.InputPlan;
import io.coterie.plan.StudyPlan.MethodOptions;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
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
record PlusOptions(
    String encoder,
    int rounds,
    int passes,
    int width,
    int cap,
    OptionalInt teachingRounds,
    PrototypeOptions prototypes) {
  /** The oriented gradients of images, which nothing has to learn. */
  static final String GRADIENTS = "gradients";

  private static final List<String> ENCODERS =
      List.of(GRADIENTS, "contrastive", "autoencoder", "vae-dec", "identity");

  static final int BATCH = 512;
  static final double LEARNING_RATE = 1e-3;

  private static final MethodOption<Integer> ROUNDS =
      new MethodOption<>("rounds", "N", Values.atLeast(1), "20", "The most rounds of training.");
  static final MethodOption<String> ENCODER =
      new MethodOption<>(
          "encoder",
          "KIND",
          new Values<>(
              "one of %s, or onnx:FILE".formatted(String.join(", ", ENCODERS)),
              text ->
                  Optional.of(text)
                      .filter(word -> ENCODERS.contains(word) || word.startsWith(EncoderPlan.ONNX)),
              List.of()),
          "gradients for images, else identity; vae-dec with --alignment prototypes",
          "What the graph is made of: gradients, contrastive, autoencoder, vae-dec, identity, or"
              + " onnx:FILE for a network that is not trained.");
  private static final MethodOption<Integer> PASSES =
      new MethodOption<>(
          "passes",
          "N",
          Values.atLeast(1),
          "1",
          "Passes over a site's records in a round of training.");
  private static final MethodOption<Integer> WIDTH =
      new MethodOption<>(
          "width", "N", Values.atLeast(4), "16", "The channels of a network's first layer.");
  private static final MethodOption<Integer> RESAMPLE_CAP =
      new MethodOption<>(
          "resample-cap",
          "N",
          Values.atLeast(1),
          "50",
          "The most that a record's chance to be trained on is raised where its kind is rare at a"
              + " site.");
  private static final MethodOption<Integer> TEACHING_ROUNDS =
      new MethodOption<>(
          "teaching-rounds",
          "N",
          Values.atLeast(0),
          "10 to 30, more where sites are small",
          "Rounds in which a network is taught the clusters of images, whose answer is taken where"
              + " it agrees with the graph's.");

  /** In the order of a study file. */
  static final List<MethodOption<?>> ALL =
      Stream.concat(
              Stream.<MethodOption<?>>of(
                  MethodOption.NEIGHBORS,
                  ROUNDS,
                  ENCODER,
                  PASSES,
                  WIDTH,
                  RESAMPLE_CAP,
                  TEACHING_ROUNDS),
              PrototypeOptions.ALL.stream())
          .toList();

  static PlusOptions of(StudyPlan plan) {
    boolean isAlone = PrototypeOptions.isAlone(plan);
    boolean isImage = plan.input().kind().isImage();
    String encoder =
        ENCODER.in(plan).orElse(isAlone ? "vae-dec" : isImage ? GRADIENTS : "identity");
    if (encoder.equals(GRADIENTS) && !isImage) {
      throw CoterieException.usage(
          "--encoder gradients needs images; declare the records' shape with --image"
              + " HEIGHTxWIDTH.");
    }
    if (isAlone && RESAMPLE_CAP.in(plan).isPresent()) {
      throw CoterieException.usage(
          "--resample-cap is for --alignment averaging; sites that train alone draw their records"
              + " alike.");
    }
    OptionalInt teachingRounds =
        TEACHING_ROUNDS
            .in(plan)
            .map(OptionalInt::of)
            .orElse(isImage && !isAlone ? OptionalInt.empty() : OptionalInt.of(0));
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
        ROUNDS.in(plan).orElse(20),
        PASSES.in(plan).orElse(1),
        WIDTH.in(plan).orElse(16),
        RESAMPLE_CAP.in(plan).orElse(50),
        teachingRounds,
        PrototypeOptions.of(plan, encoder));
  }

  EncoderPlan network(StudyPlan plan) {
    if (!trains()) {
      return EncoderPlan.of(EncoderPlan.IDENTITY, plan.input().kind(), plan.input().dimension());
    }
    EncoderPlan usual = EncoderPlan.of(encoder, plan.input().kind(), plan.input().dimension());
    return WIDTH.in(plan).isEmpty()
        ? usual
        : new EncoderPlan(encoder, usual.input(), usual.inputs(), usual.dimension(), width);
  }

  EncoderPlan classifier(StudyPlan plan, int clusters) {
    InputPlan input = plan.input();
    return new EncoderPlan(
        EncoderPlan.CLASSIFIER, input.kind(), input.dimension(), clusters, width);
  }

  /** Returns whether there is anything to learn; without, the records are clustered as they are. */
  boolean learns() {
    return !encoder.equals("identity");
  }

  boolean trains() {
    return learns() && !encoder.equals(GRADIENTS);
  }

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
    String neighbors = plan.options().word(MethodOption.NEIGHBORS.name()).orElse("");
    return new StudyPlan(
        method(options, plan).name(),
        clusters,
        new InputPlan(kind, dimension, scaling, FeatureMap.AUTO),
        neighbors.isEmpty() ? kept : kept.with(MethodOption.NEIGHBORS.name(), neighbors),
        plan.privacy());
  }

  /** Returns the method that clusters embedded records, with the rounds that prepare them. */
  static PreparedMethod ofEmbedded(StudyPlan plan) {
    return new PreparedMethod(method(of(plan), plan));
  }

  private static FederatedMethod method(PlusOptions options, StudyPlan plan) {
    return options.prototypes.isCoarse() ? new SppFgcMethod() : AnchorMethods.of(plan);
  }
}
