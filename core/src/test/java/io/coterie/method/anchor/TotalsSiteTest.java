package io.coterie.method.anchor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.coterie.CoterieException;
import io.coterie.math.IntVector;
import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import io.coterie.math.Seed;
import io.coterie.math.Vector;
import io.coterie.math.internal.cluster.LevelMixture;
import io.coterie.math.internal.cluster.LevelMixture.Mode;
import io.coterie.message.CoordinatorMessage;
import io.coterie.message.Payload;
import io.coterie.message.internal.SealedCounts;
import io.coterie.message.internal.SumUnit;
import io.coterie.message.internal.WholeTotals;
import io.coterie.method.SiteContext;
import io.coterie.method.verdict.VerdictQuestion;
import io.coterie.plan.ClusterCount;
import io.coterie.privacy.NoiseSource;
import io.coterie.secure.HiddenRounding;
import io.coterie.site.PrivacyGate;
import io.coterie.site.SiteData;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The site itself decides of which regions sums leave, whatever it is asked. */
class TotalsSiteTest {
  private static final int SMALLEST_GROUP = 10;
  private static final RegionQuestion.Counts ONE_SET =
      new RegionQuestion.Counts(Matrix.ofRows(new double[] {0, 0}, new double[] {1, 1}), 1);

  /** The first record, at (0.01, 0.01), is nearer to the first point than all others are. */
  private static final RegionQuestion.Counts LOPSIDED =
      new RegionQuestion.Counts(
          Matrix.ofRows(new double[] {-0.01, -0.01}, new double[] {0.04, 0.04}), 1);

  private double distance = 1;
  private double spacing = 0.01;
  private TotalsSite site;
  private int round;

  /** Makes a site with so many records at one place and so many at another. */
  private void site(int near, int far) {
    Matrix records =
        Matrix.zeros(near + far, 2)
            .map((i, j, value) -> (i < near ? 0 : distance) + spacing * (i + 1));
    Seed seed = new Seed(1);
    site =
        new TotalsSite(
            new SiteContext(
                SiteData.of("a", records),
                new PrivacyGate("a", NoiseSource.repeatable(seed)),
                seed,
                Parallel.sequential()),
            SMALLEST_GROUP,
            ClusterCount.of(2));
    ask(new TreeQuestion.Root(Matrix.ofRows(new double[] {1, 0}), new SumUnit(-20)));
  }

  private Payload ask(Payload question) {
    round++;
    return site.reply(new CoordinatorMessage(round, question)).payload();
  }

  private static SealedCounts sealed(Payload answer) {
    return (SealedCounts) answer;
  }

  private static RegionQuestion.Sums sums(SealedCounts counts) {
    return new RegionQuestion.Sums(counts, Vector.of(1, 1));
  }

  /** Asks for a split of the only cell; two cells permit two regions in a set. */
  private void splitBetweenThem() {
    SealedCounts counts =
        sealed(
            ask(
                new TreeQuestion.Halves(
                    IntVector.of(0), Matrix.ofRows(new double[] {1, 0}), Vector.of(.5), 1)));
    ask(new TreeQuestion.Split(counts, Matrix.ofRows(new double[] {1, 0})));
  }

  private static long[] opened(Payload answer) {
    return SealedCounts.opened(sealed(answer).words().toArray()).orElseThrow();
  }

  @Test
  void aCellWithAHalfOfFewRecordsIsNotSplit() {
    site(SMALLEST_GROUP, SMALLEST_GROUP - 1);
    splitBetweenThem();

    assertThatThrownBy(() -> ask(ONE_SET))
        .isInstanceOf(CoterieException.class)
        .hasMessageContaining("more regions than it has cells");
  }

  @Test
  void sumsLeaveOverRegionsOfEnoughRecords() {
    site(SMALLEST_GROUP, SMALLEST_GROUP);
    splitBetweenThem();
    SealedCounts counts = sealed(ask(ONE_SET));

    long[] totals = opened(ask(sums(counts)));

    assertThat(totals[0]).isEqualTo(SMALLEST_GROUP * RegionQuestion.UNIT);
    assertThat(totals[1]).isPositive();
    assertThat(totals[3]).isEqualTo(SMALLEST_GROUP * RegionQuestion.UNIT);
  }

