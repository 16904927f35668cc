package io.coterie.deep.plus;

import io.coterie.deep.EncoderMap;
import io.coterie.deep.RefineQuestion;
import io.coterie.deep.TrainQuestion;
import io.coterie.deep.Weights;
import io.coterie.deep.network.Encoder;
import io.coterie.deep.network.EncoderPlan;
import io.coterie.math.IntVector;
import io.coterie.math.Matrix;
import io.coterie.math.Vector;
import io.coterie.message.Field;
import io.coterie.message.Fields;
import io.coterie.message.Payload;
import io.coterie.message.internal.ClusterSums;
import io.coterie.message.internal.WeightSums;
import io.coterie.method.Clustering;
import io.coterie.method.CoordinatorContext;
import io.coterie.method.CoordinatorContext.Findings;
import io.coterie.method.Diagnostics;
import io.coterie.method.PayloadKinds;
import io.coterie.method.Sites;
import io.coterie.method.internal.prepare.PreparedMethod.PreparedSites;
import io.coterie.model.internal.NearestPrototype;
import io.coterie.plan.ClusterCount;
import io.coterie.plan.StudyPlan;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * The rounds of SPP-FGC+ after pre-training: the embedded records are clustered, the clusters'
 * means over all sites are the global prototypes, and the sites train towards them; then again.
 * They end after T rounds, when fewer than one record in a thousand changed its cluster, or when
 * the loss stands still.
 *
 * <p>The answer is that of the latest round whose clusters are as stable as those of any: how much
 * of them remains when a tenth of the graph is left out needs no label. The loss and the distances
 * between prototypes would always choose the last round, since training makes both better whatever
 * the clusters are worth; the eigengap is small, and fell in one trial of two while the clusters
 * got better.
 */
final class PrototypeRounds {
  static final String STAGE = "prototypes";

  /** Training ends when fewer than this part of the records changed cluster, as DEC does. */
  private static final double CHANGED = 0.001;

  /** Smaller differences of stability, a mean of three draws, tell nothing. */
  private static final double AS_STABLE = 0.02;

  private final StudyPlan plan;
  private final PlusOptions options;
  private final CoordinatorContext context;
  private final Sites sites;
  private final EncoderPlan network;
  private final Vector shares;
  private final LossLog losses = new LossLog();

  /**
   * The first question about embedded records, with the network that embeds them.
   *
   * @param encoder maps records to where they are clustered; none where every site has its own
   * @param question of the method that clusters them
   */
  @Payload.Name("encoded")
  record EncodedQuestion(Optional<EncoderMap> encoder, Payload question) implements Payload {
    public static EncodedQuestion of(Fields fields) {
      return new EncodedQuestion(
          fields.has("encoder")
              ? Optional.of(fields.nested("encoder", (kind, inner) -> EncoderMap.of(inner)))
              : Optional.empty(),
          fields.nested("question", PayloadKinds::nested));
    }

    @Override
    public Payload asked() {
      return question.asked();
    }

    @Override
    public List<Field> fields() {
      List<Field> fields = new ArrayList<>();
      encoder.ifPresent(map -> fields.addAll(Field.nested("encoder", map)));
      fields.addAll(Field.nested("question", question));
      return fields;
    }
  }

  /**
   * Tells the clusters of this round and asks for sums by cluster of the embedded records, beside
   * which each has a 1 in the column of its cluster one round before: together they give the
   * prototypes and how many records moved.
   */
  @Payload.Name("centers")
  record CentersQuestion(Payload answer) implements Payload {
    public static CentersQuestion of(Fields fields) {
      return new CentersQuestion(fields.nested("answer", PayloadKinds::nested));
    }
  }

  /**
   * Says which round's clusters are the answer, and asks for their sizes, with the sums of the
   * records themselves where no common network could label a new one.
   *
   * @param round that is chosen; 0 is before the first
   * @param wantsSums whether records are added up by cluster
   */
  @Payload.Name("choice")
  record ChoiceQuestion(int round, boolean wantsSums) implements Payload {
    public ChoiceQuestion {
      if (round < 0) {
        throw new IllegalArgumentException("A round is negative.");
      }
    }
  }

  /**
   * A round's answer.
   *
   * @param number 0 before the first training towards prototypes
   * @param weights of the common network
   * @param found the clusters of the embedded records
   * @param centers their prototypes
   * @param findings of the clustering
   */
  private record Round(
      int number, Vector weights, Clustering found, RoundCenters centers, RoundFindings findings) {}

  /** Makes rounds in which sites draw their records by shares. */
  PrototypeRounds(StudyPlan plan, CoordinatorContext context, Sites sites, Vector shares) {
    this.plan = plan;
    this.options = PlusOptions.of(plan);
    this.context = context;
    this.sites = sites;
    this.network = options.network(plan);
    this.shares = shares;
  }

  /**
   * Returns the answer of the chosen round.
   *
   * @param weights of the common network after pre-training; none where every site has its own
   */
  Clustering run(Vector weights) {
    int most = options.prototypes().rounds();
    RoundFindings findings = new RoundFindings();
    Clustering found = cluster(weights, plan.clusters(), findings);
    if (most == 0 && !isAlone() && found.answers().isEmpty()) {
      findings.tell(context.findings());
      return embedded(weights, found); // there is nothing to choose from
    }
    RoundCenters first = RoundCenters.first(sums(found), network.dimension());
    Round round = new Round(0, weights, found, first, findings);
    report(round);
    Round best = round;
    double mostStable = Math.max(0, findings.stability());
    boolean stands = false;
    while (round.number() < most && !stands) {
      round = next(round);
      report(round);
      mostStable = Math.max(mostStable, round.findings().stability());
      if (round.findings().stability() >= mostStable - AS_STABLE) {
        best = round;
      }
      stands = round.centers().changed() < CHANGED || losses.standsStill();
    }
    return settled(best, round.number());
  }

