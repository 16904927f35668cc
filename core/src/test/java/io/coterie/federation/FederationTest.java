package io.coterie.federation;

import static io.coterie.federation.Studies.SEED;
import static io.coterie.federation.Studies.blobLabels;
import static io.coterie.federation.Studies.blobs;
import static io.coterie.federation.Studies.cluster;
import static io.coterie.federation.Studies.deal;
import static io.coterie.federation.Studies.gather;
import static io.coterie.federation.Studies.partition;
import static io.coterie.federation.Studies.run;
import static io.coterie.federation.Studies.sites;
import static io.coterie.federation.Studies.tablePlan;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.coterie.CoterieException;
import io.coterie.ErrorCode;
import io.coterie.federation.RunListener.RunEvent;
import io.coterie.federation.SiteHost.SimulatedSite;
import io.coterie.federation.SiteHost.SiteReply;
import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import io.coterie.message.CoordinatorMessage;
import io.coterie.message.Field;
import io.coterie.message.Labels;
import io.coterie.message.Payload;
import io.coterie.method.Diagnostics;
import io.coterie.method.MethodRunner;
import io.coterie.plan.ClusterCount;
import io.coterie.plan.PrivacyPlan;
import io.coterie.plan.Scaling;
import io.coterie.plan.StudyPlan;
import io.coterie.plan.StudyPlan.MethodOptions;
import io.coterie.privacy.NoiseSource;
import io.coterie.site.SiteData;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Whole studies by the anchor graph, on records whose clusters are known. */
class FederationTest {
  @ParameterizedTest
  @CsvSource({"300,3,2,1", "300,3,2,5", "600,5,8,4", "400,2,1,3"})
  void farBlobsAreFoundWithoutAMistake(int rows, int count, int dimension, int siteCount) {
    int[] found = cluster(blobs(rows, count, dimension, SEED), count, siteCount);

    assertThat(partition(found)).isEqualTo(blobLabels(rows, count));
  }

  @Test
  void moonsAreFollowedRoundTheirBend() {
    int[] found = cluster(Studies.moons(1000, 0.06, SEED), 2, 4);

    assertThat(Studies.accuracy(found, blobLabels(1000, 2), 2)).isGreaterThan(0.99);
  }

  @Test
  void permutedRecordsGetPermutedLabels() {
    Matrix records = blobs(400, 4, 3, SEED);
    int[] order = Studies.shuffled(400, SEED.child("order"));

    int[] found = cluster(records.selectRows(order), 4, 3);

    int[] expected = Arrays.stream(order).map(i -> i % 4).toArray();
    assertThat(partition(found)).isEqualTo(partition(expected));
  }