  @Test
  void noSumOverARegionOfFewRecordsIsGivenToAnybody() {
    site(SMALLEST_GROUP, SMALLEST_GROUP);
    splitBetweenThem();
    SealedCounts counts = sealed(ask(LOPSIDED));
    assertThat(SealedCounts.opened(counts.words().toArray()).orElseThrow())
        .as("one record is nearest to the first point")
        .containsExactly(1, 2 * SMALLEST_GROUP - 1);

    Payload sums = ask(sums(counts));

    assertThat(opened(sums)).startsWith(0, 0, 0);
    assertThat(opened(sums)[3]).isEqualTo((2 * SMALLEST_GROUP - 1) * RegionQuestion.UNIT);
    WholeTotals given = (WholeTotals) ask(new RoundQuestion(sealed(sums)));
    assertThat(given.counts().toArray()).startsWith(1, 0, 0, 0);
  }

  @Test
  void sumsBelongToTheRegionsThatWereCountedJustBefore() {
    site(SMALLEST_GROUP, SMALLEST_GROUP);
    splitBetweenThem();
    SealedCounts counts = sealed(ask(ONE_SET));
    ask(sums(counts));

    assertThatThrownBy(() -> ask(sums(counts)))
        .isInstanceOf(CoterieException.class)
        .hasMessageContaining("not due");
  }

  /** A quarter of a deviation is one of records whose typical length is between one and two. */
  @Test
  void aScaleThatIsNotThatOfTheRecordsIsRefused() {
    distance = 8;
    site(SMALLEST_GROUP, SMALLEST_GROUP);
    assertThatThrownBy(this::splitBetweenThem)
        .isInstanceOf(CoterieException.class)
        .hasMessageContaining("larger than all records can be");
  }

  @Test
  void questionsAreAboutCellsAndAsManyClustersAsTheStudyHas() {
    site(SMALLEST_GROUP, SMALLEST_GROUP);
    assertThatThrownBy(
            () ->
                ask(
                    new TreeQuestion.Halves(
                        IntVector.of(), Matrix.zeros(0, 2), Vector.of(new double[0]), 1)))
        .isInstanceOf(CoterieException.class)
        .hasMessageContaining("no cells");
    for (int clusters : new int[] {1, 3}) {
      double[] weights = new double[clusters];
      Arrays.fill(weights, 1.0 / clusters);
      LevelMixture mixture =
          new LevelMixture(
              Mode.TIED,
              weights,
              Matrix.zeros(clusters, 2),
              List.of(Matrix.ofRows(new double[] {1, 0}, new double[] {0, 1})),
              Matrix.zeros(clusters, 0));
      assertThatThrownBy(
              () -> ask(SealedMixtureQuestion.Begin.of(List.of(mixture), List.of(Mode.TIED))))
          .isInstanceOf(CoterieException.class)
          .hasMessageContaining("another number of clusters");
    }
  }

  /** Else the sketch of a cell less those of its parts would be one over few records. */
  @Test
  void aHalfOfACellWithCoarseValuesIsCoarse() {
    CoarseValues coarse = CoarseValues.of(new SumUnit(-20), 2, SMALLEST_GROUP);
    TreeQuestion.Halves asked =
        new TreeQuestion.Halves(
            IntVector.of(0), Matrix.ofRows(new double[] {1, 0}), Vector.of(0), 1);
    CellSums.Cut large = CellSums.Cut.of(asked, 0, 1, new double[0][], 40, 60, true);
    assertThat(large.isExact(coarse, true)).isTrue();
    assertThat(large.isExact(coarse, false)).isTrue();
    CellSums.Cut below = CellSums.Cut.of(asked, 0, 1, new double[0][], 40, 60, false);
    assertThat(below.isExact(coarse, true)).as("the smaller half").isTrue();
    assertThat(below.isExact(coarse, false)).as("what it leaves of a coarse cell").isFalse();
    CellSums.Cut small = CellSums.Cut.of(asked, 0, 1, new double[0][], 39, 600, true);
    assertThat(small.isExact(coarse, true)).isFalse();
    assertThat(small.isExact(coarse, false)).isFalse();
  }

