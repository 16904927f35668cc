package io.coterie.method.internal.prepare;

import io.coterie.CoterieException;
import io.coterie.features.FillMissing;
import io.coterie.features.RecordMap;
import io.coterie.features.Representation;
import io.coterie.features.internal.HogMap;
import io.coterie.features.internal.NormalizeRows;
import io.coterie.features.internal.OnLattice;
import io.coterie.features.internal.Project;
import io.coterie.features.internal.Regress;
import io.coterie.features.internal.SignedLog;
import io.coterie.features.internal.Standardize;
import io.coterie.math.Vector;
import io.coterie.math.internal.linear.Pca;
import io.coterie.message.internal.FeatureRange;
import io.coterie.message.internal.FeatureScatter;
import io.coterie.message.internal.FeatureSums;
import io.coterie.message.internal.SumUnit;
import io.coterie.method.Clustering;
import io.coterie.method.CoordinatorContext;
import io.coterie.method.FederatedMethod;
import io.coterie.method.Sites;
import io.coterie.method.anchor.AnchorProfile;
import io.coterie.method.internal.check.NormBound;
import io.coterie.method.internal.check.Replies;
import io.coterie.method.internal.prepare.PreparationQuestion.Measure;
import io.coterie.method.internal.prepare.PreparedMethod.PreparedSites;
import io.coterie.method.internal.prepare.table.TableCoordinator;
import io.coterie.method.internal.prepare.table.TableSite;
import io.coterie.plan.PrivacyLevel;
import io.coterie.plan.Scaling;
import io.coterie.plan.StudyPlan;
import io.coterie.plan.StudyPlan.InputPlan;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Chooses the representation from sums over the sites' features, then lets the method cluster the
 * records so represented.
 *
 * <ul>
 *   <li>Images: oriented gradients, then the 60 principal axes.
 *   <li>Feature vectors: unit rows, then the 64 principal axes; with many clusters twice as many
 *       axes as clusters, and unit rows again.
 *   <li>Tables: z-score where the largest feature deviation exceeds 100 times the smallest.
 * </ul>
 *
 * <p>Runs once.
 */
final class PreparationCoordinator {
  /** The largest ratio of two features' deviations that a table keeps as it is. */
  private static final double ONE_SCALE = 100;

  /** What a white pixel is in the files that there are. */
  private static final double[] BRIGHTEST = {1, 16, 255, 65_535};

  /** So much of it the mean and a deviation may be. */
  private static final double ABOVE = 1.2;

  /** Sums of squares over all records stay below 2^61 units, with room for sites that come late. */
  private static final int LATTICE_BITS = 57;

  /** A deviation below this, in units of the feature's own size, is rounding. */
  private static final double CONSTANT = 1e-12;

  private final FederatedMethod method;
  private final StudyPlan plan;
  private final CoordinatorContext context;
  private final Sites sites;
  private final FeatureMeasures measures;
  private final PreparationSchedule rules;

  /** Steps that go to the sites with the next question. */
  private final List<RecordMap> pending = new ArrayList<>();

  /** Steps that the sites know. */
  private Representation representation = Representation.identity();

  PreparationCoordinator(
      FederatedMethod method, StudyPlan plan, CoordinatorContext context, Sites sites) {
    this.method = method;
    this.plan = plan;
    this.context = context;
    this.sites = sites;
    this.measures =
        isExact()
            ? new ExactMeasures(sites, plan.privacy().smallestGroup())
            : new PlainMeasures(sites);
    this.rules = new PreparationSchedule(method, plan);
  }

  Clustering coordinate() {
    if (TableSite.isFor(plan)) {
      TableCoordinator.Prepared prepared = new TableCoordinator(plan, context, sites).prepare();
      pending.addAll(prepared.steps());
      return cluster(prepared.unit(), context.with(prepared.layout()));
    }
    InputPlan input = plan.input();
    Scaling scaling = input.scaling();
    // Public maps of single records come first: they need no sums.
    if (rules.usesHog()) {
      pending.add(new HogMap(input.kind().asImage()));
    }
    boolean unitRows = rules.hasUnitRows();
    if (unitRows || scaling == Scaling.L1) {
      pending.add(new NormalizeRows(unitRows ? 2 : 1));
    }
    // The first round: how many records there are, their mean, and whether values are missing.
    FeatureSums sums = sums();
    Vector mean = meanOf(sums);
    double records = sums.records();
    if (hasMissing(sums)) {
      fillMissing(mean);
    }
    // A network learns features of its own; of pixels it needs one scale and no more.
    if (rules.isPixels()) {
      pending.add(oneScale(mean, squares(mean)));
      return cluster(SumUnit.NONE);
    }
    SumUnit unit = SumUnit.NONE;
    if (rules.mayStandardize()) {
      // About the mean, so that deviations far smaller than the values are not lost by rounding.
      FeatureSums squares = squares(mean);
      Deviations deviations = Deviations.of(mean, squares);
      unit = SumUnits.ofTable(records, mean, squares, deviations.smallest());
      if (scaling == Scaling.ZSCORE || deviations.largest() > ONE_SCALE * deviations.smallest()) {
        unit = SumUnits.ofStandardized(records, mean.size());
        pending.add(new Standardize(mean, deviations.scales()));
        mean = Vector.of(new double[mean.size()]);
        if (scaling != Scaling.ZSCORE && method.drawsInTails()) {
          pending.add(new SignedLog());
        }
      }
    } else if (scaling == Scaling.MINMAX) {
      pending.add(minMax(range()));
      mean = principalAxes().isPresent() ? meanOf(sums()) : mean;
    }
    if (principalAxes().isPresent()) {
      // PCA of all records by one scatter; n records span n − 1 axes about their mean.
      int axes = (int) Math.min(principalAxes().get(), Math.max(1, records - 1));
      FeatureScatter scatter = scatter(mean, records);
      pending.add(new Project(mean, Pca.of(scatter.symmetric(), mean.toArray(), axes).axes()));
      unit = SumUnits.ofProjected(records, scatter, axes);
      mean = Vector.of(new double[axes]);
      if (AnchorProfile.of(plan).usesDirections()) {
        pending.add(new NormalizeRows(2));
        unit = SumUnits.ofUnitRows(records, axes);
      }
    }
    return cluster(isExact() ? onLattice(mean, records) : unit);
  }