  @Test
  void orderAndNamesOfTheSitesDoNotMatter() {
    Matrix records = blobs(400, 4, 3, SEED);
    Map<String, int[]> hands = deal(400, 4);
    List<Map.Entry<String, int[]>> entries = new ArrayList<>(hands.entrySet());
    Collections.reverse(entries);
    Map<String, int[]> renamed = new LinkedHashMap<>();
    entries.forEach(entry -> renamed.put("renamed " + entry.getKey(), entry.getValue()));
    StudyPlan plan = tablePlan(3, 4, Scaling.AUTO);

    assertThat(partition(gather(run(plan, sites(records, renamed)), renamed)))
        .isEqualTo(partition(gather(run(plan, sites(records, hands)), hands)));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 8})
  void threadsDoNotChangeABit(int threads) {
    // Moons: the answer goes through eigenvectors, k-means and a mixture that is refused.
    Matrix records = Studies.moons(500, 0.1, SEED);
    List<SiteData> sites = sites(records, deal(500, 3));
    StudyPlan plan = tablePlan(2, 2, Scaling.AUTO);
    RunResult expected = run(plan, sites);
    try (Parallel parallel = Parallel.of(threads)) {
      Federation federation = new Federation(plan, sites, SEED);
      RunResult first = federation.run(parallel, RunListener.none());
      RunResult again = federation.run(parallel, RunListener.none());

      for (RunResult result : List.of(first, again)) {
        assertThat(result.labels()).isEqualTo(expected.labels());
        assertThat(result.traffic()).isEqualTo(expected.traffic());
        assertThat(result.findings()).isEqualTo(expected.findings());
        assertSameModel(result, expected);
      }
    }
  }

  /** More sites than are held at a time: none is left out of a total, or counted twice. */
  @Test
  void manySitesAreAddedUpSomeAtATime() {
    Matrix records = blobs(700, 2, 2, SEED);
    List<SiteData> sites = sites(records, deal(700, 100));
    StudyPlan plan = tablePlan(2, 2, Scaling.AUTO);
    List<List<SiteReply>> taken = new ArrayList<>();
    SiteHost atOnce =
        new SiteHost() {
          private final List<SimulatedSite> made =
              sites.stream()
                  .map(
                      site ->
                          new SimulatedSite(
                              new SimulatedSite.Setting(
                                  MethodRunner.of(plan, SEED), NoiseSource::repeatable),
                              site,
                              Parallel.sequential(),
                              progress -> {}))
                  .toList();

          @Override
          public void ask(int round, Payload question, Consumer<List<SiteReply>> replies) {
            CoordinatorMessage message = new CoordinatorMessage(round, question);
            taken.add(made.stream().map(site -> site.reply(message)).toList());
            replies.accept(taken.get(taken.size() - 1));
          }

          @Override
          public List<Labels> label(int round, List<Payload> answers) {
            return made.stream()
                .map(site -> site.labels(new CoordinatorMessage(round, answers.get(0))))
                .toList();
          }
        };
    RunResult expected =
        new Federation(plan, sites, SEED).run(Parallel.sequential(), RunListener.none(), atOnce);

    RunResult found = run(plan, sites);

    assertThat(taken).allMatch(replies -> replies.size() == 100);
    assertThat(found.labels()).isEqualTo(expected.labels());
    assertThat(found.traffic()).isEqualTo(expected.traffic());
    assertSameModel(found, expected);
  }

  private static void assertSameModel(RunResult result, RunResult expected) {
    List<Field> fields = result.model().clusters().fields();
    List<Field> others = expected.model().clusters().fields();
    assertThat(fields).hasSameSizeAs(others);
    for (int f = 0; f < fields.size(); f++) {
      if (fields.get(f) instanceof Field.Numbers numbers) {
        assertThat(numbers.values().array())
            .isEqualTo(((Field.Numbers) others.get(f)).values().array());
      } else {
        assertThat(fields.get(f)).isEqualTo(others.get(f));
      }
    }
  }

  @Test
  void anotherSeedMayDrawOtherAnchorsButFindsTheSameBlobs() {
    Matrix records = blobs(300, 3, 2, SEED);
    Map<String, int[]> hands = deal(300, 2);
    RunResult result =
        new Federation(tablePlan(2, 3, Scaling.AUTO), sites(records, hands), SEED.child("other"))
            .run(Parallel.sequential(), RunListener.none());

    assertThat(partition(gather(result, hands))).isEqualTo(blobLabels(300, 3));
  }

  @Test
  void theModelLabelsTheTrainingRecordsAsTheSitesDid() {
    Matrix records = blobs(300, 3, 2, SEED);
    Map<String, int[]> hands = deal(300, 3);
    RunResult result = run(tablePlan(2, 3, Scaling.AUTO), sites(records, hands));

    assertThat(result.model().predict(records, Parallel.sequential()).toArray())
        .isEqualTo(gather(result, hands));
    Matrix fresh = blobs(90, 3, 2, SEED.child("fresh"));
    assertThat(partition(result.model().predict(fresh, Parallel.sequential()).toArray()))
        .isEqualTo(blobLabels(90, 3));
  }

  @Test
  void aSiteMayHaveOneRecordOrFewerThanThereAreClusters() {
    Matrix records = blobs(303, 3, 2, SEED);
    Map<String, int[]> hands = new LinkedHashMap<>();
    hands.put("alone", new int[] {300});
    hands.put("pair", new int[] {301, 302});
    hands.put("many", java.util.stream.IntStream.range(0, 300).toArray());

    RunResult result = run(tablePlan(2, 3, Scaling.AUTO), sites(records, hands));

    assertThat(partition(gather(result, hands))).isEqualTo(blobLabels(303, 3));
  }

  @Test
  void aSiteMaySeeOneClusterOnly() {
    Matrix records = blobs(300, 3, 2, SEED);
    Map<String, int[]> hands = new LinkedHashMap<>();
    for (int c = 0; c < 3; c++) {
      int cluster = c;
      hands.put(
          "site-" + c,
          java.util.stream.IntStream.range(0, 300).filter(i -> i % 3 == cluster).toArray());
    }

    RunResult result = run(tablePlan(2, 3, Scaling.AUTO), sites(records, hands));

    assertThat(partition(gather(result, hands))).isEqualTo(blobLabels(300, 3));
  }

  @Test
  void oneClusterTakesEveryRecord() {
    assertThat(cluster(blobs(120, 3, 2, SEED), 1, 3)).containsOnly(0);
  }

  @Test
  void identicalRecordsAreOneGroup() {
    Matrix same = Matrix.zeros(100, 3);
    Arrays.fill(same.array(), 4.2);

    assertThat(cluster(same, 1, 2)).containsOnly(0);
    fails(ErrorCode.BAD_DATA, "only 1 groups of records", () -> cluster(same, 2, 2));
    assertThat(cluster(same, 0, 2)).containsOnly(0);
  }

  @Test
  void thousandsOfDuplicatesAreNoTrouble() {
    Matrix distinct = blobs(6, 3, 2, SEED);
    int[] chosen = new int[6000];
    Arrays.setAll(chosen, i -> i % 6);

    int[] found = cluster(distinct.selectRows(chosen), 3, 2);

    assertThat(partition(found)).isEqualTo(blobLabels(6000, 3));
  }

  @Test
  void moreClustersThanRecordsAreRefused() {
    fails(ErrorCode.BAD_DATA, "fewer records", () -> cluster(blobs(20, 2, 2, SEED), 21, 2));
  }

  @Test
  void moreNeighborsThanRecordsAreCutBack() {
    Matrix records = blobs(60, 2, 2, SEED);
    Map<String, int[]> hands = deal(60, 3);
    StudyPlan plan = tablePlan(2, 2, Scaling.AUTO);
    StudyPlan greedy =
        new StudyPlan(
            plan.method(),
            plan.clusters(),
            plan.input(),
            MethodOptions.none().with("neighbors", "500"),
            PrivacyPlan.component());

    assertThat(partition(gather(run(greedy, sites(records, hands)), hands)))
        .isEqualTo(blobLabels(60, 2));
  }

  @Test
  void theNumberOfClustersIsFoundWhereItIsClear() {
    Matrix records = blobs(500, 5, 3, SEED);
    Map<String, int[]> hands = deal(500, 4);

    RunResult result = run(tablePlan(3, 0, Scaling.AUTO), sites(records, hands));

    assertThat(result.findings()).containsEntry("clusters", "5").containsKey("eigengaps");
    assertThat(partition(gather(result, hands))).isEqualTo(blobLabels(500, 5));
  }

  @Test
  void everyMessageIsCountedAndEventsComeInOrder() {
    Matrix records = Studies.moons(300, 0.1, SEED);
    List<SiteData> sites = sites(records, deal(300, 3));
    List<String> names = sites.stream().map(SiteData::site).toList();
    List<RunEvent> events = new ArrayList<>();

    RunResult result =
        new Federation(tablePlan(2, 2, Scaling.AUTO), sites, SEED)
            .run(Parallel.sequential(), events::add);

    assertThat(events.get(0)).isEqualTo(new RunEvent.Started("anchor-graph:groups", names));
    assertThat(events.get(events.size() - 1)).isInstanceOf(RunEvent.Finished.class);
    List<RunEvent> transport =
        events.stream()
            .filter(event -> !(event instanceof RunEvent.Finding))
            .filter(event -> !(event instanceof RunEvent.Sketched))
            .toList();
    int at = 1;
    Map<String, Long> out = new LinkedHashMap<>();
    Map<String, Long> in = new LinkedHashMap<>();
    for (int round = 1; round <= result.rounds(); round++) {
      assertThat(((RunEvent.RoundStarted) transport.get(at++)).round()).isEqualTo(round);
      for (String site : names) {
        addBytes(transport.get(at++), round, site, RunEvent.Direction.TO_SITE, in);
      }
      for (String site : names) {
        addBytes(transport.get(at++), round, site, RunEvent.Direction.FROM_SITE, out);
      }
      assertThat(((RunEvent.RoundEnded) transport.get(at++)).round()).isEqualTo(round);
    }
    for (String site : names) {
      addBytes(transport.get(at++), result.rounds() + 1, site, RunEvent.Direction.TO_SITE, in);
    }
    assertThat(at).isEqualTo(transport.size() - 1);
    for (String site : names) {
      assertThat(result.traffic().get(site))
          .isEqualTo(new RunResult.Traffic(out.get(site), in.get(site)));
    }
    assertThat(result.bytesOut()).isEqualTo(out.values().stream().mapToLong(b -> b).sum());
    assertThat(result.bytesIn()).isEqualTo(in.values().stream().mapToLong(b -> b).sum());
    assertThat(result.findings()).containsKeys("representation", "anchors", "components");
  }

  private static void addBytes(
      RunEvent event,
      int round,
      String site,
      RunEvent.Direction direction,
      Map<String, Long> bytes) {
    RunEvent.MessageSent sent = (RunEvent.MessageSent) event;
    assertThat(sent.round()).isEqualTo(round);
    assertThat(sent.site()).isEqualTo(site);
    assertThat(sent.direction()).isEqualTo(direction);
    assertThat(sent.message().bytes()).isPositive();
    bytes.merge(site, sent.message().bytes(), Long::sum);
  }

  @Test
  void studiesThatCannotStartSayWhy() {
    StudyPlan plan = tablePlan(2, 2, Scaling.AUTO);
    SiteData site = SiteData.of("a", blobs(20, 2, 2, SEED));
    SiteData empty = SiteData.of("empty", Matrix.zeros(0, 2));
    fails(ErrorCode.USAGE, "no site", () -> new Federation(plan, List.of(), SEED));
    fails(ErrorCode.USAGE, "same name", () -> new Federation(plan, List.of(site, site), SEED));
    fails(ErrorCode.BAD_DATA, "Site empty has no records", () -> run(plan, List.of(site, empty)));
    fails(
        ErrorCode.USAGE,
        "Did you mean anchor-graph?",
        () -> run(withMethod("anchor-grpah", MethodOptions.none()), List.of(site)));
    fails(
        ErrorCode.USAGE,
        "no option --speed",
        () ->
            run(
                withMethod("anchor-graph:groups", MethodOptions.none().with("speed", "9")),
                List.of(site)));
    fails(
        ErrorCode.USAGE,
        "--neighbors is 1",
        () ->
            run(
                withMethod("anchor-graph:groups", MethodOptions.none().with("neighbors", "1")),
                List.of(site)));
  }

  private static StudyPlan withMethod(String method, MethodOptions options) {
    return new StudyPlan(
        method,
        ClusterCount.of(2),
        tablePlan(2, 2, Scaling.AUTO).input(),
        options,
        PrivacyPlan.component());
  }

  private static void fails(ErrorCode code, String words, ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOf(CoterieException.class)
        .hasMessageContaining(words)
        .extracting(e -> ((CoterieException) e).code())
        .isEqualTo(code);
  }

  @Test
  void theCoordinatorShowsWhatItSees() {
    Matrix records = blobs(300, 3, 2, SEED);
    List<Diagnostics> shown = new ArrayList<>();

    RunResult result =
        new Federation(tablePlan(2, 3, Scaling.AUTO), sites(records, deal(300, 4)), SEED)
            .run(
                Parallel.sequential(),
                event -> {
                  if (event instanceof RunEvent.Sketched sketched) {
                    shown.add(sketched.sketch());
                  }
                });

    Diagnostics.Places places = only(shown, Diagnostics.Places.class).get(0);
    assertThat(places.mass().sum()).isCloseTo(300, within(1e-6));
    assertThat(only(shown, Diagnostics.Blocks.class)).hasSize(1);
    assertThat(only(shown, Diagnostics.SiteSizes.class))
        .hasSize(4)
        .allSatisfy(
            site -> {
              double[] sizes = new double[3];
              for (int cluster : result.labels().get(site.site()).toArray()) {
                sizes[cluster]++;
              }
              assertThat(site.records().toArray()).isEqualTo(sizes);
            });
    assertThat(only(shown, Diagnostics.SentGraph.class)).isEmpty();
  }

  private static <T extends Diagnostics> List<T> only(List<Diagnostics> all, Class<T> type) {
    return all.stream().filter(type::isInstance).map(type::cast).toList();
  }
}