  /** What leaves is compared with sums of values that are made coarse here. */
  @Test
  void sketchesOfALargeHalfAreCoarseWhereItsSumWouldBe() {
    CoarseValues coarse = CoarseValues.of(new SumUnit(-20), 2, SMALLEST_GROUP);
    Matrix records = Matrix.zeros(100, 2).map((i, j, zero) -> (i - 39.5) / 97 + j / 31.0);
    TreeQuestion.Halves asked =
        new TreeQuestion.Halves(
            IntVector.of(0), Matrix.ofRows(new double[] {1, 0}), Vector.of(0), 1);
    for (boolean isWholeExact : new boolean[] {true, false}) {
      double[][] sketch = {{1, 0}};
      CellSums.Cut cut = CellSums.Cut.of(asked, 0, 1, sketch, 60, 40, isWholeExact);
      long[] sums =
          new CellSums(new CellTree(), coarse)
              .halves(records, new CellSums.Cut[] {cut}, 1)
              .sums()
              .toArray();
      long above = 0;
      long below = 0;
      long sumBelow = 0;
      for (int i = 0; i < 100; i++) {
        long[] units = new long[2];
        coarse.write(records.row(i), 0, i < 40 || isWholeExact, units);
        above += i >= 40 ? units[0] * units[0] : 0;
        below += i < 40 ? units[0] * units[0] : 0;
        sumBelow += i < 40 ? units[0] : 0;
      }
      assertThat(sums[0]).as("the smaller half").isEqualTo(sumBelow);
      assertThat(sums[3]).as("sketch above").isEqualTo(above);
      assertThat(sums[5]).as("sketch below").isEqualTo(below);
    }
  }

  private static final Matrix TWO = Matrix.ofRows(new double[] {0, 0}, new double[] {1, 1});

  /** Asks for the sums over groups of anchors, and then for these cuts. */
  private Payload askCuts(int... pairs) {
    return ask(
        new VerdictQuestion.Cuts(
            sealed(ask(new VerdictQuestion.Means())),
            IntVector.of(2),
            0,
            IntVector.of(),
            IntVector.of(0, 1, 0, 1),
            IntVector.of(pairs)));
  }

  @Test
  void halvesOfAVerdictAreAskedOnceAndNotBeforeTheCells() {
    VerdictQuestion.Halves halves = new VerdictQuestion.Halves(TWO, 1, 1, 1);
    Matrix many = Matrix.zeros(9, 2).map((i, j, value) -> i + 0.1 * j);
    site(20, 20);

    assertThatThrownBy(() -> ask(halves))
        .isInstanceOf(CoterieException.class)
        .hasMessageContaining("how many records there are");
    splitBetweenThem();
    assertThatThrownBy(() -> ask(new VerdictQuestion.Halves(many, 1, 1, 1)))
        .isInstanceOf(CoterieException.class)
        .hasMessageContaining("more anchors than it has cells");
    ask(halves);
    assertThatThrownBy(() -> ask(halves))
        .isInstanceOf(CoterieException.class)
        .hasMessageContaining("not due");
  }

