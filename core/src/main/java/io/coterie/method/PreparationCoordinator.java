package io.coterie.method;

import io.coterie.CoterieException;
import io.coterie.features.FillMissing;
import io.coterie.features.HogMap;
import io.coterie.features.NormalizeRows;
import io.coterie.features.Project;
import io.coterie.features.RecordMap;
import io.coterie.features.Representation;
import io.coterie.features.SignedLog;
import io.coterie.features.Standardize;
import io.coterie.math.Pca;
import io.coterie.math.Vector;
import io.coterie.model.FittedModel;
import io.coterie.protocol.FeatureRange;
import io.coterie.protocol.FeatureScatter;
import io.coterie.protocol.FeatureSums;
import io.coterie.protocol.InputPlan;
import io.coterie.protocol.Scaling;
import io.coterie.protocol.SiteMessage;
import io.coterie.protocol.StudyPlan;
import io.coterie.protocol.SumUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Chooses the representation from sums over the sites' features, then lets the method's own
 * coordinator part go on.
 *
 * <ul>
 *   <li>Images: oriented gradients, then the 60 principal axes.
 *   <li>Feature vectors: unit rows, then the 64 principal axes; with many clusters twice as many
 *       axes as clusters, and unit rows again.
 *   <li>Tables: z-score where the largest feature deviation exceeds 100 times the smallest.
 * </ul>
 */
final class PreparationCoordinator implements CoordinatorPart {
  /** The largest ratio of two features' deviations that a table keeps as it is. */
  private static final double ONE_SCALE = 100;

  /** What a white pixel is in the files that there are. */
  private static final double[] BRIGHTEST = {1, 16, 255, 65_535};

  /** So much of it the mean and a deviation may be. */
  private static final double ABOVE = 1.2;

  /** A deviation below this, in units of the feature's own size, is rounding. */
  private static final double CONSTANT = 1e-12;

  private final FederatedMethod method;
  private final StudyPlan plan;
  private final CoordinatorContext context;
  private final List<RecordMap> pending = new ArrayList<>();
  private Representation representation = Representation.identity();
  private Stage stage = Stage.START;
  private CoordinatorPart part;
  private Vector mean;
  private double recordCount;
  private SumUnit unit = SumUnit.NONE;

  private enum Stage {
    START,
    SUMS,
    DEVIATIONS,
    RANGE,
    SCALED_SUMS,
    SCATTER,
    PREPARED
  }

  PreparationCoordinator(FederatedMethod method, StudyPlan plan, CoordinatorContext context) {
    this.method = method;
    this.plan = plan;
    this.context = context;
  }

  @Override
  public Step next(List<SiteMessage> replies) {
    return switch (stage) {
      case START -> start();
      case SUMS -> afterSums(SiteMessage.total(replies, FeatureSums.class));
      case DEVIATIONS -> afterDeviations(SiteMessage.total(replies, FeatureSums.class));
      case RANGE -> afterRange(replies);
      case SCALED_SUMS -> afterScaledSums(SiteMessage.total(replies, FeatureSums.class));
      case SCATTER -> afterScatter(SiteMessage.total(replies, FeatureScatter.class));
      case PREPARED -> finished(part.next(replies));
    };
  }

  private Step start() {
    InputPlan input = plan.input();
    if (usesHog()) {
      pending.add(new HogMap(input.kind().asImage()));
    }
    boolean unitRows =
        input.scaling() == Scaling.L2
            || (input.kind().isVectors() && input.scaling() == Scaling.AUTO);
    if (unitRows || input.scaling() == Scaling.L1) {
      pending.add(new NormalizeRows(unitRows ? 2 : 1));
    }
    return ask(Stage.SUMS, Measure.SUMS, Vector.of());
  }

