package io.coterie.method.verdict;

import io.coterie.CoterieException;
import io.coterie.features.FeatureLayout;
import io.coterie.graph.internal.knn.NearestNeighbors;
import io.coterie.graph.internal.knn.Neighbors;
import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import io.coterie.math.Seed;
import io.coterie.message.internal.WholeTotals;
import io.coterie.method.SiteContext;
import io.coterie.method.verdict.CutList.Pair;
import io.coterie.method.verdict.HalfSums.Half;
import io.coterie.plan.PrivacyPlan;
import io.coterie.secure.HiddenRounding;
import io.coterie.site.Records;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.UnaryOperator;
import java.util.stream.LongStream;

/**
 * A site's part in a verdict. It throws coins for its records, which nobody else learns; all that
 * follows from opened totals is worked out alike at every site.
 *
 * <p>Not thread-safe.
 */
public final class VerdictSite {
  private final SiteContext context;
  private final int smallestGroup;

  /** About how many records of all sites are taken. */
  private final double taken;

  private final VerdictQuestion.Halves asked;
  private final HalfSums layout;
  private final AnchorPairs pairs;
  private final Matrix records;

  /** The same with coarse values, for what is added up over few records. */
  private final Matrix coarse;

  private final Neighbors near;

  /** By coin, the half of each record. */
  private final int[][] halves;

  private List<Half> sums = List.of();
  private AnchorGroups groups;
  private CutList cuts;

  /** By fold, cut and metric. */
  private List<Tubes> tubes = List.of();

  /**
   * Takes records, spreads their values and throws the coins.
   *
   * @param points the records as they are clustered
   * @param known all sites' records
   * @param digest of the site's own records, from which the coins follow: nobody else can foresee
   *     them, or choose a study's seed that leaves out a record
   */
  public VerdictSite(
      SiteContext context,
      Records points,
      Known known,
      long[] digest,
      VerdictQuestion.Halves asked) {
    this.context = context;
    this.smallestGroup = known.smallestGroup();
    this.asked = asked;
    Seed seed = context.seed().child("verdict");
    for (long word : digest) {
      seed = seed.child(word);
    }
    this.taken = asked.share() * known.records();
    require(taken <= VerdictQuestion.MOST_RECORDS, "was asked for too many records");
    double left = known.records() - taken;
    require(
        asked.share() == 1 || left >= fewestLeft(smallestGroup) - 1,
        "was asked to leave out so few records that they could be read");
    long[] chosen = chosen(points.size(), asked.share(), seed.child("taken").random());
    require(chosen.length <= 2 * VerdictQuestion.MOST_RECORDS, "was asked for too many records");
    Matrix own = chosen.length == points.size() ? all(points) : points.select(chosen);
    Matrix unfilled =
        context
            .gaps()
            .map(gaps -> chosen.length == gaps.size() ? all(gaps) : gaps.select(chosen))
            .orElse(own);
    FeatureLayout features =
        context.layout().orElseGet(() -> FeatureLayout.ofNumbers(own.columns()));
    Parallel parallel = context.parallel();
    this.pairs = AnchorPairs.of(asked.anchors(), parallel);
    this.layout = HalfSums.of(asked.anchors(), pairs.size(), asked, taken, smallestGroup);
    this.near =
        own.rows() == 0
            ? new Neighbors(asked.neighbors(), new int[0], new double[0])
            : NearestNeighbors.of(own, asked.anchors(), asked.neighbors(), parallel);
    this.records = new SpreadValues(features, unfilled).of(own, seed.child("spread"));
    this.coarse = smallestGroup > 1 ? coarse(records, known.coarse()) : records;
    this.halves = new int[asked.coins()][];
    for (int c = 0; c < halves.length; c++) {
      halves[c] = coins(own.rows(), seed.child(c).random());
    }
  }

  /**
   * What a site knows when a verdict is asked for.
   *
   * @param records of all sites
   * @param smallestGroup K
   * @param coarse makes the values of a record coarse
   */
  public record Known(double records, int smallestGroup, UnaryOperator<double[]> coarse) {}

  /**
   * Returns how many records are left out at least, if not none: a reader of the sums over all and
   * over those that are taken knows theirs. Chance may leave fewer than the share says.
   */
  static int fewestLeft(int smallestGroup) {
    double root = 2 + Math.sqrt(4.0 + PrivacyPlan.exactTotal(smallestGroup));
    return (int) Math.ceil(root * root) + 1;
  }

  private static Matrix coarse(Matrix records, UnaryOperator<double[]> coarse) {
    Matrix rounded = Matrix.zeros(records.rows(), records.columns());
    for (int i = 0; i < records.rows(); i++) {
      double[] row = coarse.apply(records.row(i));
      System.arraycopy(row, 0, rounded.array(), i * row.length, row.length);
    }
    return rounded;
  }

