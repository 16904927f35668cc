package io.coterie.spark;

import static org.assertj.core.api.Assertions.assertThat;

import io.coterie.federation.Federation;
import io.coterie.federation.RunListener;
import io.coterie.federation.RunResult;
import io.coterie.federation.SiteHost;
import io.coterie.federation.SiteHost.SiteReply;
import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import io.coterie.math.Seed;
import io.coterie.message.Labels;
import io.coterie.message.Payload;
import io.coterie.plan.Budget;
import io.coterie.plan.DpTerms;
import io.coterie.plan.NoiseMode;
import io.coterie.plan.PrivacyPlan;
import io.coterie.plan.PublicBounds;
import io.coterie.plan.StudyPlan;
import io.coterie.site.SiteData;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.apache.spark.api.java.JavaSparkContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SiteTasksIT {
  private static final Seed SEED = new Seed(1);
  private static final int SITES = 9;

  private static List<SiteData> sites() {
    return sites(SITES, 30);
  }

  private static List<SiteData> sites(int count, int each) {
    Matrix records = Blobs.of(count * each, new Seed(6));
    return IntStream.range(0, count)
        .mapToObj(
            s ->
                SiteData.of(
                    "site-" + s,
                    records.selectRows(IntStream.range(each * s, each * (s + 1)).toArray())))
        .toList();
  }

  private static RunResult onCluster(StudyPlan plan) {
    return run(plan, Cluster.session().host(plan, sites(), SEED));
  }

  private static RunResult run(StudyPlan plan, SiteHost host) {
    return new Federation(plan, sites(), SEED).run(Parallel.sequential(), RunListener.none(), host);
  }

  @ParameterizedTest
  @ValueSource(strings = {"anchor-graph", "anchor-graph:groups", "k-fed", "spp-fgc"})
  void sitesOnTheClusterAnswerAsInOneProcess(String method) {
    StudyPlan plan = Blobs.plan(method);
    RunResult local = Blobs.run(plan, sites());
    RunResult cluster = onCluster(plan);
    assertThat(cluster.labels()).isEqualTo(local.labels());
    assertThat(cluster.traffic()).isEqualTo(local.traffic());
  }

  /** More tasks than are asked at first. */
  @Test
  void repliesComeInTheOrderOfTheSites() {
    List<SiteData> many = sites(110, 6);
    StudyPlan plan = Blobs.plan("dp-lloyd");
    RunResult local = Blobs.run(plan, many);
    RunResult cluster =
        new Federation(plan, many, SEED)
            .run(
                Parallel.sequential(),
                RunListener.none(),
                Cluster.session().host(plan, many, SEED));
    assertThat(cluster.labels()).isEqualTo(local.labels());
    assertThat(cluster.traffic()).isEqualTo(local.traffic());
    assertThat(cluster.traffic().keySet()).containsExactlyElementsOf(local.traffic().keySet());
  }

  @Test
  void dpSitesDrawTheSameNoise() {
    DpTerms terms =
        new DpTerms(
            new Budget(4, 1e-6),
            NoiseMode.SECURE_SUMS,
            SITES,
            0,
            300,
            1,
            Optional.of(PublicBounds.same(-5, 9, Blobs.DIMENSION)));
    StudyPlan plan = Blobs.plan("anchor-graph").with(PrivacyPlan.dp(terms));
    assertThat(SentPlan.of(plan).plan()).isEqualTo(plan);
    assertThat(onCluster(plan).labels()).isEqualTo(Blobs.run(plan, sites()).labels());
  }

  /** Every round is answered by sites that were never asked before. */
  @Test
  void sitesThatWereLostHearTheQuestionsAgain() {
    StudyPlan plan = Blobs.plan("dp-lloyd");
    List<Payload> heard = new ArrayList<>();
    SiteHost forgetful =
        new SiteHost() {
          private SiteTasks anew() {
            SiteTasks fresh =
                new SiteTasks(
                    JavaSparkContext.fromSparkContext(Cluster.spark().sparkContext()),
                    plan,
                    sites(),
                    SEED);
            heard.forEach(fresh::remind);
            return fresh;
          }

          @Override
          public void ask(int round, Payload question, Consumer<List<SiteReply>> replies) {
            anew().ask(round, question, replies);
            heard.add(question);
          }

          @Override
          public List<Labels> label(int round, List<Payload> answers) {
            return anew().label(round, answers);
          }
        };
    assertThat(run(plan, forgetful).labels()).isEqualTo(Blobs.run(plan, sites()).labels());
    assertThat(heard).hasSizeGreaterThan(2);
  }
}