  private Step afterSums(FeatureSums sums) {
    mean = meanOf(sums);
    recordCount = sums.records();
    if (hasMissing(sums)) {
      if (usesHog() || isPixels()) {
        throw CoterieException.badData(
            "Some pixels are missing; images must be complete. Drop such records (--missing drop).");
      }
      pending.add(new FillMissing(mean));
      context.findings().report("missing", "filled with the means over all sites");
    }
    Scaling scaling = plan.input().scaling();
    boolean autoTable = scaling == Scaling.AUTO && plan.input().kind().isTable();
    if (autoTable || isPixels() || scaling == Scaling.ZSCORE) {
      return ask(Stage.DEVIATIONS, Measure.DEVIATIONS, mean);
    } else if (scaling == Scaling.MINMAX) {
      return ask(Stage.RANGE, Measure.RANGE, Vector.of());
    }
    return axesOrMethod();
  }

  private boolean usesHog() {
    return plan.input().usesHog() && !method.learnsFeatures(plan);
  }

  /** Returns whether the method gets pixels; all of them have one scale. */
  private boolean isPixels() {
    return plan.input().kind().isImage() && method.learnsFeatures(plan);
  }

  private Step afterDeviations(FeatureSums squares) {
    if (isPixels()) {
      pending.add(oneScale(squares));
      return startMethod();
    }
    double[] deviations = new double[mean.size()];
    double smallest = Double.POSITIVE_INFINITY;
    double largest = 0;
    for (int j = 0; j < deviations.length; j++) {
      deviations[j] = Math.sqrt(squares.sums().at(j) / Math.max(1, squares.present().at(j)));
      if (deviations[j] > rounding(mean.at(j))) {
        smallest = Math.min(smallest, deviations[j]);
        largest = Math.max(largest, deviations[j]);
      }
    }
    boolean asked = plan.input().scaling() == Scaling.ZSCORE;
    unit = SumUnits.ofTable(recordCount, mean, squares, smallest);
    if (asked || largest > ONE_SCALE * smallest) {
      unit = SumUnits.ofStandardized(recordCount, mean.size());
      for (int j = 0; j < deviations.length; j++) {
        deviations[j] = deviations[j] > rounding(mean.at(j)) ? deviations[j] : 1;
      }
      pending.add(new Standardize(mean, Vector.of(deviations)));
      mean = Vector.of(new double[mean.size()]);
      if (!asked && method.drawsInTails()) {
        pending.add(new SignedLog());
      }
    }
    return axesOrMethod();
  }

  /**
   * Returns the step to pixels from 0 to 1: the brightest that they can be is told by their sums.
   */
  private Standardize oneScale(FeatureSums squares) {
    int d = mean.size();
    double grey = 0;
    double square = 0;
    for (int j = 0; j < d; j++) {
      grey += mean.at(j) / d;
      double within = squares.sums().at(j) / Math.max(1, squares.present().at(j));
      square += (within + mean.at(j) * mean.at(j)) / d;
    }
    double typical = grey + Math.sqrt(Math.max(0, square - grey * grey));
    double brightest = BRIGHTEST[BRIGHTEST.length - 1];
    for (int k = BRIGHTEST.length - 1; k >= 0; k--) {
      brightest = typical <= ABOVE * BRIGHTEST[k] ? BRIGHTEST[k] : brightest;
    }
    double[] scales = new double[d];
    Arrays.fill(scales, brightest);
    return new Standardize(Vector.of(new double[d]), Vector.of(scales));
  }

  /** Returns the deviation that a constant feature of this size may show. */
  private static double rounding(double size) {
    return CONSTANT * Math.max(1, Math.abs(size));
  }

  private Step afterRange(List<SiteMessage> replies) {
    FeatureRange range = replies.get(0).payloadAs(FeatureRange.class);
    for (SiteMessage reply : replies.subList(1, replies.size())) {
      range = range.union(reply.payloadAs(FeatureRange.class));
    }
    double[] widths = new double[mean.size()];
    for (int j = 0; j < widths.length; j++) {
      double width = range.largest().at(j) - range.smallest().at(j);
      widths[j] = width > CONSTANT ? width : 1;
    }
    pending.add(new Standardize(range.smallest(), Vector.of(widths)));
    return principalAxes().isPresent()
        ? ask(Stage.SCALED_SUMS, Measure.SUMS, Vector.of())
        : startMethod();
  }