  private static Matrix all(Records points) {
    long[] positions = new long[Math.toIntExact(points.size())];
    Arrays.setAll(positions, i -> i);
    return points.isOneBlock() ? points.whole() : points.select(positions);
  }

  /** Returns which records are taken, each with the chance of the share. */
  private static long[] chosen(long size, double share, SplittableRandom random) {
    return LongStream.range(0, size)
        .filter(i -> share >= 1 || random.nextDouble() < share)
        .limit(2L * VerdictQuestion.MOST_RECORDS + 1)
        .toArray();
  }

  /** Returns the half of each record: half of them, by chance, are in the first. */
  private static int[] coins(int count, SplittableRandom random) {
    int[] coins = new int[count];
    int odd = count % 2 == 1 && random.nextBoolean() ? 1 : 0;
    for (int i = 0; i < count; i++) {
      coins[i] = (i + odd) % 2;
    }
    for (int i = count - 1; i > 0; i--) {
      int j = random.nextInt(i + 1);
      int other = coins[i];
      coins[i] = coins[j];
      coins[j] = other;
    }
    return coins;
  }

  /** Returns the counts and sums over the halves. */
  public WholeTotals halves() {
    long[] totals = new long[layout.size()];
    for (int i = 0; i < records.rows(); i++) {
      int row = i;
      double[] record = records.row(i);
      pairs.forEachPlace(
          near,
          i,
          place -> {
            for (int coin = 0; coin < halves.length; coin++) {
              layout.addPlace(place, coin, halves[coin][row], totals);
            }
          });
      for (int coin = 0; coin < halves.length; coin++) {
        layout.add(record, near.index(i, 0), coin, halves[coin][i], totals);
      }
    }
    return HalfSums.totals(totals);
  }

  /**
   * Takes the totals over the halves.
   *
   * @param totals with the digest behind them
   * @return the counts of anchors and pairs, rounded
   */
  public long[] graphs(long[] totals) {
    require(totals.length == layout.size() + HiddenRounding.WORDS, "was given other totals");
    List<Half> opened = new ArrayList<>();
    int graph = layout.graph();
    long[] counts = new long[2 * asked.coins() * graph + HiddenRounding.WORDS];
    for (int h = 0; h < 2 * asked.coins(); h++) {
      opened.add(layout.half(totals, h / 2, h % 2, asked.anchors()));
      layout.copyGraph(totals, h / 2, h % 2, counts, h * graph);
    }
    System.arraycopy(
        totals, layout.size(), counts, counts.length - HiddenRounding.WORDS, HiddenRounding.WORDS);
    sums = List.copyOf(opened);
    return HiddenRounding.nearRounded(counts, PrivacyPlan.countMultiple(smallestGroup));
  }

  /** Returns whether sums over groups of anchors may be asked for, once. */
  public boolean mayGiveMeans() {
    return !sums.isEmpty() && groups == null;
  }

  /** Returns sums of coarse values over groups of anchors with at least K records in each half. */
  public WholeTotals means() {
    int most = AnchorGroups.most(asked.anchors().rows(), taken, smallestGroup);
    groups = AnchorGroups.of(asked.anchors(), sums, smallestGroup, most);
    long[] totals = new long[groups.size(sums.size())];
    for (int i = 0; i < coarse.rows(); i++) {
      double[] record = coarse.row(i);
      for (int coin = 0; coin < halves.length; coin++) {
        groups.add(record, near.index(i, 0), 2 * coin + halves[coin][i], totals);
      }
    }
    return HalfSums.totals(totals);
  }

  private void takeMeans(long[] totals) {
    require(totals.length == groups.size(sums.size()), "was given other totals");
    List<Half> moved = new ArrayList<>();
    for (int h = 0; h < sums.size(); h++) {
      moved.add(groups.moved(sums.get(h), h, totals));
    }
    sums = List.copyOf(moved);
  }

  /** Takes the cuts, and returns sums of how far records are from the axes of their pieces. */
  public WholeTotals radii(VerdictQuestion.Cuts question, long[] means) {
    takeMeans(means);
    try {
      cuts = CutList.of(question, 2 * asked.coins(), asked.anchors().rows());
    } catch (IllegalArgumentException e) {
      throw refused("was given cuts that do not fit the anchors");
    }
    tubes = laid();
    long[] radii = new long[2 * cuts.borders() * Tubes.AXES];
    overRecords(
        coarse,
        (own, record, anchor, isSeen) -> {
          if (isSeen) {
            own.addRadii(record, anchor, radii);
          }
        });
    return HalfSums.totals(radii);
  }

