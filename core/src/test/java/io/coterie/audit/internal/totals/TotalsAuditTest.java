package io.coterie.audit.internal.totals;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.coterie.CoterieException;
import io.coterie.audit.AuditCheck;
import io.coterie.audit.AuditOutcome;
import io.coterie.audit.AuditReport;
import io.coterie.audit.PrivacyAudit;
import io.coterie.audit.internal.membership.AuditRecords;
import io.coterie.audit.internal.membership.Participation;
import io.coterie.audit.internal.membership.Recording;
import io.coterie.audit.internal.totals.TotalsAudit.Released;
import io.coterie.math.LongVector;
import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import io.coterie.math.Seed;
import io.coterie.message.SiteMessage;
import io.coterie.message.internal.WholeTotals;
import io.coterie.method.RecordedSites.Round;
import io.coterie.method.Reply;
import io.coterie.method.anchor.CellRelease;
import io.coterie.plan.InputKind;
import io.coterie.plan.PrivacyPlan;
import io.coterie.plan.StudyPlan;
import io.coterie.plan.StudyPlan.InputPlan;
import io.coterie.privacy.NoiseSource;
import io.coterie.site.SiteData;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The shipped method passes; each planted break of the promise is found and named. */
class TotalsAuditTest {
  private static final Parallel PARALLEL = Parallel.sequential();
  private static final Seed SEED = new Seed(5);
  private static final int SITES = 5;
  private static final int EACH = 80;
  private static final Matrix RECORDS = AuditRecords.moons(SITES * EACH, SEED);

  private static StudyPlan plan(int smallestGroup) {
    return StudyPlan.of("anchor-graph", 2, InputPlan.automatic(InputKind.table(), 2))
        .with(PrivacyPlan.totals(smallestGroup));
  }

  private static List<SiteData> sites(Matrix records) {
    return IntStream.range(0, SITES)
        .mapToObj(
            s ->
                SiteData.of(
                    "site-" + s,
                    records.selectRows(IntStream.range(s * EACH, (s + 1) * EACH).toArray())))
        .toList();
  }

  private static Recording recording(int smallestGroup) {
    return Recording.of(plan(smallestGroup), sites(RECORDS), SEED, PARALLEL);
  }

  private static AuditReport audit(StudyPlan plan, List<SiteData> sites) {
    return new PrivacyAudit(
            plan, new PrivacyAudit.Options(200, 1), part -> NoiseSource.repeatable(SEED))
        .run(sites, SEED, PARALLEL);
  }

  private static Released released(Recording recording) {
    return Released.of(plan(10), recording, sites(RECORDS), PARALLEL);
  }

  private static List<String> failed(List<AuditCheck> checks) {
    return checks.stream().filter(check -> !check.passed()).map(AuditCheck::name).toList();
  }

  @Test
  void theShippedMethodKeepsItsPromise() {
    AuditReport report = audit(plan(10), sites(RECORDS));

    assertThat(report.verdict()).as("%s", report.checks()).isEqualTo(AuditOutcome.PASS);
    assertThat(report.checks()).hasSize(8);
    Participation means = report.participation().orElseThrow();
    // Means made without the site are about as near to its records; that is what a control is for.
    assertThat(means.found().error()).isBetween(0.03, means.control().error());
    assertThat(means.control().error()).isLessThan(0.3);
    assertThat(means.auc().value()).isBetween(0.3, 0.7);
    Unprotected unprotected = report.unprotected().orElseThrow();
    assertThat(unprotected.informed().error()).isZero();
    assertThat(unprotected.collusion()).hasSize(SITES - 1);
    assertThat(unprotected.collusion().get(0))
        .isEqualTo(new Collusion(0, SITES * EACH, 0, 0, 0, 0));
    assertThat(unprotected.collusion().get(3).few()).isPositive();
    assertThat(unprotected.collusion()).allMatch(one -> one.exact() == 0);
  }

  @Test
  void singleRecordsAreFoundWhereTheStudyPermitsThem() {
    AuditReport report = audit(plan(1), sites(RECORDS));

    assertThat(report.verdict()).isEqualTo(AuditOutcome.FAIL);
    assertThat(failed(report.checks())).containsExactly("records stated exactly");
    Participation means = report.participation().orElseThrow();
    assertThat(means.auc().value()).isGreaterThan(0.1 + means.controlAuc().value());
  }

  @Test
  void cellsOfFewerRecordsThanPromisedAreFound() {
    assertThat(failed(released(recording(4)).checks(10)))
        .contains(
            "fewest records that sums tell from others",
            "fewest records that a sum or difference is over",
            "records in groups of fewer than K",
            "numbers that should be rounded and are not");
  }