  /**
   * Puts the records on a lattice: about their mean, all features on one scale, with a unit in
   * which a sum of squares over all records is a whole number of 64 bits.
   */
  private SumUnit onLattice(Vector mean, double records) {
    double squares = squares(mean).sums().sum();
    double typical = Math.sqrt(squares / Math.max(1, records));
    double scale = typical > 0 ? Math.scalb(1.0, Math.getExponent(typical)) : 1;
    double[] scales = new double[mean.size()];
    Arrays.fill(scales, scale);
    pending.add(new Standardize(mean, Vector.of(scales)));
    SumUnit unit = ExactMeasures.unit(squares / (scale * scale), LATTICE_BITS);
    pending.add(new OnLattice(unit.exponent()));
    return unit;
  }

  /** Lets the method cluster the records, in which sums are multiples of the unit. */
  private Clustering cluster(SumUnit unit) {
    return cluster(unit, context);
  }

  private Clustering cluster(SumUnit unit, CoordinatorContext known) {
    List<RecordMap> last = takePending();
    context.report("representation", representation.describe());
    PreparedSites prepared = new PreparedSites(sites, first -> new PreparedQuestion(last, first));
    Clustering found =
        method.coordinate(
            plan, known.with(dimension(), unit, NormBound.of(representation)), prepared);
    if (!prepared.isPrepared()) {
      throw new IllegalStateException(
          "Method %s finished before it asked anything.".formatted(method.name()));
    }
    // A mixture integrates out what is missing; nothing is to be filled in for it.
    boolean hasGaps = found.model().clusters().takesGaps();
    return found.after((hasGaps ? Regress.left(representation) : representation).steps(), plan);
  }

  private FeatureSums sums() {
    List<RecordMap> steps = takePending();
    return measures.sums(steps, dimension(), NormBound.of(representation));
  }

  /** Asks for the squared differences from the mean. */
  private FeatureSums squares(Vector mean) {
    return measures.squares(takePending(), mean);
  }

  private FeatureScatter scatter(Vector mean, double records) {
    return measures.scatter(takePending(), mean, NormBound.of(representation), records);
  }

  private boolean isExact() {
    return plan.privacy().level() == PrivacyLevel.TOTALS;
  }

  private FeatureRange range() {
    PreparationQuestion question =
        new PreparationQuestion(takePending(), Measure.RANGE, Vector.of());
    return sites.each(question, Replies.range(dimension())).stream()
        .reduce(FeatureRange::union)
        .orElseThrow();
  }

  private void fillMissing(Vector mean) {
    if (rules.usesHog() || rules.isPixels()) {
      throw CoterieException.badData(
          "Some pixels are missing; images must be complete. Drop such records (--missing drop).");
    }
    pending.add(new FillMissing(mean));
    context.report("missing", "filled with the means over all sites");
  }

  /**
   * The features' deviations.
   *
   * @param scales one a feature; 1 where it is constant
   * @param smallest of those that are not constant
   * @param largest 0 where all are
   */
  private record Deviations(Vector scales, double smallest, double largest) {
    static Deviations of(Vector mean, FeatureSums squares) {
      double[] scales = new double[mean.size()];
      double smallest = Double.POSITIVE_INFINITY;
      double largest = 0;
      for (int j = 0; j < scales.length; j++) {
        double deviation = Math.sqrt(squares.sums().at(j) / Math.max(1, squares.present().at(j)));
        boolean isConstant = !(deviation > CONSTANT * Math.max(1, Math.abs(mean.at(j))));
        scales[j] = isConstant ? 1 : deviation;
        smallest = isConstant ? smallest : Math.min(smallest, deviation);
        largest = isConstant ? largest : Math.max(largest, deviation);
      }
      return new Deviations(Vector.of(scales), smallest, largest);
    }
  }

  /**
   * Returns the step to pixels from 0 to 1: the brightest that they can be is told by their sums.
   */
  private static Standardize oneScale(Vector mean, FeatureSums squares) {
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

  private static Standardize minMax(FeatureRange range) {
    double[] widths = new double[range.smallest().size()];
    for (int j = 0; j < widths.length; j++) {
      double width = range.largest().at(j) - range.smallest().at(j);
      widths[j] = width > CONSTANT ? width : 1;
    }
    return new Standardize(range.smallest(), Vector.of(widths));
  }

  /** Returns how many principal axes are kept, if records are projected at all. */
  private Optional<Integer> principalAxes() {
    int dimension = representation.then(pending).outputDimension(plan.input().dimension());
    return AnchorProfile.of(plan).principalAxes().filter(axes -> axes < dimension);
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
