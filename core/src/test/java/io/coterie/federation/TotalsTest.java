package io.coterie.federation;

import static io.coterie.federation.Studies.SEED;
import static io.coterie.federation.Studies.accuracy;
import static io.coterie.federation.Studies.blobLabels;
import static io.coterie.federation.Studies.blobs;
import static io.coterie.federation.Studies.deal;
import static io.coterie.federation.Studies.gather;
import static io.coterie.federation.Studies.moons;
import static io.coterie.federation.Studies.partition;
import static io.coterie.federation.Studies.run;
import static io.coterie.federation.Studies.shuffled;
import static io.coterie.federation.Studies.sites;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.coterie.CoterieException;
import io.coterie.ErrorCode;
import io.coterie.math.LongVector;
import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import io.coterie.message.CoordinatorMessage;
import io.coterie.message.Field;
import io.coterie.message.Payload;
import io.coterie.message.SiteMessage;
import io.coterie.message.internal.SealedCounts;
import io.coterie.message.internal.WholeTotals;
import io.coterie.method.LongWork;
import io.coterie.method.MethodRunner;
import io.coterie.method.PayloadKinds;
import io.coterie.method.RecordedSites;
import io.coterie.method.SitePart;
import io.coterie.plan.InputKind;
import io.coterie.plan.PrivacyPlan;
import io.coterie.plan.StudyPlan;
import io.coterie.plan.StudyPlan.InputPlan;
import io.coterie.privacy.NoiseSource;
import io.coterie.site.SiteData;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Level totals: the same answer for any number of sites, and no sum over fewer than K records. */
class TotalsTest {
  private static final int RECORDS = 1050;

  private static StudyPlan plan(int dimension, int clusters, int smallestGroup) {
    return StudyPlan.of("anchor-graph", clusters, InputPlan.automatic(InputKind.table(), dimension))
        .with(PrivacyPlan.totals(smallestGroup));
  }

