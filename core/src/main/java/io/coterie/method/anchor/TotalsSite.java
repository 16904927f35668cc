package io.coterie.method.anchor;

import io.coterie.CoterieException;
import io.coterie.features.FeatureLayout;
import io.coterie.features.RecordMap;
import io.coterie.features.Representation;
import io.coterie.features.internal.NormalizeRows;
import io.coterie.features.internal.Project;
import io.coterie.math.LongVector;
import io.coterie.math.Matrix;
import io.coterie.math.internal.cluster.LevelMixture;
import io.coterie.message.CoordinatorMessage;
import io.coterie.message.Labels;
import io.coterie.message.Payload;
import io.coterie.message.SiteMessage;
import io.coterie.message.internal.SealedCounts;
import io.coterie.message.internal.SumUnit;
import io.coterie.message.internal.WholeTotals;
import io.coterie.method.SiteContext;
import io.coterie.method.SitePart;
import io.coterie.method.fit.FitQuestion;
import io.coterie.method.fit.FitSite;
import io.coterie.method.fit.SiteFit;
import io.coterie.method.verdict.AnchorPairs;
import io.coterie.method.verdict.VerdictQuestion;
import io.coterie.method.verdict.VerdictSite;
import io.coterie.model.ClusterModel;
import io.coterie.model.internal.LevelMixtureModel;
import io.coterie.plan.ClusterCount;
import io.coterie.plan.PrivacyPlan;
import io.coterie.secure.HiddenRounding;
import io.coterie.site.Records;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * The site part of the anchor graph at level totals. It sends sums over cells of which it has seen
 * itself that all sites together have at least K records in them, and rounded counts; everything
 * else is sealed.
 */
final class TotalsSite implements SitePart {
  /**
   * The mean length of a record is at least so many units, or all are of length zero: a coarser
   * lattice could pick records.
   */
  private static final double LEAST_UNITS = 1 << 10;

  private static final double UNIT_LENGTH = 1e-6;

  /** The most that the mean square of all records is: 2², with room for rounding. */
  private static final double MOST_SQUARE = 4.5;

  private final SiteContext context;
  private final int smallestGroup;
  private final ClusterCount clusters;
  private final Records points;
  private final CellTree tree = new CellTree();
  private SumUnit unit = SumUnit.NONE;
  private double squares;

  /** All sites' records, known with the first cells that may be split. */
  private long records;

  private SealedMixtureSite mixtures;
  private VerdictSite verdict;
  private FitSite fit;

  /** Whether mixtures were chosen in the round before. */
  private boolean mayTakeNext;

  private List<RecordMap> metric = List.of();

  /** A digest of the site's records, see {@link HiddenRounding}; null until it is needed. */
  private long[] digest;

  /** What was answered under seal in the round before; null where nothing was. */
  private Payload sealed;

  TotalsSite(SiteContext context, int smallestGroup, ClusterCount clusters) {
    this.context = context;
    this.smallestGroup = smallestGroup;
    this.clusters = clusters;
    this.points = context.data().blocks();
  }

  @Override
  public SiteMessage reply(CoordinatorMessage message) {
    return context.gate().release(answer(message.payload()));
  }

  private Payload answer(Payload question) {
    Payload before = sealed;
    sealed = null;
    if (question instanceof TreeQuestion.Root root) {
      return all(root);
    } else if (question instanceof TreeQuestion.Halves halves) {
      return sealed(halves, counts(halves));
    } else if (question instanceof TreeQuestion.Split split
        && before instanceof TreeQuestion.Halves halves) {
      return halves(halves, split);
    } else if (question instanceof RegionQuestion.Counts regions) {
      return sealed(regions, totals(regions));
    } else if (question instanceof RegionQuestion.Sums sums
        && before instanceof RegionQuestion.Counts regions) {
      return hidden(sums, totals(regions, sums));
    } else if (question instanceof PairQuestion pairs) {
      return hidden(pairs, counts(pairs));
    } else if (question instanceof SealedMixtureQuestion mixtures) {
      return mixtures(mixtures, before);
    } else if (question instanceof VerdictQuestion verdicts) {
      return verdict(verdicts, before);
    } else if (question instanceof FitQuestion asked) {
      return fit(asked, before);
    } else if (question instanceof RoundQuestion round && isRounded(before)) {
      long[] counts = context.opened(round.counts());
      return given(rounded(before, counts));
    }
    throw refused("was asked for '%s', which is not due".formatted(question.kind()));
  }

