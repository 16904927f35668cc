package io.coterie.method.fit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.coterie.CoterieException;
import io.coterie.features.Representation;
import io.coterie.math.IntVector;
import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import io.coterie.math.Seed;
import io.coterie.message.internal.SealedCounts;
import io.coterie.message.internal.WholeTotals;
import io.coterie.method.SiteContext;
import io.coterie.plan.InputKind;
import io.coterie.plan.StudyPlan.InputPlan;
import io.coterie.privacy.NoiseSource;
import io.coterie.site.PrivacyGate;
import io.coterie.site.SiteData;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What a coordinator or a site that lies can do. */
class FitSiteTest {
  private static final int SITES = 4;
  private static final int EACH = 60;
  private static final int CELLS = 4;
  private static final IntVector PIECES = IntVector.of(0, 1, 2, 3);
  private static final IntVector CLUSTERS = IntVector.of(0, 0, 1, 1);

  private static int quarter(double[] points, int at) {
    return Math.max(0, Math.min(CELLS - 1, (int) Math.floor(2 * points[at])));
  }

  private static FitSite site(int number, double factor) {
    SplittableRandom random = new Seed(number).random();
    Matrix records =
        Matrix.zeros(EACH, 2)
            .map(
                (i, j, value) ->
                    j == 0
                        ? factor * Math.exp(0.4 * random.nextGaussian())
                        : random.nextGaussian());
    Seed seed = new Seed(1);
    InputPlan input = InputPlan.automatic(InputKind.table(), 2);
    SiteData data = SiteData.of("site-" + number, records);
    SiteContext context =
        new SiteContext(
            data,
            new PrivacyGate("site-" + number, NoiseSource.repeatable(seed)),
            seed,
            Parallel.sequential());
    return new FitSite(context, new FitSite.Table(data, Representation.identity(), input), 10);
  }

  private static FitSite[] sites() {
    return IntStream.range(0, SITES).mapToObj(s -> site(s, 1)).toArray(FitSite[]::new);
  }

  private static SealedCounts total(SealedCounts... parts) {
    return Arrays.stream(parts).reduce((one, other) -> one.plus(other)).orElseThrow();
  }

  private static SealedCounts values(FitSite... sites) {
    SealedCounts values =
        total(Arrays.stream(sites).map(FitSite::ranges).toArray(SealedCounts[]::new));
    for (int step = 0; step < FitQuestion.STEPS; step++) {
      FitQuestion.Values question = new FitQuestion.Values(values);
      values =
          total(
              Arrays.stream(sites).map(site -> site.values(question)).toArray(SealedCounts[]::new));
    }
    return values;
  }

  private static SealedCounts pieces(FitSite... sites) {
    FitQuestion.Pieces question = new FitQuestion.Pieces(PIECES, CLUSTERS, 10, values(sites));
    return total(
        Arrays.stream(sites)
            .map(site -> site.pieces(question, FitSiteTest::quarter, CELLS))
            .toArray(SealedCounts[]::new));
  }

  private static long[] flags(FitSite site, SealedCounts counts) {
    return ((WholeTotals) site.flags(new FitQuestion.Flags(counts))).counts().toArray();
  }

  @Test
  void onlyAFewCountsLeave() {
    FitSite[] sites = sites();
    SealedCounts counts = pieces(sites);
    assertThat(flags(sites[0], counts)).containsExactly(1, 1, 0, 0, 0, 0, 0);
  }

  @Test
  void aSiteRefusesTotalsOfTwoSites() {
    FitSite one = site(0, 1);
    FitSite other = site(1, 1);
    SealedCounts ranges = total(one.ranges(), other.ranges());
    assertThatThrownBy(() -> one.values(new FitQuestion.Values(ranges)))
        .isInstanceOf(CoterieException.class)
        .hasMessageContaining("at least 3");
  }

  @Test
  void piecesAreMadeOfTheStudysCells() {
    FitSite[] sites = sites();
    SealedCounts values = values(sites);
    IntVector three = IntVector.of(0, 1, 2);
    assertThatThrownBy(
            () ->
                sites[0].pieces(
                    new FitQuestion.Pieces(three, three, 10, values), FitSiteTest::quarter, CELLS))
        .hasMessageContaining("pieces of other cells");
    IntVector many = IntVector.of(0, 1, 2, FitQuestion.MOST_PIECES);
    assertThatThrownBy(
            () ->
                sites[0].pieces(
                    new FitQuestion.Pieces(many, CLUSTERS, 10, values),
                    FitSiteTest::quarter,
                    CELLS))
        .hasMessageContaining("too many pieces");
  }

  @Test
  void countsOfAnotherSizeAreRefused() {
    FitSite[] sites = sites();
    pieces(sites);
    assertThatThrownBy(() -> sites[0].flags(new FitQuestion.Flags(SealedCounts.zero(3))))
        .hasMessageContaining("other counts than its own");
  }

  @Test
  void totalsThatNoHonestSitesHaveAccuseNobody() {
    FitSite[] sites = sites();
    long[] counts = SealedCounts.opened(pieces(sites).words().toArray()).orElseThrow();
    Arrays.fill(counts, 0, 4, 1); // fewer records in a piece than the site has itself
    assertThat(flags(sites[0], SealedCounts.of(counts))).containsExactly(1, 0, 0, 0, 0, 0, 0);
    assertThat(sites[0].found().orElseThrow().state()).isEqualTo(SiteFit.State.NOT_POSSIBLE);
  }

  @Test
  void aSiteThatStatesItsRecordsWronglyIsTheOneThatDoesNotFit() {
    FitSite[] sites = sites();
    sites[SITES - 1] = site(SITES - 1, 40); // its records are a fourth of all
    SealedCounts counts = pieces(sites);
    for (int s = 0; s + 1 < SITES; s++) {
      assertThat(flags(sites[s], counts)[2]).as("site %d", s).isZero();
    }
    assertThat(flags(sites[SITES - 1], counts)[2]).isEqualTo(1);
  }

  @Test
  void answersThatDoNotFitTogetherAreNotBelieved() {
    assertThat(new FitFlags(4, 4, 9, 0, 9, new long[2]).words(3).get("fit"))
        .isEqualTo("not known: the sites' answers do not fit together");
    assertThat(new FitFlags(4, 4, 1, 1, 3, new long[] {0, 1}).words(3))
        .containsEntry("one-site clusters", "cluster 2: one site has more than 80 % of it")
        .containsEntry(
            "fit",
            "1 of 4 sites does not fit the others; its owner has been told which columns and why;"
                + " 1 of 4 sites differs in a column or more");
  }
}