  private boolean isAlone() {
    return options.prototypes().isAlone();
  }

  private EncoderMap encoder(Vector of) {
    return new EncoderMap(network, of, options.prototypes().hasGradients());
  }

  /** Clusters the records as the present networks embed them. */
  private Clustering cluster(Vector weights, ClusterCount count, RoundFindings findings) {
    EncoderMap encoder = encoder(weights);
    Optional<EncoderMap> common = isAlone() ? Optional.empty() : Optional.of(encoder);
    int d = encoder.outputDimension(plan.input().dimension());
    return PlusOptions.ofEmbedded(plan)
        .coordinate(
            PlusOptions.embedded(plan, count, d),
            new CoordinatorContext(context.seed(), context.parallel(), findings, d),
            new PreparedSites(sites, question -> new EncodedQuestion(common, question)));
  }

  /** Asks for the sums of the embedded records by their clusters. */
  private ClusterSums sums(Clustering found) {
    Payload told =
        found.answers().isEmpty() ? found.model().clusters() : new SiteAnswers(found.answers());
    int count = found.model().clusters().clusterCount();
    return sites.total(
        new CentersQuestion(told), ClusterSums.zero(count, network.dimension() + count));
  }

  /** Trains towards the prototypes of a round, and clusters again. */
  private Round next(Round before) {
    int number = before.number() + 1;
    TrainQuestion training =
        new TrainQuestion(
            before.weights(),
            options.rounds() + number,
            options.rounds() + options.prototypes().rounds(),
            options.passes(),
            PlusOptions.LEARNING_RATE,
            shares);
    WeightSums trained =
        sites.total(
            new RefineQuestion(
                training, before.centers().prototypes(), options.prototypes().weight()),
            WeightSums.zero(before.weights().size()));
    losses.add(trained.loss() / trained.records());
    Vector weights = Weights.mean(trained);
    RoundFindings findings = new RoundFindings();
    int count = before.found().model().clusters().clusterCount(); // once found, it stays
    Clustering found = cluster(weights, ClusterCount.of(count), findings);
    RoundCenters centers = before.centers().next(sums(found), network.dimension());
    return new Round(number, weights, found, centers, findings);
  }

  private void report(Round round) {
    show(round);
    String graph =
        String.format(
            Locale.ROOT,
            "eigengap %.3f, stability %.3f",
            round.findings().eigengap(),
            round.findings().stability());
    int rounds = options.prototypes().rounds();
    if (round.number() == 0) {
      context.report("before prototype rounds", graph);
      return;
    }
    context.report(
        "prototype round %d of %d".formatted(round.number(), rounds),
        String.format(
            Locale.ROOT,
            "loss %.4f, %.1f %% of records changed cluster, %s",
            losses.last(),
            100 * round.centers().changed(),
            graph));
  }

  private void show(Round round) {
    Map<String, Double> signals = new HashMap<>();
    signals.put(Findings.EIGENGAP, round.findings().eigengap());
    signals.put(Findings.STABILITY, round.findings().stability());
    if (round.number() > 0) {
      signals.put("loss", losses.last());
      signals.put("changed", round.centers().changed());
    }
    context.show(new Diagnostics.Signals(STAGE, round.number(), signals));
    if (!isAlone() && options.trains()) {
      try (Encoder common = Weights.encoder(network, round.weights())) {
        String name = "prototypes as the network draws them, round %d".formatted(round.number());
        common
            .decode(round.centers().prototypes())
            .ifPresent(
                images ->
                    new ClusterImages(plan, context).show(name, images, round.centers().mass()));
      }
    }
  }

  /** Tells the sites which round is the answer. */
  private Clustering settled(Round best, int rounds) {
    int count = best.found().model().clusters().clusterCount();
    ClusterSums sums =
        sites.total(
            new ChoiceQuestion(best.number(), isAlone()),
            ClusterSums.zero(count, isAlone() ? context.dimension() : 0));
    best.findings().tell(context.findings());
    context.report(
        "chosen round",
        String.format(
            Locale.ROOT,
            "%d of %d, the latest whose clusters are as stable as any (%.3f); no label is used",
            best.number(),
            rounds,
            best.findings().stability()));
    return isAlone() ? nearestMean(sums) : embedded(best.weights(), best.found());
  }

  /** Returns an answer about records as one about embedded records. */
  private Clustering embedded(Vector by, Clustering found) {
    return found.after(options.trains() ? List.of(encoder(by)) : List.of(), plan);
  }

  /**
   * Returns a model by the clusters' means among the records themselves. Networks that differ from
   * site to site label no new record, so this does, and not always as the sites label theirs.
   */
  private Clustering nearestMean(ClusterSums sums) {
    int count = sums.counts().size();
    int[] used = sums.used();
    Matrix means = sums.means(used, plan.input().dimension());
    new ClusterImages(plan, context).showMeans(sums);
    return Clustering.of(plan, new NearestPrototype(means, IntVector.of(used), count));
  }
}