  /** Returns what is given out of opened totals. */
  private long[] rounded(Payload before, long[] counts) {
    if (before instanceof RegionQuestion.Sums) {
      return HiddenRounding.rounded(counts, RegionQuestion.multiple(smallestGroup));
    }
    return HiddenRounding.nearRounded(counts, PrivacyPlan.countMultiple(smallestGroup));
  }

  private WholeTotals totals(RegionQuestion.Counts question) {
    require(
        question.points().rows() <= tree.leafCount() * question.sets(),
        "was asked for more regions than it has cells");
    requireFinite(question.points(), points.features());
    return points.sum((block, inside) -> question.totals(block, inside), context.parallel());
  }

  /** Adds up the regions that have at least K records of all sites. */
  private WholeTotals totals(RegionQuestion.Counts asked, RegionQuestion.Sums question) {
    require(unit.isStated(), "was asked for sums before the totals over all records");
    long[] counts = context.opened(question.counts());
    require(
        counts.length == asked.points().rows() && question.deviations().size() == points.features(),
        "was asked for other regions than those that were counted");
    for (double deviation : question.deviations().toArray()) {
      require(deviation > 0 && Double.isFinite(deviation), "was given a deviation that is none");
    }
    CoarseValues coarse = coarse();
    long[] large = Arrays.stream(counts).map(count -> count < smallestGroup ? 0 : count).toArray();
    return points.sum(
        (block, inside) -> question.totals(asked, large, coarse, block, inside),
        context.parallel());
  }

  /** Mixtures are fitted once, by steps of which each takes the sealed sums of the one before. */
  private Payload mixtures(SealedMixtureQuestion question, Payload before) {
    if (question instanceof SealedMixtureQuestion.Begin begin && mixtures == null) {
      requireStarts(begin);
      mixtures = new SealedMixtureSite(layout(), smallestGroup, known(), context.parallel(), begin);
      return sealed(question, mixtures.totals());
    } else if (question instanceof SealedMixtureQuestion.Step step
        && isStep(before)
        && mixtures.mayStep()) {
      mixtures.move(context.openedSums(step.counts()));
      return sealed(question, mixtures.totals());
    } else if (question instanceof SealedMixtureQuestion.Choose choose && isStep(before)) {
      mixtures.move(context.openedSums(choose.counts()));
      mayTakeNext = true;
      return given(mixtures.choose().written());
    } else if (question instanceof SealedMixtureQuestion.Next
        && mayTakeNext
        && mixtures.mayStep()) {
      mayTakeNext = false;
      return sealed(question, mixtures.totals());
    } else if (question instanceof SealedMixtureQuestion.Last
        && mayTakeNext
        && mixtures.hasChosen()) {
      mayTakeNext = false;
      return hidden(question, mixtures.last());
    } else if (question instanceof SealedMixtureQuestion.Answer answer
        && before instanceof SealedMixtureQuestion.Last) {
      return given(mixtures.answer(context.openedSums(answer.counts())));
    }
    throw refused("was asked for '%s', which is not due".formatted(question.kind()));
  }