  private List<Tubes> laid() {
    List<Tubes> laid = new ArrayList<>();
    int border = 0;
    for (int f = 0; f < cuts.folds(); f++) {
      Half seen = sums.get(f);
      Half other = sums.get(f ^ 1);
      for (int c = 0; c < cuts.numbers().length; c++) {
        List<Pair> asks = cuts.pairs().get(f).get(c);
        int[] clusters = cuts.clusters()[f][c];
        int number = cuts.numbers()[c];
        List<Tubes> both = new ArrayList<>();
        both.add(new Tubes(Metric.plain()));
        List<List<Pieces>> pieces = new ArrayList<>();
        pieces.add(pieces(Metric.plain(), clusters, number, f, seen, other));
        Optional<Metric> inside =
            asks.isEmpty() ? Optional.empty() : Metric.inside(seen, clusters, number);
        if (inside.isPresent()) {
          both.add(new Tubes(inside.get()));
          pieces.add(pieces(inside.get(), clusters, number, f, seen, other));
        }
        for (Pair pair : asks) {
          boolean isBorder = both.get(0).lay(2 * border, pair, pieces.get(0));
          if (isBorder && both.size() > 1) {
            both.get(1).lay(2 * border + 1, pair, pieces.get(1));
          }
          border++;
        }
        laid.add(both.get(0));
        laid.add(both.size() > 1 ? both.get(1) : new Tubes(Metric.plain()));
      }
    }
    return laid;
  }

  private List<Pieces> pieces(
      Metric metric, int[] clusters, int number, int fold, Half seen, Half other) {
    List<Pieces> scales = new ArrayList<>();
    for (int[] cells : cuts.cells()[fold]) {
      if (Arrays.stream(cells).max().orElse(0) + 1 >= 1.5 * number) {
        scales.add(Pieces.ofCells(metric, clusters, cells, seen, other, smallestGroup));
      }
    }
    scales.add(Pieces.ofClusters(metric, clusters, number, seen, other, smallestGroup));
    return scales;
  }

  /** What is done with a record and the tubes of a fold, a cut and a metric. */
  private interface RecordTask {
    void run(Tubes own, double[] record, int anchor, boolean isSeen);
  }

  private void overRecords(Matrix values, RecordTask task) {
    int each = 2 * cuts.numbers().length;
    context
        .parallel()
        .forEach(
            tubes.size(),
            t -> {
              int fold = t / each;
              for (int i = 0; i < records.rows(); i++) {
                boolean isSeen = halves[fold / 2][i] == fold % 2;
                task.run(tubes.get(t), values.row(i), near.index(i, 0), isSeen);
              }
            });
  }

  /** Takes the totals of the radii, and returns how many records are along the axes. */
  public WholeTotals profiles(long[] radii) {
    require(radii.length == 2 * cuts.borders() * Tubes.AXES, "was given other totals");
    tubes.forEach(own -> own.widen(radii));
    long[] counts = new long[2 * cuts.borders() * Tubes.COUNTS];
    overRecords(records, (own, record, anchor, isSeen) -> own.addProfiles(record, isSeen, counts));
    return HalfSums.totals(counts);
  }

  /** Returns the scores that the totals of the profiles show, rounded. */
  public long[] scores(long[] totals) {
    int size = 2 * cuts.borders() * Tubes.COUNTS;
    require(totals.length == size + HiddenRounding.WORDS, "was given other totals");
    return new FoldScores(cuts, smallestGroup).written(valleys(totals), totals);
  }

  /** Returns the valley of each border of each fold, null where clusters are no neighbors. */
  private Valley[] valleys(long[] counts) {
    Valley[] valleys = new Valley[cuts.borders()];
    int border = 0;
    for (int t = 0; t < tubes.size(); t += 2) {
      int borders =
          cuts.pairs().get(t / 2 / cuts.numbers().length).get(t / 2 % cuts.numbers().length).size();
      for (int b = 0; b < borders; b++, border++) {
        Valley valley = valley(tubes.get(t), 2 * border, counts);
        Valley other = valley(tubes.get(t + 1), 2 * border + 1, counts);
        valley = other.score() > valley.score() ? other : valley;
        valleys[border] = tubes.get(t).isCrossed(2 * border) ? null : valley;
      }
    }
    return valleys;
  }

  private Valley valley(Tubes own, int slot, long[] counts) {
    Valley valley = own.has(slot) ? Tubes.valley(counts, slot) : Valley.NONE;
    return FoldScores.LEAST_PARTS * valley.records() < smallestGroup ? Valley.NONE : valley;
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
}
