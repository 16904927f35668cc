package io.coterie.deep;

import io.coterie.deep.network.Classifier;
import io.coterie.deep.network.EncoderPlan;
import io.coterie.deep.network.Training;
import io.coterie.deep.network.TrainingLog;
import io.coterie.math.Matrix;
import io.coterie.math.Vector;
import io.coterie.method.SiteContext;
import io.coterie.method.SitePart;
import io.coterie.model.NearestPrototype;
import io.coterie.protocol.CoordinatorMessage;
import io.coterie.protocol.Labels;
import io.coterie.protocol.Payload;
import io.coterie.protocol.SiteMessage;
import io.coterie.protocol.StudyPlan;
import io.coterie.protocol.WeightSums;

/** The site part of SPP-FGC+: trains on its own records, then clusters what the network makes. */
final class PlusSite implements SitePart {
  private final StudyPlan plan;
  private final PlusOptions options;
  private final SiteContext context;
  private final Matrix records;
  private final SiteShares shares;
  private final SiteNetwork network;
  private final SiteRounds rounds;
  private Labels ofGraph;
  private int[] taught = {};
  private Matrix sure;

  PlusSite(StudyPlan plan, SiteContext context) {
    this.plan = plan;
    this.options = PlusOptions.of(plan);
    this.context = context;
    this.records = context.data().records();
    this.shares = new SiteShares(context, plan.privacy().smallestGroup(), options.cap());
    this.network = new SiteNetwork(plan, context, shares);
    this.rounds = new SiteRounds(plan, context, network);
  }

  @Override
  public SiteMessage reply(CoordinatorMessage message) {
    Payload question = message.payload();
    if (question instanceof ShareQuestion share) {
      return context.gate().release(shares.measure(share));
    } else if (question instanceof TrainQuestion train) {
      return context.gate().release(network.train(train));
    } else if (question instanceof EncodedQuestion encoded) {
      return rounds.begin(message.round(), encoded);
    } else if (question instanceof CentersQuestion centers) {
      return context.gate().release(rounds.centers(message.round(), centers));
    } else if (question instanceof RefineQuestion refine) {
      return context.gate().release(network.refine(refine));
    } else if (question instanceof ChoiceQuestion choice) {
      return context.gate().release(rounds.choose(choice));
    } else if (question instanceof TeachQuestion teach) {
      return context.gate().release(teach(message.round(), teach));
    } else if (question instanceof AdoptQuestion adopt) {
      return context.gate().release(agreement(adopt.network()));
    }
    return rounds.reply(message);
  }

  private WeightSums teach(int round, TeachQuestion question) {
    question
        .answer()
        .ifPresent(
            answer -> {
              ofGraph = rounds.labels(new CoordinatorMessage(round, answer));
              taught = ofGraph.toArray();
            });
    TrainQuestion training = question.training();
    EncoderPlan network =
        new EncoderPlan(
            EncoderPlan.CLASSIFIER,
            plan.input().kind(),
            records.columns(),
            ofGraph.clusterCount(),
            options.width());
    try (Classifier classifier = new Classifier(network, context.seed())) {
      Weights.load(classifier, training.weights());
      if (question.learnsFromItself()) {
        taught = likeliest(classifier.embed(records));
      }
      TrainingLog log =
          classifier.teach(
              records,
              taught,
              Training.of(
                      training.passes(),
                      PlusOptions.TEACHING_BATCH,
                      training.learningRate(),
                      context.seed().child("teach").child(training.round()))
                  .drawing(shares.drawWeights(training.shares())));
      return Weights.sums(classifier, records.rows(), log.loss());
    }
  }

  private static int[] likeliest(Matrix sure) {
    int[] best = new int[sure.rows()];
    for (int i = 0; i < best.length; i++) {
      for (int c = 1; c < sure.columns(); c++) {
        best[i] = sure.at(i, c) > sure.at(i, best[i]) ? c : best[i];
      }
    }
    return best;
  }

  private WeightSums agreement(EncoderMap network) {
    sure = network.apply(records, context.parallel());
    int[] said = likeliest(sure);
    int agreed = 0;
    for (int i = 0; i < said.length; i++) {
      agreed += said[i] == ofGraph.of(i) ? 1 : 0;
    }
    return new WeightSums(said.length, Vector.of(agreed), 0);
  }

  @Override
  public Labels labels(CoordinatorMessage answer) {
    // The network's answer has a corner for each cluster; the graph's has anchors.
    if (sure != null && answer.payload() instanceof NearestPrototype corners) {
      return corners.label(sure, context.parallel());
    }
    return rounds.labels(answer);
  }
}