  /** A verdict is asked for once; what it is made of stays under seal. */
  private Payload verdict(VerdictQuestion question, Payload before) {
    if (question instanceof VerdictQuestion.Halves halves && verdict == null) {
      requireFinite(halves.anchors(), points.features());
      require(
          halves.anchors().rows() <= tree.leafCount() * (1 + RegionQuestion.MOST_SETS),
          "was given more anchors than it has cells and regions");
      require(records > 0, "was asked for halves before it knew how many records there are");
      VerdictSite.Known known =
          new VerdictSite.Known(records, smallestGroup, values -> coarse().of(values));
      verdict = new VerdictSite(context, points, known, digest(), halves);
      return hidden(question, verdict.halves());
    } else if (question instanceof VerdictQuestion.Graphs graphs
        && before instanceof VerdictQuestion.Halves) {
      return given(verdict.graphs(context.openedSums(graphs.counts())));
    } else if (question instanceof VerdictQuestion.Means
        && verdict != null
        && verdict.mayGiveMeans()) {
      return sealed(question, verdict.means());
    } else if (question instanceof VerdictQuestion.Cuts cuts
        && before instanceof VerdictQuestion.Means) {
      return sealed(question, verdict.radii(cuts, context.openedSums(cuts.means())));
    } else if (question instanceof VerdictQuestion.Tubes tubes
        && before instanceof VerdictQuestion.Cuts) {
      return hidden(question, verdict.profiles(context.openedSums(tubes.counts())));
    } else if (question instanceof VerdictQuestion.Scores scores
        && before instanceof VerdictQuestion.Tubes) {
      return given(verdict.scores(context.openedSums(scores.counts())));
    }
    throw refused("was asked for '%s', which is not due".formatted(question.kind()));
  }

  /** Whether the site fits is asked once; only the last answer is not sealed. */
  private Payload fit(FitQuestion question, Payload before) {
    if (question instanceof FitQuestion.Ranges && fit == null && context.table().isPresent()) {
      fit = new FitSite(context, context.table().get(), smallestGroup);
      return sealed(question, fit.ranges());
    } else if (question instanceof FitQuestion.Values values
        && (before instanceof FitQuestion.Ranges || before instanceof FitQuestion.Values)) {
      return sealed(question, fit.values(values));
    } else if (question instanceof FitQuestion.Pieces pieces
        && before instanceof FitQuestion.Values) {
      CellTree cells = tree;
      int[] places = tree.places();
      return sealed(
          question,
          fit.pieces(pieces, (values, at) -> places[cells.leaf(values, at)], cells.leafCount()));
    } else if (question instanceof FitQuestion.Flags flags
        && before instanceof FitQuestion.Pieces) {
      return fit.flags(flags);
    }
    throw refused("was asked for '%s', which is not due".formatted(question.kind()));
  }

  @Override
  public Optional<SiteFit> fit() {
    return fit == null ? Optional.empty() : fit.found();
  }

  private static boolean isStep(Payload before) {
    return before instanceof SealedMixtureQuestion.Begin
        || before instanceof SealedMixtureQuestion.Step
        || before instanceof SealedMixtureQuestion.Next;
  }

  /** Returns the records for mixtures, which integrate out what is missing. */
  private Records known() {
    return context.gaps().orElse(points);
  }

  private FeatureLayout layout() {
    return context.layout().orElseGet(() -> FeatureLayout.ofNumbers(points.features()));
  }

  /** Of a study that states how many clusters it has, mixtures have as many. */
  private void requireStarts(SealedMixtureQuestion.Begin begin) {
    require(!begin.candidates().isEmpty(), "was given no mixture to begin with");
    int components = begin.components();
    for (LevelMixture start : begin.starts()) {
      require(
          start.components() == components
              && start.numbers() == layout().numbers()
              && start.levels() == layout().levelCount(),
          "was given mixtures of other features");
      requireFinite(start.means(), layout().numbers());
      requireFinite(start.logShares(), layout().levelCount());
      for (int j = 0; j < start.numbers(); j++) {
        require(start.root(0).at(j, j) > 0, "was given a mixture that is none");
      }
      requireFinite(start.root(0), layout().numbers());
    }
    require(
        clusters.isAuto() || clusters.value() == components,
        "was given a mixture of another number of clusters");
  }

