package io.coterie.deep.plus;

import io.coterie.deep.GroupSums;
import io.coterie.features.RecordMap;
import io.coterie.features.Representation;
import io.coterie.features.internal.HogMap;
import io.coterie.features.internal.Project;
import io.coterie.math.Matrix;
import io.coterie.math.Vector;
import io.coterie.math.internal.linear.Pca;
import io.coterie.message.Field;
import io.coterie.message.Fields;
import io.coterie.message.Payload;
import io.coterie.message.internal.AnchorSums;
import io.coterie.message.internal.FeatureScatter;
import io.coterie.message.internal.FeatureSums;
import io.coterie.message.internal.WeightSums;
import io.coterie.method.CoordinatorContext;
import io.coterie.method.Sites;
import io.coterie.plan.InputKind;
import io.coterie.plan.StudyPlan;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;

/**
 * Finds anchors by sums over the sites, and the share of all records at each: by these shares every
 * site draws what it trains on ({@link DrawWeights}).
 */
record SharedAnchors(StudyPlan plan, CoordinatorContext context, Sites sites) {
  static final int ANCHORS = 256;
  static final int AXES = 50;
  static final int LLOYD_ROUNDS = 6;

  /**
   * Asks for sums by which the sites find shared anchors before they train.
   *
   * @param measure what to add up
   * @param steps from a record to the space of the anchors; none but for the first sums
   * @param center about which the scatter is taken; of draws, the shares of the anchors
   * @param anchors around which records are added up
   */
  record ShareQuestion(Measure measure, List<RecordMap> steps, Vector center, Matrix anchors)
      implements Payload {
    /** What is added up. */
    enum Measure {
      SUMS,
      SCATTER,
      ANCHORS,
      /** How what is drawn differs from what there is. */
      DRAWS
    }

    public ShareQuestion {
      steps = List.copyOf(steps);
    }

    static ShareQuestion sums(List<RecordMap> steps) {
      return new ShareQuestion(Measure.SUMS, steps, Vector.of(), Matrix.zeros(0, 0));
    }

    static ShareQuestion scatter(Vector center) {
      return new ShareQuestion(Measure.SCATTER, List.of(), center, Matrix.zeros(0, 0));
    }

    static ShareQuestion anchors(List<RecordMap> steps, Matrix anchors) {
      return new ShareQuestion(Measure.ANCHORS, steps, Vector.of(), anchors);
    }

    static ShareQuestion draws(Vector shares) {
      return new ShareQuestion(Measure.DRAWS, List.of(), shares, Matrix.zeros(0, 0));
    }

    public static ShareQuestion of(Fields fields) {
      return new ShareQuestion(
          Measure.valueOf(fields.text("measure")),
          Representation.of(fields).steps(),
          fields.vector("center"),
          fields.numbers("anchors"));
    }

    @Override
    public List<Field> fields() {
      List<Field> fields = new ArrayList<>(new Representation(steps).fields());
      fields.add(new Field.Text("measure", measure.name()));
      fields.add(Field.numbers("center", center));
      fields.add(new Field.Numbers("anchors", anchors));
      return fields;
    }
  }

  Vector shares() {
    List<RecordMap> steps = new ArrayList<>();
    if (plan.input().kind() instanceof InputKind.Image image) {
      steps.add(new HogMap(image));
    }
    int d = new Representation(steps).outputDimension(context.dimension());
    Vector mean = mean(sites.total(ShareQuestion.sums(steps), FeatureSums.zero(d)));
    Matrix scatter = sites.total(ShareQuestion.scatter(mean), FeatureScatter.zero(d)).symmetric();
    Pca pca = Pca.of(scatter, mean.toArray(), Math.min(AXES, d));
    Matrix anchors = drawn(pca, scatter);
    AnchorSums sums = around(anchors, List.of(new Project(mean, pca.axes())));
    for (int round = 0; round < LLOYD_ROUNDS; round++) {
      anchors = GroupSums.moved(anchors, sums);
      sums = around(anchors, List.of());
    }
    Vector shares = shares(sums.counts());
    report(sites.total(ShareQuestion.draws(shares), WeightSums.zero(2)));
    return shares;
  }

  private AnchorSums around(Matrix anchors, List<RecordMap> steps) {
    return sites.total(
        ShareQuestion.anchors(steps, anchors), AnchorSums.zero(anchors.rows(), anchors.columns()));
  }

  private static Vector mean(FeatureSums sums) {
    double[] values = sums.sums().toArray();
    for (int j = 0; j < values.length; j++) {
      values[j] /= Math.max(1, sums.records());
    }
    return Vector.of(values);
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

  private static Vector shares(Vector counts) {
    double records = counts.sum();
    double[] parts = counts.toArray();
    for (int p = 0; p < parts.length; p++) {
      parts[p] /= Math.max(1, records);
    }
    return Vector.of(parts);
  }

  private void report(WeightSums draws) {
    double records = Math.max(1, draws.records());
    context.report(
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
