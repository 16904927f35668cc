package io.coterie.federation;

import static org.assertj.core.api.Assertions.assertThat;

import io.coterie.data.DataReader;
import io.coterie.data.ReadOptions;
import io.coterie.federation.SiteHost.SimulatedSite;
import io.coterie.federation.SiteHost.SiteReply;
import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import io.coterie.math.Seed;
import io.coterie.message.CoordinatorMessage;
import io.coterie.message.Labels;
import io.coterie.message.Payload;
import io.coterie.message.SiteMessage;
import io.coterie.method.FederatedMethod;
import io.coterie.method.MethodRunner;
import io.coterie.method.Methods;
import io.coterie.plan.Budget;
import io.coterie.plan.ClusterCount;
import io.coterie.plan.DpTerms;
import io.coterie.plan.FeatureMap;
import io.coterie.plan.InputKind;
import io.coterie.plan.NoiseMode;
import io.coterie.plan.PrivacyLevel;
import io.coterie.plan.PrivacyPlan;
import io.coterie.plan.PublicBounds;
import io.coterie.plan.Scaling;
import io.coterie.plan.StudyPlan;
import io.coterie.plan.StudyPlan.InputPlan;
import io.coterie.plan.StudyPlan.MethodOptions;
import io.coterie.plan.SumMode;
import io.coterie.privacy.NoiseSource;
import io.coterie.site.SiteData;
import io.coterie.wire.PayloadCodec;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every message of every method goes through bytes and back, and no label changes. */
class CarriedFederationTest {
  private static final Seed SEED = new Seed(3);
  private static final int SITES = 3;
  private static final Matrix IRIS = DataReader.read("iris", ReadOptions.defaults()).records();

  /** A small data set. */
  private record Data(InputKind kind, Matrix records, int clusters) {
    InputPlan input(Scaling scaling) {
      return new InputPlan(kind, records.columns(), scaling, FeatureMap.AUTO);
    }

    StudyPlan plan(String method, PrivacyPlan privacy) {
      return new StudyPlan(
          method, ClusterCount.of(clusters), input(Scaling.AUTO), MethodOptions.none(), privacy);
    }
  }

  private record Case(String name, StudyPlan plan, Matrix records) {
    @Override
    public String toString() {
      return name;
    }
  }

  static Stream<Case> cases() {
    Map<String, Data> all =
        Map.of(
            "iris", new Data(InputKind.table(), IRIS, 3),
            "images", images(),
            "vectors", new Data(InputKind.vectors(), clouds(160, 80), 4));
    List<Case> cases = new ArrayList<>();
    for (FederatedMethod method : Methods.all().values()) {
      for (PrivacyLevel level : method.levels()) {
        all.forEach(
            (name, data) ->
                cases.add(
                    new Case(
                        "%s %s %s".formatted(method.name(), level.word(), name),
                        data.plan(method.name(), privacy(level, data)),
                        data.records())));
      }
    }
    cases.addAll(variants(all));
    return cases.stream();
  }

  /** What the defaults leave out: other questions, graphs, scalings and routes. */
  private static List<Case> variants(Map<String, Data> all) {
    Data iris = all.get("iris");
    Matrix gaps = IRIS.copy();
    for (int i = 0; i < gaps.rows(); i += 11) {
      gaps.set(i, i % 4, Double.NaN);
    }
    Data plane = new Data(InputKind.table(), clouds(160, 2), 4);
    PrivacyPlan groups = PrivacyPlan.component();
    return List.of(
        new Case(
            "dsc with a shared point",
            iris.plan("dsc", groups).with(MethodOptions.none().with("signs", "reference")),
            IRIS),
        new Case(
            "spp-fgc of microclusters",
            iris.plan("spp-fgc", groups).with(MethodOptions.none().with("resolution", "coarse")),
            IRIS),
        new Case(
            "missing values, range",
            new StudyPlan(
                "anchor-graph:groups",
                ClusterCount.auto(),
                iris.input(Scaling.MINMAX),
                MethodOptions.none(),
                PrivacyPlan.component()),
            gaps),
        new Case(
            "masked sums", iris.plan("anchor-graph:groups", groups.with(SumMode.MASKED)), IRIS),
        new Case("small groups", iris.plan("anchor-graph:groups", PrivacyPlan.component(5)), IRIS),
        new Case(
            "a grid",
            plane.plan("anchor-graph", privacy(PrivacyLevel.DP, plane)),
            plane.records()));
  }