  private CoarseValues coarse() {
    return CoarseValues.of(unit, points.features(), smallestGroup);
  }

  private static boolean isRounded(Payload before) {
    return before instanceof RegionQuestion.Sums || before instanceof PairQuestion;
  }

  private SealedCounts sealed(Payload question, WholeTotals counts) {
    return sealed(question, SealedCounts.of(counts.counts().toArray()));
  }

  private SealedCounts sealed(Payload question, SealedCounts counts) {
    sealed = question;
    return counts;
  }

  /** Seals numbers whose totals will be given out rounded: with a digest of the records. */
  private SealedCounts hidden(Payload question, WholeTotals counts) {
    sealed = question;
    return SealedCounts.of(HiddenRounding.withDigest(counts.counts().toArray(), digest()));
  }

  private long[] digest() {
    if (digest == null) {
      digest =
          points
              .sum(
                  (block, inside) ->
                      new WholeTotals(LongVector.of(HiddenRounding.digest(block)), LongVector.of()),
                  context.parallel())
              .counts()
              .toArray();
    }
    return digest;
  }

  private static WholeTotals given(long[] opened) {
    long[] counts = new long[opened.length + 1];
    counts[0] = 1;
    System.arraycopy(opened, 0, counts, 1, opened.length);
    return new WholeTotals(LongVector.of(counts), LongVector.of());
  }

  private WholeTotals all(TreeQuestion.Root question) {
    require(!unit.isStated(), "was asked for the totals over all records twice");
    require(question.unit().isStated(), "was given no unit of the lattice");
    unit = question.unit();
    double[][] sketches = sketches(question.sketches());
    CellSums sums = new CellSums(tree, coarse());
    WholeTotals totals =
        points.sum((block, inside) -> sums.all(block, sketches), context.parallel());
    squares = totals.sums().at(points.features());
    require(
        squares == 0 || squares >= LEAST_UNITS * LEAST_UNITS * points.size(),
        "was given a lattice that is too coarse for its records");
    return totals;
  }

  private WholeTotals counts(TreeQuestion.Halves question) {
    require(unit.isStated(), "was asked for cells before the totals over all records");
    require(question.cells().size() > 0, "was asked for no cells");
    int last = -1;
    for (int cell : question.cells().toArray()) {
      require(cell > last && tree.isLeaf(cell), "was asked for a cell that is no leaf");
      last = cell;
    }
    requireFinite(question.directions(), points.features());
    CellSums sums = new CellSums(tree, coarse());
    return points.sum((block, inside) -> sums.counts(block, question), context.parallel());
  }

  /** Splits cells where both halves have at least K records of all sites, and adds them up. */
  private WholeTotals halves(TreeQuestion.Halves asked, TreeQuestion.Split question) {
    long[] counts = context.opened(question.counts());
    int cells = asked.cells().size();
    double[][] sketches = sketches(question.sketches());
    require(
        counts.length == CellSums.places(asked) && sketches.length % cells == 0,
        "was asked to split other cells than those that were counted");
    require(
        tree.cellCount() > 1 || isToScale(counts[0]),
        "was given a scale at which its records are larger than all records can be");
    records = tree.cellCount() == 1 ? counts[0] : records;
    int each = sketches.length / cells;
    require(each <= TreeQuestion.MOST_SKETCHES, "was given too many sketches of a cell");
    CellSums.Cut[] cuts = new CellSums.Cut[cells];
    for (int k = 0; k < cells; k++) {
      int at = k * (asked.planes() + 1);
      int plane = firstFit(counts, at, asked.planes());
      long above = plane == 0 ? 0 : counts[at + plane];
      cuts[k] =
          CellSums.Cut.of(
              asked,
              k,
              plane,
              Arrays.copyOfRange(sketches, k * each, (k + 1) * each),
              above,
              counts[at] - above,
              tree.isExact(asked.cells().at(k)));
    }
    CellSums sums = new CellSums(tree, coarse());
    WholeTotals own =
        points.sum((block, inside) -> sums.halves(block, cuts, each), context.parallel());
    long[] said = own.counts().toArray();
    said[0] = 1;
    for (int k = 0; k < cells; k++) {
      said[1 + 2 * k] = cuts[k].plane();
      if (cuts[k].plane() > 0) {
        tree.split(
            cuts[k].cell(),
            cuts[k].direction(),
            cuts[k].threshold(),
            cuts[k].isExact(sums.coarse(), true),
            cuts[k].isExact(sums.coarse(), false));
      }
    }
    return new WholeTotals(LongVector.of(said), own.sums());
  }