  private static int[] labels(Matrix records, int clusters, Map<String, int[]> hands) {
    return gather(run(plan(records.columns(), clusters, 10), sites(records, hands)), hands);
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 7, 20, 50})
  void theAnswerIsTheSameForAnyNumberOfSites(int siteCount) {
    for (Matrix records : List.of(moons(RECORDS, 0.05, SEED), blobs(RECORDS, 3, 7, SEED))) {
      int[] together = labels(records, 3, Map.of("all", IntStream.range(0, RECORDS).toArray()));
      assertThat(labels(records, 3, deal(RECORDS, siteCount))).isEqualTo(together);
    }
  }

  @Test
  void theAnswerIsTheSameHoweverSkewedTheSitesAre() {
    Matrix records = moons(RECORDS, 0.05, SEED);
    int[] together = labels(records, 2, Map.of("all", IntStream.range(0, RECORDS).toArray()));
    // One site has a single record, one has one moon, and the order is another.
    int[] order = shuffled(RECORDS, SEED);
    Map<String, int[]> skewed = new LinkedHashMap<>();
    skewed.put("one", Arrays.copyOf(order, 1));
    skewed.put("few", Arrays.copyOfRange(order, 1, 30));
    int[] rest = Arrays.copyOfRange(order, 30, RECORDS);
    skewed.put("first", Arrays.stream(rest).filter(i -> together[i] == 0).toArray());
    skewed.put("second", Arrays.stream(rest).filter(i -> together[i] != 0).toArray());
    assertThat(labels(records, 2, skewed)).isEqualTo(together);
  }

  @Test
  void findsFarBlobsAndMoons() {
    int[] blobs = labels(blobs(600, 4, 5, SEED), 4, deal(600, 5));
    assertThat(partition(blobs)).isEqualTo(blobLabels(600, 4));
    int[] truth = IntStream.range(0, RECORDS).map(i -> i % 2).toArray();
    int[] moons = labels(moons(RECORDS, 0.05, SEED), 2, deal(RECORDS, 5));
    assertThat(accuracy(moons, truth, 2)).isGreaterThan(0.99);
  }

  /** A site that answers, with the gate and the seals of a process of its own. */
  private static SitePart site(Matrix records, int smallestGroup) {
    MethodRunner runner = MethodRunner.of(plan(records.columns(), 2, smallestGroup), SEED);
    return runner.site(
        SiteData.of("a", records),
        runner.gate("a", NoiseSource::repeatable, statements -> {}),
        Parallel.sequential(),
        LongWork.unseen());
  }

  /** Runs an honest study and returns its questions and answers. */
  private static List<RecordedSites.Round> rounds(Matrix records, int smallestGroup) {
    MethodRunner runner = MethodRunner.of(plan(records.columns(), 2, smallestGroup), SEED);
    List<RecordedSites.Round> rounds = new ArrayList<>();
    RecordedSites sites =
        new RecordedSites(
            List.of(site(records, smallestGroup)), Parallel.sequential(), rounds::add);
    runner.coordinate(sites, (name, value) -> {}, Parallel.sequential());
    return rounds;
  }

  @Test
  void noCellHasFewerRecordsThanTheSmallestGroup() {
    Matrix records = moons(RECORDS, 0.05, SEED);
    List<Long> upper = new ArrayList<>();
    for (RecordedSites.Round round : rounds(records, 10)) {
      if (round.question().payload().kind().equals("split")) {
        WholeTotals totals = (WholeTotals) round.answers().get(0).payload();
        for (int k = 2; k < totals.counts().size(); k += 2) {
          if (totals.counts().at(k - 1) > 0) {
            upper.add(totals.counts().at(k));
          }
        }
      }
    }
    assertThat(upper).hasSizeGreaterThan(20).allMatch(count -> count >= 10);
  }

  @Test
  void countsOfPairsLeaveRoundedToHalfTheSmallestGroup() {
    List<RecordedSites.Round> rounds = rounds(moons(RECORDS, 0.05, SEED), 10);
    int pairs =
        IntStream.range(0, rounds.size())
            .filter(i -> rounds.get(i).question().payload().kind().equals("pairs"))
            .findFirst()
            .orElseThrow();
    WholeTotals counts = (WholeTotals) rounds.get(pairs + 1).answers().get(0).payload();
    for (int k = 1; k < counts.counts().size(); k++) {
      assertThat(counts.counts().at(k) % 5).isZero();
    }
  }

  @Test
  void aCoordinatorThatChangesACountGetsNothing() {
    Matrix records = moons(RECORDS, 0.05, SEED);
    SitePart victim = site(records, 10);
    int number = 0;
    for (RecordedSites.Round round : rounds(records, 10)) {
      Payload question = round.question().payload();
      if (question.kind().equals("split")) {
        CoordinatorMessage lie = new CoordinatorMessage(++number, changed(question));
        assertThatThrownBy(() -> victim.reply(lie))
            .isInstanceOfSatisfying(
                CoterieException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.NOT_AGREED))
            .hasMessageContaining("not those that the sites sealed");
        return;
      }
      SiteMessage unused = victim.reply(new CoordinatorMessage(++number, question));
    }
  }

  /** Returns the question with one more record in the first count. */
  private static Payload changed(Payload question) {
    return PayloadKinds.typed(
        question.kind(),
        question.fields().stream()
            .map(
                field ->
                    field instanceof Field.Longs longs
                        ? new Field.Longs(
                            field.name(), LongVector.of(more(longs.values().toArray())))
                        : field)
            .toList());
  }

  private static long[] more(long[] words) {
    words[0] += 1;
    return words;
  }

  @Test
  void aStudyOfFewerRecordsThanTheSmallestGroupSendsNoSum() {
    assertThatThrownBy(() -> run(plan(2, 1, 10), sites(moons(8, 0.05, SEED), deal(8, 2))))
        .isInstanceOf(CoterieException.class)
        .hasMessageContaining("fewer than 10 records of all sites");
  }

  @Test
  void sealedCountsAreTwoHalves() {
    SealedCounts counts = SealedCounts.of(new long[] {3, 4});
    assertThat(counts.words().toArray()).containsExactly(3, 4, 3, 4);
    assertThat(counts.isSealed()).isTrue();
    assertThatThrownBy(() -> new SealedCounts(LongVector.of(1, 2, 3)))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
