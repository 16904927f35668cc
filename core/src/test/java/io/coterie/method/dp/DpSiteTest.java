package io.coterie.method.dp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.coterie.CoterieException;
import io.coterie.ErrorCode;
import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import io.coterie.math.Seed;
import io.coterie.message.CoordinatorMessage;
import io.coterie.message.Payload;
import io.coterie.message.Question;
import io.coterie.message.internal.NoisyTotals;
import io.coterie.method.SiteContext;
import io.coterie.method.SitePart;
import io.coterie.plan.InputKind;
import io.coterie.plan.StudyPlan;
import io.coterie.privacy.NoiseSource;
import io.coterie.privacy.PrivacyLoss;
import io.coterie.privacy.ReleaseNotice;
import io.coterie.site.PrivacyGate;
import io.coterie.site.SiteData;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class DpSiteTest {
  private static final StudyPlan PLAN = DpScheduleTest.plan(InputKind.table(), 3, 2, 1, 300, 1);

  private final Parallel parallel = Parallel.of(1);
  private final List<ReleaseNotice> stated = new ArrayList<>();

  @AfterEach
  void close() {
    parallel.close();
  }

  private SitePart site(Matrix records, PrivacyGate.Watch watch) {
    Seed seed = new Seed(1);
    PrivacyGate gate = new PrivacyGate("a", NoiseSource.repeatable(seed.child("n")), 1, watch);
    return DpClustering.site(
        PLAN, new SiteContext(SiteData.of("a", records), gate, seed, parallel));
  }

  private static void ask(SitePart site, Payload question) {
    site.reply(new CoordinatorMessage(1, question));
  }

  @Test
  void answersItsStepsInOrderAndEachOnce() {
    SitePart site = site(Matrix.zeros(5, 3), stated::addAll);
    DpQuestion.Moments moments = new DpQuestion.Moments(DpInput.of(PLAN).steps());
    ask(site, moments);

    assertThatThrownBy(() -> ask(site, moments))
        .isInstanceOf(CoterieException.class)
        .hasMessageContaining("'moments' after 1 of the 3 steps")
        .satisfies(e -> assertThat(((CoterieException) e).code()).isEqualTo(ErrorCode.NOT_AGREED));
    assertThat(stated).hasSize(3);
    assertThatThrownBy(
            () -> ask(site(Matrix.zeros(5, 3), stated::addAll), new DpQuestion.Grid(List.of(), 4)))
        .hasMessageContaining("not due");
    assertThatThrownBy(
            () -> ask(site(Matrix.zeros(5, 3), stated::addAll), new Question("microclusters")))
        .hasMessageContaining("no question of level dp");
    assertThat(stated).hasSize(3);
  }

  @Test
  void theWatchKnowsTheCostBeforeAnythingLeavesAndMayRefuse() {
    SitePart site =
        site(
            Matrix.zeros(5, 3),
            statements -> {
              stated.addAll(statements);
              throw new CoterieException(ErrorCode.BUDGET, "spent");
            });
    assertThatThrownBy(() -> ask(site, new DpQuestion.Moments(DpInput.of(PLAN).steps())))
        .hasMessage("spent");
    PrivacyLoss told =
        stated.stream()
            .map(statement -> statement.mechanism().loss())
            .reduce(PrivacyLoss.none(), PrivacyLoss::plus);
    assertThat(told).isEqualTo(DpSchedule.of(PLAN).steps().get(0).total());
  }

  @Test
  void aSiteWithoutRecordsSendsAsMuchAsAnyOther() {
    Payload none =
        site(Matrix.zeros(0, 3), stated::addAll)
            .reply(new CoordinatorMessage(1, new DpQuestion.Moments(DpInput.of(PLAN).steps())))
            .payload();
    Payload some =
        site(Matrix.zeros(50, 3), stated::addAll)
            .reply(new CoordinatorMessage(1, new DpQuestion.Moments(DpInput.of(PLAN).steps())))
            .payload();
    assertThat(io.coterie.message.WireSize.of(none))
        .isEqualTo(io.coterie.message.WireSize.of(some));
    assertThat(((NoisyTotals) none).blocks().keySet())
        .isEqualTo(((NoisyTotals) some).blocks().keySet());
  }

  @Test
  void noExactSumIsPrinted() {
    List<io.coterie.privacy.NoisyBlock> blocks =
        new DpQuestion.Moments(List.of())
            .measure(
                Matrix.ofRows(new double[] {0.123456, 0, 0}),
                DpSchedule.of(PLAN).steps().get(0),
                parallel);
    assertThat(blocks.toString()).doesNotContain("4045").contains("entries"); // .123456 · 2^15
  }
}