  @Test
  void whatTheCoordinatorReadsOfHalvesIsRoundedAndScoresNeedKRecords() {
    site(4, 4);
    splitBetweenThem();
    SealedCounts sums = sealed(ask(new VerdictQuestion.Halves(TWO, 1, 1, 1)));
    long[] graphs = ((WholeTotals) ask(new VerdictQuestion.Graphs(sums))).counts().toArray();
    assertThat(Arrays.stream(graphs).skip(1)).allMatch(count -> count % (SMALLEST_GROUP / 2) == 0);

    SealedCounts radii = sealed(askCuts(1, 0, 1, 1, 0, 1));
    SealedCounts profiles = sealed(ask(new VerdictQuestion.Tubes(radii)));
    long[] scores = ((WholeTotals) ask(new VerdictQuestion.Scores(profiles))).counts().toArray();
    // One pair and the weakest border, three words each: whether there is a score, Z and ln R.
    assertThat(scores).hasSize(1 + 6);
    assertThat(Math.abs(scores[2])).isLessThanOrEqualTo(1);
    assertThat(Math.abs(scores[3])).isLessThanOrEqualTo(1);
  }

  @Test
  void cutsThatAreNotDueOrDoNotFitAreRefused() {
    site(20, 20);
    splitBetweenThem();
    ask(new VerdictQuestion.Halves(TWO, 1, 1, 1));
    assertThatThrownBy(() -> askCuts(0, 0))
        .isInstanceOf(CoterieException.class)
        .hasMessageContaining("not due");

    site(20, 20);
    splitBetweenThem();
    SealedCounts sums = sealed(ask(new VerdictQuestion.Halves(TWO, 1, 1, 1)));
    ask(new VerdictQuestion.Graphs(sums));
    assertThatThrownBy(() -> askCuts(1, 0, 5, 0))
        .isInstanceOf(CoterieException.class)
        .hasMessageContaining("cuts that do not fit");
    assertThatThrownBy(() -> ask(new VerdictQuestion.Scores(SealedCounts.zero(3))))
        .isInstanceOf(CoterieException.class)
        .hasMessageContaining("not due");
  }

  @Test
  void aVerdictIsNotByVeryManyRecordsOfASite() {
    spacing = 1e-5;
    site(15_000, 15_000);
    splitBetweenThem();

    assertThatThrownBy(() -> ask(new VerdictQuestion.Halves(TWO, 1, 1, 1)))
        .isInstanceOf(CoterieException.class)
        .hasMessageContaining("too many records");
  }

  /** Half of a cell may be one record: nobody reads where it lies, only how many there are. */
  @Test
  void sumsOfHalvesAreOverGroupsOfKRecords() {
    site(30, 30);
    splitBetweenThem();
    Matrix six = Matrix.zeros(6, 2).map((i, j, value) -> 0.1 * (i % 3) + (i < 3 ? 0 : 1));
    SealedCounts halves = sealed(ask(new VerdictQuestion.Halves(six, 1, 1, 1)));
    assertThat(halves.size())
        .as("counts of anchors and pairs, no values: a half has fewer than 4 K records")
        .isEqualTo(6 + 15 + 6 + HiddenRounding.WORDS);
    ask(new VerdictQuestion.Graphs(halves));

    long[] means = opened(ask(new VerdictQuestion.Means()));

    double step = 0.25 / Math.sqrt(2);
    assertThat(means).as("two halves of three groups at most, two features").hasSize(2 * 3 * 2);
    for (long sum : means) {
      double steps = Math.scalb((double) sum, -20) / step;
      assertThat(steps).as("of coarse values").isCloseTo(Math.rint(steps), within(1e-3));
    }
    assertThatThrownBy(() -> ask(new VerdictQuestion.Means()))
        .isInstanceOf(CoterieException.class)
        .hasMessageContaining("not due");
  }

  /** With another seed, a dishonest coordinator would choose who is in a half. */
  @Test
  void coinsFollowFromTheRecordsToo() {
    long[] halves = halves(20, 20);
    assertThat(halves(20, 20)).isEqualTo(halves);
    assertThat(Arrays.copyOf(halves(20, 21), 2)).isNotEqualTo(Arrays.copyOf(halves, 2));
  }

  private long[] halves(int near, int far) {
    site(near, far);
    splitBetweenThem();
    Matrix six = Matrix.zeros(6, 2).map((i, j, value) -> 0.1 * (i % 3) + (i < 3 ? 0 : 1));
    return opened(ask(new VerdictQuestion.Halves(six, 1, 1, 1)));
  }
}