  private Step afterScaledSums(FeatureSums sums) {
    mean = meanOf(sums);
    return axesOrMethod();
  }

  private Step axesOrMethod() {
    return principalAxes().isPresent() ? ask(Stage.SCATTER, Measure.SCATTER, mean) : startMethod();
  }

  private Step afterScatter(FeatureScatter scatter) {
    int axes = (int) Math.min(principalAxes().orElseThrow(), Math.max(1, recordCount - 1));
    Pca pca = Pca.of(scatter.symmetric(), mean.toArray(), axes);
    pending.add(new Project(mean, pca.axes()));
    unit = SumUnits.ofProjected(recordCount, scatter, axes);
    if (AnchorProfile.of(plan).usesDirections()) {
      pending.add(new NormalizeRows(2));
      unit = SumUnits.ofUnitRows(recordCount, axes);
    }
    return startMethod();
  }

  /** Returns how many principal axes are kept, if records are projected at all. */
  private Optional<Integer> principalAxes() {
    int dimension = representation.then(pending).outputDimension(plan.input().dimension());
    return AnchorProfile.of(plan).principalAxes().filter(axes -> axes < dimension);
  }

  private Step startMethod() {
    List<RecordMap> last = takePending();
    context.findings().report("representation", representation.describe());
    part = method.coordinator(plan, context.with(dimension(), unit, Reach.of(representation)));
    stage = Stage.PREPARED;
    Step first = part.next(List.of());
    if (first instanceof Step.Ask ask) {
      return new Step.Ask(new PreparedQuestion(last, ask.question()), ask.reply());
    }
    throw new IllegalStateException(
        "Method %s finished before it asked anything.".formatted(method.name()));
  }

  private Step finished(Step step) {
    if (step instanceof Step.Finish finish) {
      return new Step.Finish(
          new FittedModel(
              plan.input().dimension(),
              representation.then(finish.model().representation().steps()),
              finish.model().clusters()),
          finish.answers());
    }
    return step;
  }

  private Step ask(Stage next, Measure measure, Vector center) {
    stage = next;
    List<RecordMap> steps = takePending();
    int d = dimension();
    Reach reach = Reach.of(representation);
    Reply reply =
        switch (measure) {
          case SUMS -> Reply.sum(FeatureSums.zero(d), reach::requireSums);
          case DEVIATIONS -> Reply.sum(FeatureSums.zero(d), PreparationCoordinator::requireSquares);
          case SCATTER ->
              Reply.sum(
                  FeatureScatter.zero(d),
                  scatter -> reach.requireScatter(scatter, center, recordCount));
          case RANGE -> Replies.range(d);
        };
    return new Step.Ask(new PreparationQuestion(steps, measure, center), reply);
  }

  private static void requireSquares(FeatureSums squares) {
    for (int j = 0; j < squares.sums().size(); j++) {
      Reply.require(squares.sums().at(j) >= 0, "a sum of squares is negative");
    }
  }

  /** Returns how many values a record has after the steps so far. */
  private int dimension() {
    return representation.outputDimension(plan.input().dimension());
  }

  private List<RecordMap> takePending() {
    List<RecordMap> steps = List.copyOf(pending);
    representation = representation.then(steps);
    pending.clear();
    return steps;
  }

  private static Vector meanOf(FeatureSums sums) {
    double[] mean = sums.sums().toArray();
    for (int j = 0; j < mean.length; j++) {
      mean[j] /= Math.max(1, sums.present().at(j));
    }
    return Vector.of(mean);
  }

  private static boolean hasMissing(FeatureSums sums) {
    for (int j = 0; j < sums.present().size(); j++) {
      if (sums.present().at(j) < sums.records()) {
        return true;
      }
    }
    return false;
  }
}