  /** As a Lloyd step releases them: the same cell but for one record. */
  @Test
  void aBorderThatMovesIsFound() {
    Released honest = released(recording(10));
    List<int[]> parts = new ArrayList<>(honest.cells().parts());
    int[] moved = parts.get(1).clone();
    moved[0] = 1 - moved[0];
    parts.add(moved);
    CellRelease cells =
        new CellRelease(
            parts,
            honest.cells().exact(),
            honest.cells().means(),
            honest.cells().left(),
            honest.cells().coarse(),
            honest.cells().others());
    Released planted =
        new Released(honest.rounds(), 0, cells, honest.way(), honest.records(), honest.siteOf());

    assertThat(failed(honest.checks(10))).isEmpty();
    List<AuditCheck> checks = planted.checks(10);
    assertThat(failed(checks))
        .containsExactly(
            "fewest records that sums tell from others",
            "fewest records that a sum or difference is over",
            "records in groups of fewer than K",
            "records stated exactly");
    assertThat(checks.get(5).measured()).isEqualTo(1);
  }

  private static Released changed(String kind, UnaryOperator<Round> change) {
    Recording honest = recording(10);
    List<Round> rounds =
        honest.rounds().stream()
            .map(
                round ->
                    round.question().payload().asked().kind().equals(kind)
                        ? change.apply(round)
                        : round)
            .toList();
    return released(new Recording(rounds, honest.representation()));
  }

  /** The first site adds one to every number, as one that leaves a record out of its cell. */
  private static Round with(Round round, UnaryOperator<long[]> counts, UnaryOperator<long[]> sums) {
    SiteMessage first = round.answers().get(0);
    WholeTotals own = (WholeTotals) first.payload();
    List<SiteMessage> answers = new ArrayList<>(round.answers());
    answers.set(
        0,
        new SiteMessage(
            first.site(),
            new WholeTotals(
                LongVector.of(counts.apply(own.counts().toArray())),
                LongVector.of(sums.apply(own.sums().toArray())))));
    return new Round(round.question(), round.reply(), answers);
  }

  private static long[] more(long[] words) {
    return Arrays.stream(words).map(word -> word + 1).toArray();
  }

  @Test
  void sumsOverOtherRecordsThanThoseOfTheCellAreFound() {
    Released planted =
        changed("split", round -> with(round, counts -> counts, TotalsAuditTest::more));

    assertThat(failed(planted.checks(10)))
        .containsExactly("sums that are not those of their cells");
  }

  @Test
  void countsThatAreNotRoundedAreFound() {
    Released planted =
        changed(
            "rounded",
            round ->
                with(
                    round,
                    counts -> {
                      counts[1] += SITES;
                      return counts;
                    },
                    sums -> sums));

    assertThat(failed(planted.checks(10)))
        .containsExactly("numbers that should be rounded and are not");
  }

  @Test
  void answersThatTheCoordinatorReadsSiteBySiteAreFound() {
    Released planted =
        changed(
            "pairs",
            round ->
                new Round(
                    round.question(),
                    Reply.of(round.reply().type(), payload -> {}),
                    round.answers()));

    assertThat(planted.checks(10).get(0))
        .isEqualTo(new AuditCheck("answers of single sites that can be read", SITES, 0, false));
  }

  private static Matrix withMissing(int count) {
    return RECORDS.map(
        (i, j, value) -> j == 1 && i % EACH == 7 && i < count * EACH ? Double.NaN : value);
  }

  @Test
  void countsOfMissingValuesStayWithTheSites() {
    Matrix records = withMissing(3);
    AuditReport report = audit(plan(10), sites(records));

    assertThat(failed(report.checks())).isEmpty();
    assertThat(report.unprotected().orElseThrow().fewestWithout()).isEmpty();
    assertThat(report.participation().orElseThrow().found().error()).isBetween(0.03, 1.0);
  }

  @Test
  void whatCannotBeTriedEndsTheAudit() {
    assertThatThrownBy(() -> audit(plan(10), sites(RECORDS).subList(0, 1)))
        .isInstanceOf(CoterieException.class)
        .hasMessageContaining("takes a second site");
    List<SiteData> few = new ArrayList<>(sites(RECORDS));
    few.set(0, SiteData.of("few", RECORDS.selectRows(IntStream.range(0, 9).toArray())));
    assertThatThrownBy(() -> audit(plan(10), few))
        .isInstanceOf(CoterieException.class)
        .hasMessageContaining("few has 9 records");
    Matrix same = RECORDS.map((i, j, value) -> i < EACH ? 1 : value);
    assertThatThrownBy(() -> audit(plan(10), sites(same)))
        .isInstanceOf(CoterieException.class)
        .hasMessageContaining("records are the same");
    // Without the audited site there are too few records for a study.
    List<SiteData> rest =
        List.of(
            sites(RECORDS).get(0),
            SiteData.of("rest", RECORDS.selectRows(IntStream.range(0, 5).toArray())));
    assertThatThrownBy(() -> audit(plan(10), rest))
        .isInstanceOf(CoterieException.class)
        .hasMessageContaining("such a study cannot be run");
  }
}
