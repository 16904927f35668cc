package io.coterie.deep;

import io.coterie.deep.network.Encoder;
import io.coterie.deep.network.EncoderPlan;
import io.coterie.features.RecordMap;
import io.coterie.features.Representation;
import io.coterie.math.IntVector;
import io.coterie.math.Matrix;
import io.coterie.math.Vector;
import io.coterie.method.CoordinatorContext;
import io.coterie.method.CoordinatorContext.Findings;
import io.coterie.method.CoordinatorPart;
import io.coterie.method.Reply;
import io.coterie.method.Sketch;
import io.coterie.method.Step;
import io.coterie.model.FittedModel;
import io.coterie.model.NearestPrototype;
import io.coterie.protocol.ClusterCount;
import io.coterie.protocol.ClusterSums;
import io.coterie.protocol.Payload;
import io.coterie.protocol.SiteMessage;
import io.coterie.protocol.StudyPlan;
import io.coterie.protocol.WeightSums;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

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
  /** Training ends when fewer than this part of the records changed cluster, as DEC does. */
  private static final double CHANGED = 0.001;

  /** Smaller differences of stability, a mean of three draws, tell nothing. */
  private static final double AS_STABLE = 0.02;

  private final StudyPlan plan;
  private final PlusOptions options;
  private final CoordinatorContext context;
  private final EncoderPlan network;
  private final Vector shares;
  private final LossLog losses = new LossLog();
  private Stage stage = Stage.CLUSTERING;
  private int round;
  private Vector weights;
  private RoundFindings findings;
  private CoordinatorPart part;
  private Step.Finish found;
  private RoundCenters centers;
  private Candidate best;
  private double mostStable;
  private Step.Finish answer;

  private enum Stage {
    CLUSTERING,
    CENTERS,
    TRAINING,
    CHOICE
  }

  /** A round's answer, which is kept until a later one is as good. */
  private record Candidate(int round, Vector weights, Step.Finish answer, RoundFindings findings) {}

  /**
   * Makes the rounds.
   *
   * @param weights of the common network after pre-training; none where every site has its own
   */
  PrototypeRounds(StudyPlan plan, CoordinatorContext context, Vector shares, Vector weights) {
    this.plan = plan;
    this.options = PlusOptions.of(plan);
    this.context = context;
    this.network = options.network(plan);
    this.shares = shares;
    this.weights = weights;
  }

  private boolean isAlone() {
    return options.prototypes().isAlone();
  }

  private EncoderMap encoder(Vector of) {
    return new EncoderMap(network, of, options.prototypes().hasGradients());
  }

  /** Asks for the clusters of the records as the present networks embed them. */
  Step start() {
    int d = encoder(weights).outputDimension(plan.input().dimension());
    ClusterCount count =
        found == null
            ? plan.clusters()
            : ClusterCount.of(found.model().clusters().clusterCount()); // once found, it stays
    findings = new RoundFindings();
    part =
        PlusOptions.ofEmbedded(plan)
            .coordinator(
                PlusOptions.embedded(plan, count, d),
                new CoordinatorContext(context.seed(), context.parallel(), findings, d));
    stage = Stage.CLUSTERING;
    Step.Ask first = (Step.Ask) part.next(List.of());
    return new Step.Ask(
        new EncodedQuestion(
            isAlone() ? Optional.empty() : Optional.of(encoder(weights)), first.question()),
        first.reply());
  }

  /** Takes the sites' replies and returns what to do next; nothing when there is an answer. */
  Optional<Step> next(List<SiteMessage> replies) {
    return switch (stage) {
      case CLUSTERING -> clustered(part.next(replies));
      case CENTERS -> Optional.of(measured(SiteMessage.total(replies, ClusterSums.class)));
      case TRAINING -> Optional.of(trained(SiteMessage.total(replies, WeightSums.class)));
      case CHOICE -> {
        settle(SiteMessage.total(replies, ClusterSums.class));
        yield Optional.empty();
      }
    };
  }

  /** Returns the answer of the chosen round. */
  Step.Finish answer() {
    return answer;
  }

  private Optional<Step> clustered(Step step) {
    if (!(step instanceof Step.Finish finish)) {
      return Optional.of(step);
    }
    found = finish;
    if (options.prototypes().rounds() == 0 && !isAlone() && finish.answers().isEmpty()) {
      findings.tell(context.findings());
      answer = embedded(weights, finish);
      return Optional.empty(); // there is nothing to choose from
    }
    stage = Stage.CENTERS;
    Payload told =
        finish.answers().isEmpty() ? finish.model().clusters() : new SiteAnswers(finish.answers());
    int count = finish.model().clusters().clusterCount();
    return Optional.of(
        new Step.Ask(
            new CentersQuestion(told),
            Reply.sum(ClusterSums.zero(count, network.dimension() + count))));
  }

  private Step measured(ClusterSums sums) {
    int d = network.dimension();
    centers = centers == null ? RoundCenters.first(sums, d) : centers.next(sums, d);
    report();
    mostStable = Math.max(mostStable, findings.stability());
    if (findings.stability() >= mostStable - AS_STABLE) {
      best = new Candidate(round, weights, found, findings);
    }
    boolean stands = round > 0 && (centers.changed() < CHANGED || losses.standsStill());
    return round == options.prototypes().rounds() || stands ? choose() : train();
  }

  private void report() {
    show();
    String graph =
        String.format(
            Locale.ROOT,
            "eigengap %.3f, stability %.3f",
            findings.eigengap(),
            findings.stability());
    int rounds = options.prototypes().rounds();
    if (round == 0) {
      context.findings().report("before prototype rounds", graph);
      return;
    }
    context
        .findings()
        .report(
            "prototype round %d of %d".formatted(round, rounds),
            String.format(
                Locale.ROOT,
                "loss %.4f, %.1f %% of records changed cluster, %s",
                losses.last(),
                100 * centers.changed(),
                graph));
  }

  private void show() {
    Map<String, Double> signals = new HashMap<>();
    signals.put(Findings.EIGENGAP, findings.eigengap());
    signals.put(Findings.STABILITY, findings.stability());
    if (round > 0) {
      signals.put("loss", losses.last());
      signals.put("changed", centers.changed());
    }
    context.findings().show(new Sketch.Signals(StageNames.PROTOTYPES, round, signals));
    if (!isAlone() && options.trains()) {
      try (Encoder common = Weights.encoder(network, weights)) {
        String name = "prototypes as the network draws them, round %d".formatted(round);
        common
            .decode(centers.prototypes())
            .ifPresent(
                images -> new ClusterImages(plan, context).show(name, images, centers.mass()));
      }
    }
  }

  private Step train() {
    round++;
    stage = Stage.TRAINING;
    TrainQuestion training =
        new TrainQuestion(
            weights,
            options.rounds() + round,
            options.rounds() + options.prototypes().rounds(),
            options.passes(),
            PlusOptions.LEARNING_RATE,
            shares);
    return new Step.Ask(
        new RefineQuestion(training, centers.prototypes(), options.prototypes().weight()),
        Reply.sum(WeightSums.zero(weights.size())));
  }

  private Step trained(WeightSums sums) {
    weights = Weights.mean(sums);
    losses.add(sums.loss() / sums.records());
    return start();
  }

  private Step choose() {
    stage = Stage.CHOICE;
    int count = found.model().clusters().clusterCount();
    return new Step.Ask(
        new ChoiceQuestion(best.round, isAlone()),
        Reply.sum(ClusterSums.zero(count, isAlone() ? context.dimension() : 0)));
  }

  private void settle(ClusterSums sums) {
    best.findings.tell(context.findings());
    context
        .findings()
        .report(
            "chosen round",
            String.format(
                Locale.ROOT,
                "%d of %d, the latest whose clusters are as stable as any (%.3f); no label is used",
                best.round,
                round,
                best.findings.stability()));
    answer = isAlone() ? nearestMean(sums) : embedded(best.weights, best.answer);
  }

  /** Returns an answer about records as one about embedded records. */
  private Step.Finish embedded(Vector by, Step.Finish finish) {
    List<RecordMap> steps = new ArrayList<>();
    if (options.trains()) {
      steps.add(encoder(by));
    }
    steps.addAll(finish.model().representation().steps());
    return new Step.Finish(
        new FittedModel(
            plan.input().dimension(), new Representation(steps), finish.model().clusters()),
        finish.answers());
  }

  /**
   * Returns a model by the clusters' means among the records themselves. Networks that differ from
   * site to site label no new record, so this does, and not always as the sites label theirs.
   */
  private Step.Finish nearestMean(ClusterSums sums) {
    int count = sums.counts().size();
    int[] used = IntStream.range(0, count).filter(c -> sums.counts().at(c) > 0).toArray();
    Matrix means = ClusterImages.means(sums, used, plan.input().dimension());
    new ClusterImages(plan, context).showMeans(sums, used);
    return new Step.Finish(
        new FittedModel(
            plan.input().dimension(),
            Representation.identity(),
            new NearestPrototype(means, IntVector.of(used), count)),
        Map.of());
  }
}