  private static PrivacyPlan privacy(PrivacyLevel level, Data data) {
    return switch (level) {
      case PAPER -> PrivacyPlan.paper();
      case COMPONENT -> PrivacyPlan.component();
      case TOTALS -> PrivacyPlan.totals();
      case DP ->
          PrivacyPlan.dp(
              new DpTerms(
                  new Budget(40, 1e-7),
                  data.kind().isTable() ? NoiseMode.LOCAL : NoiseMode.SECURE_SUMS,
                  SITES,
                  0,
                  data.kind().isTable() ? 150 : 100_000,
                  1,
                  data.kind().isTable()
                      ? Optional.of(PublicBounds.same(-40, 40, data.records().columns()))
                      : Optional.empty()));
    };
  }

  /** Four clouds of points. */
  private static Matrix clouds(int rows, int columns) {
    SplittableRandom random = SEED.child("clouds").random();
    Matrix records = Matrix.zeros(rows, columns);
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < columns; j++) {
        records.set(i, j, random.nextGaussian() + (j % 4 == i % 4 ? 6 : 0));
      }
    }
    return records;
  }

  /** Bars at four angles on 12 x 12 pixels. */
  private static Data images() {
    SplittableRandom random = SEED.child("images").random();
    int side = 12;
    Matrix records = Matrix.zeros(160, side * side);
    for (int i = 0; i < records.rows(); i++) {
      double angle = i % 4 * Math.PI / 4 + 0.1 * random.nextGaussian();
      for (int row = 0; row < side; row++) {
        for (int column = 0; column < side; column++) {
          double across = (row - 5.5) * Math.cos(angle) - (column - 5.5) * Math.sin(angle);
          double light = Math.exp(-across * across) + 0.1 * random.nextDouble();
          records.set(i, row * side + column, light);
        }
      }
    }
    return new Data(InputKind.image(side, side), records, 4);
  }

  private static List<SiteData> sites(Matrix records) {
    return IntStream.range(0, SITES)
        .mapToObj(
            s ->
                SiteData.of(
                    "site-" + (s + 1),
                    records.selectRows(
                        IntStream.range(0, records.rows())
                            .filter(i -> i / 7 % SITES == s)
                            .toArray())))
        .toList();
  }

  /** Sites to and from which everything goes through bytes. */
  private static final class Bytes implements SiteHost {
    private final Set<String> kinds = new ConcurrentSkipListSet<>();
    private final List<SimulatedSite> sites;

    Bytes(List<SimulatedSite> sites) {
      this.sites = sites;
    }

    @Override
    public void ask(int round, Payload question, Consumer<List<SiteReply>> replies) {
      replies.accept(
          sites.stream()
              .map(site -> carried(site.reply(new CoordinatorMessage(round, carried(question)))))
              .toList());
    }

    @Override
    public List<Labels> label(int round, List<Payload> answers) {
      return IntStream.range(0, sites.size())
          .mapToObj(
              i -> sites.get(i).labels(new CoordinatorMessage(round, carried(answers.get(i)))))
          .toList();
    }

    private SiteReply carried(SiteReply reply) {
      SiteMessage message = reply.message();
      return new SiteReply(
          new SiteMessage(message.site(), carried(message.payload())), reply.released());
    }

    private Payload carried(Payload payload) {
      kinds.add(payload.kind());
      byte[] bytes = PayloadCodec.encode(payload);
      Payload typed = PayloadCodec.typed(bytes);
      assertThat(typed).isNotSameAs(payload).hasSameClassAs(payload);
      assertThat(PayloadCodec.encode(typed)).isEqualTo(bytes);
      return typed;
    }
  }

  @ParameterizedTest
  @MethodSource("cases")
  void labelsAreTheSameThroughBytes(Case study) {
    List<SiteData> sites = sites(study.records());
    Federation federation = new Federation(study.plan(), sites, SEED);
    Parallel parallel = Parallel.sequential();
    SimulatedSite.Setting setting =
        new SimulatedSite.Setting(MethodRunner.of(study.plan(), SEED), NoiseSource::repeatable);
    Bytes bytes =
        new Bytes(
            sites.stream()
                .map(data -> new SimulatedSite(setting, data, parallel, progress -> {}))
                .toList());
    RunResult direct = federation.run(parallel, RunListener.none());
    RunResult carried = federation.run(parallel, RunListener.none(), bytes);

    assertThat(carried.labels()).isEqualTo(direct.labels());
    assertThat(carried.findings()).isEqualTo(direct.findings());
    assertThat(carried.rounds()).isEqualTo(direct.rounds());
    assertThat(PayloadCodec.encode(carried.model().clusters()))
        .isEqualTo(PayloadCodec.encode(direct.model().clusters()));
    assertThat(bytes.kinds).hasSizeGreaterThan(2);
  }
}