  /**
   * Returns whether all records can have the typical length that the study is to give them, between
   * one and two: then the own squares are no more than those of all.
   */
  private boolean isToScale(long records) {
    return Math.scalb(squares, 2 * unit.exponent()) <= MOST_SQUARE * records;
  }

  /** Returns the number, from 1, of the first plane that leaves K records on either side, or 0. */
  private int firstFit(long[] counts, int at, int planes) {
    for (int p = 1; p <= planes; p++) {
      if (counts[at + p] >= smallestGroup && counts[at] - counts[at + p] >= smallestGroup) {
        return p;
      }
    }
    return 0;
  }

  private WholeTotals counts(PairQuestion question) {
    int columns = points.features();
    for (RecordMap step : question.metric()) {
      if (step instanceof Project project) {
        requireFinite(project.axes(), project.axes().columns());
        require(project.axes().columns() <= columns, "was given a metric of too many columns");
        columns = project.axes().columns();
      } else {
        require(step instanceof NormalizeRows, "was given a metric that is none");
      }
    }
    requireFinite(question.anchors(), columns);
    require(
        question.anchors().rows() <= tree.leafCount() * (1 + RegionQuestion.MOST_SETS),
        "was given more anchors than it has cells and regions");
    metric = question.metric();
    long[] pairs = AnchorPairs.list(question.anchors(), context.parallel());
    Representation way = new Representation(metric);
    return points.sum(
        (block, inside) -> question.counts(way.apply(block, inside), pairs, inside),
        context.parallel());
  }

  /** Directions of length one: what is much shorter could be rounded off for all but one record. */
  private double[][] sketches(Matrix directions) {
    requireFinite(directions, points.features());
    double[][] rows = CellSums.rows(directions);
    for (double[] row : rows) {
      double squares = 0;
      for (double value : row) {
        squares += value * value;
      }
      require(Math.abs(squares - 1) <= UNIT_LENGTH, "was given a sketch that is not of length 1");
    }
    return rows;
  }

  private void requireFinite(Matrix values, int columns) {
    require(values.columns() == columns, "was given directions of another number of features");
    for (double value : values.array()) {
      require(Double.isFinite(value), "was given a number that is not finite");
    }
  }

  private void require(boolean isTrue, String otherwise) {
    if (!isTrue) {
      throw refused(otherwise);
    }
  }

  private CoterieException refused(String what) {
    return CoterieException.notAgreed(
        "Site %s %s; it sends nothing more in this study. Ask the coordinator why."
            .formatted(context.data().site(), what));
  }

  @Override
  public Labels labels(CoordinatorMessage answer) {
    if (answer.payload() instanceof LevelMixtureModel mixture) {
      return known().label(mixture::label, context.parallel());
    } else if (answer.payload() instanceof ClusterModel model) {
      Representation way = new Representation(metric);
      return points.label(
          (block, inside) -> model.label(way.apply(block, inside), inside), context.parallel());
    }
    throw new IllegalArgumentException(
        "The answer is %s, not a model.".formatted(answer.payload().kind()));
  }
}
