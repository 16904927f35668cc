package io.coterie.deep;

import io.coterie.features.HogMap;
import io.coterie.features.Project;
import io.coterie.features.RecordMap;
import io.coterie.features.Representation;
import io.coterie.math.Matrix;
import io.coterie.math.Pca;
import io.coterie.math.Vector;
import io.coterie.method.CoordinatorContext;
import io.coterie.method.Reply;
import io.coterie.method.Step;
import io.coterie.protocol.AnchorSums;
import io.coterie.protocol.FeatureScatter;
import io.coterie.protocol.FeatureSums;
import io.coterie.protocol.InputKind;
import io.coterie.protocol.SiteMessage;
import io.coterie.protocol.StudyPlan;
import io.coterie.protocol.WeightSums;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SplittableRandom;

/**
 * Finds anchors by sums over the sites, and the share of all records at each: by these shares every
 * site draws what it trains on ({@link DrawWeights}).
 */
final class SharedAnchors {
  private static final int ANCHORS = 256;
  private static final int AXES = 50;
  private static final int LLOYD_ROUNDS = 6;

  private final StudyPlan plan;
  private final CoordinatorContext context;
  private Stage stage = Stage.SUMS;
  private Vector mean;
  private Matrix anchors;
  private Vector shares = Vector.of();
  private int lloydRounds;

  private enum Stage {
    SUMS,
    SCATTER,
    ANCHORS,
    DRAWS
  }

  SharedAnchors(StudyPlan plan, CoordinatorContext context) {
    this.plan = plan;
    this.context = context;
  }

  Step start() {
    List<RecordMap> steps = new ArrayList<>();
    if (plan.input().kind() instanceof InputKind.Image image) {
      steps.add(new HogMap(image));
    }
    int d = new Representation(steps).outputDimension(context.dimension());
    return new Step.Ask(ShareQuestion.sums(steps), Reply.sum(FeatureSums.zero(d)));
  }

  /** Takes the sites' sums and returns what to ask next; nothing when the shares are known. */
  Optional<Step> next(List<SiteMessage> replies) {
    return switch (stage) {
      case SUMS -> Optional.of(afterSums(SiteMessage.total(replies, FeatureSums.class)));
      case SCATTER -> Optional.of(afterScatter(SiteMessage.total(replies, FeatureScatter.class)));
      case ANCHORS -> Optional.of(afterAnchors(SiteMessage.total(replies, AnchorSums.class)));
      case DRAWS -> {
        report(SiteMessage.total(replies, WeightSums.class));
        yield Optional.empty();
      }
    };
  }

  /** Returns the share of all records at each anchor. */
  Vector shares() {
    return shares;
  }

  private Step afterSums(FeatureSums sums) {
    double[] values = sums.sums().toArray();
    for (int j = 0; j < values.length; j++) {
      values[j] /= Math.max(1, sums.records());
    }
    mean = Vector.of(values);
    stage = Stage.SCATTER;
    return new Step.Ask(ShareQuestion.scatter(mean), Reply.sum(FeatureScatter.zero(values.length)));
  }

  private Step afterScatter(FeatureScatter scatter) {
    int axes = Math.min(AXES, mean.size());
    Pca pca = Pca.of(scatter.symmetric(), mean.toArray(), axes);
    anchors = drawn(pca, scatter.symmetric());
    stage = Stage.ANCHORS;
    return askAnchors(List.of(new Project(mean, pca.axes())));
  }

  /** Draws anchors from a Gaussian of the records' spread: no record is needed for it. */
  private Matrix drawn(Pca pca, Matrix scatter) {
    Matrix axes = pca.axes();
    double total = 0;
    double[] spread = new double[axes.columns()];
    for (int a = 0; a < spread.length; a++) {
      for (int i = 0; i < scatter.rows(); i++) {
        for (int j = 0; j < scatter.columns(); j++) {
          spread[a] += axes.at(i, a) * scatter.at(i, j) * axes.at(j, a);
        }
      }
      total += spread[a];
    }
    SplittableRandom random = context.seed().child("anchors").random();
    Matrix drawn = Matrix.zeros(ANCHORS, spread.length);
    for (int p = 0; p < ANCHORS; p++) {
      for (int a = 0; a < spread.length; a++) {
        drawn.set(p, a, random.nextGaussian() * Math.sqrt(spread[a] / Math.max(total, 1e-300)));
      }
    }
    return drawn;
  }

  private Step askAnchors(List<RecordMap> steps) {
    return new Step.Ask(
        ShareQuestion.anchors(steps, anchors),
        Reply.sum(AnchorSums.zero(anchors.rows(), anchors.columns())));
  }

  private Step afterAnchors(AnchorSums sums) {
    lloydRounds++;
    if (lloydRounds > LLOYD_ROUNDS) {
      double records = sums.counts().sum();
      double[] parts = sums.counts().toArray();
      for (int p = 0; p < parts.length; p++) {
        parts[p] /= Math.max(1, records);
      }
      shares = Vector.of(parts);
      stage = Stage.DRAWS;
      return new Step.Ask(ShareQuestion.draws(shares), Reply.sum(WeightSums.zero(2)));
    }
    Matrix moved = anchors.copy();
    for (int p = 0; p < moved.rows(); p++) {
      for (int j = 0; sums.counts().at(p) > 0 && j < moved.columns(); j++) {
        moved.set(p, j, sums.sums().at(p, j) / sums.counts().at(p));
      }
    }
    anchors = moved;
    return askAnchors(List.of());
  }

  private void report(WeightSums draws) {
    double records = Math.max(1, draws.records());
    context
        .findings()
        .report(
            "resampling",
            String.format(
                Locale.ROOT,
                "drawn by anchor shares, cap %d; %.1f %% of the draws differ from the site's own"
                    + " mixture on average, %.1f %% of the records at the cap",
                PlusOptions.of(plan).cap(),
                100 * draws.weights().at(0) / records,
                100 * draws.weights().at(1) / records));
  }
}
