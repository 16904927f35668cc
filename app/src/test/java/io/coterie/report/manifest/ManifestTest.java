package io.coterie.report.manifest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.coterie.CoterieException;
import io.coterie.ErrorCode;
import io.coterie.math.LongVector;
import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import io.coterie.math.Seed;
import io.coterie.message.Field;
import io.coterie.message.FieldProtection.Disclosure;
import io.coterie.message.Payload;
import io.coterie.method.FederatedMethod;
import io.coterie.method.Methods;
import io.coterie.method.dp.DpSchedule;
import io.coterie.plan.Budget;
import io.coterie.plan.DpTerms;
import io.coterie.plan.InputKind;
import io.coterie.plan.NoiseMode;
import io.coterie.plan.PrivacyLevel;
import io.coterie.plan.PrivacyPlan;
import io.coterie.plan.PublicBounds;
import io.coterie.plan.Scaling;
import io.coterie.plan.StudyPlan;
import io.coterie.plan.StudyPlan.InputPlan;
import io.coterie.plan.StudyPlan.MethodOptions;
import io.coterie.privacy.Mechanism;
import io.coterie.privacy.PrivacyLoss;
import io.coterie.privacy.ReleaseNotice;
import io.coterie.report.manifest.Manifest.SentMessage;
import io.coterie.site.SiteData;
import io.coterie.wire.DecodedPayload;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ManifestTest {
  private static final int FEATURES = 3;
  private static final int CLUSTERS = 3;

  /** Where payloads are that several methods share, or that one method declares. */
  private static final List<String> PACKAGES =
      List.of(
          "io.coterie.message",
          "io.coterie.message.internal",
          "io.coterie.method.dplloyd",
          "io.coterie.method.dsc",
          "io.coterie.method.fedsc",
          "io.coterie.method.fuzzy",
          "io.coterie.method.pooled");

  /** What sites send: the class and the kind on the wire. A new one must be added here. */
  private static final Map<String, String> FROM_SITES =
      new TreeMap<>(
          Map.ofEntries(
              Map.entry("AnchorGraph", "anchor-graph"),
              Map.entry("AnchorSums", "anchor-sums"),
              Map.entry("ClusterMoments", "cluster-moments"),
              Map.entry("ClusterSums", "cluster-sums"),
              Map.entry("FeatureRange", "feature-range"),
              Map.entry("FeatureScatter", "feature-scatter"),
              Map.entry("FeatureSums", "feature-sums"),
              Map.entry("FuzzySums", "fuzzy-sums"),
              Map.entry("Microclusters", "microclusters"),
              Map.entry("MixtureTotals", "mixture-sums"),
              Map.entry("NoisySums", "noisy-sums"),
              Map.entry("NoisyTotals", "noisy-totals"),
              Map.entry("PointOffer", "point-offer"),
              Map.entry("RecordBox", "record-box"),
              Map.entry("SealedCounts", "sealed-counts"),
              Map.entry("SharedPoint", "shared-point"),
              Map.entry("SiteCenters", "site-centers"),
              Map.entry("SiteStructure", "structure"),
              Map.entry("SpectralCentroids", "spectral-centroids"),
              Map.entry("SubspaceSamples", "subspace-samples"),
              Map.entry("WholeTotals", "whole-totals")));

  /** What the coordinator sends, and the records that a reference pools without any border. */
  private static final Set<String> NOT_FROM_SITES =
      Set.of(
          "Anchors",
          "BoundsQuestion",
          "CommonCentroids",
          "FuzzyCenters",
          "GroupClusters",
          "NoisyLloydQuestion",
          "PointRequest",
          "PooledRecords",
          "Question");

  /** What the sites of methods send that are not part of this build. */
  private static final Set<String> OF_ADD_ONS = Set.of("WeightSums");

  @Test
  void everyFieldThatASiteCanSendHasALine() throws IOException, URISyntaxException {
    Set<String> seen = new TreeSet<>();
    for (StudyPlan plan : everyWayOfEveryMethod()) {
      Manifest.of(plan, sent(plan)).entries().forEach(entry -> seen.add(entry.kind()));
    }
    assertThat(seen).isEqualTo(new TreeSet<>(FROM_SITES.values()));

    Set<String> known = new TreeSet<>(FROM_SITES.keySet());
    known.addAll(NOT_FROM_SITES);
    known.addAll(OF_ADD_ONS);
    assertThat(payloadsOfTheProtocol()).isEqualTo(known);
  }

  private static List<StudyPlan> everyWayOfEveryMethod() {
    List<StudyPlan> plans = new ArrayList<>();
    for (FederatedMethod method : Methods.all().values()) {
      for (PrivacyLevel level : method.levels()) {
        plans.add(plan(method.name(), privacy(level)));
      }
    }
    MethodOptions none = MethodOptions.none();
    plans.add(plan("spp-fgc", PrivacyPlan.component()).with(none.with("resolution", "coarse")));
    plans.add(plan("spp-fgc", PrivacyPlan.component()).with(none.with("epsilon", "1")));
    plans.add(plan("dsc", PrivacyPlan.component()).with(none.with("signs", "reference")));
    plans.add(
        new StudyPlan(
            "k-fed",
            plans.get(0).clusters(),
            new InputPlan(
                InputKind.table(), FEATURES, Scaling.MINMAX, io.coterie.plan.FeatureMap.NONE),
            none,
            PrivacyPlan.component()));
    plans.add(
        StudyPlan.of("k-fed", CLUSTERS, InputPlan.automatic(InputKind.vectors(), WIDE))
            .with(PrivacyPlan.component()));
    plans.add(
        StudyPlan.of(
                "anchor-graph:groups", CLUSTERS, InputPlan.automatic(InputKind.vectors(), WIDE))
            .with(PrivacyPlan.component()));
    return plans;
  }

  private static final int WIDE = 70;

  private static Set<String> payloadsOfTheProtocol() throws IOException, URISyntaxException {
    Path source =
        Path.of(Payload.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    if (Files.isDirectory(source)) {
      return payloads(source);
    }
    URI jar = URI.create("jar:" + source.toUri());
    try (FileSystem files = FileSystems.newFileSystem(jar, Map.of())) {
      return payloads(files.getPath("/"));
    }
  }

  private static Set<String> payloads(Path root) throws IOException {
    Set<String> names = new TreeSet<>();
    for (String part : PACKAGES) {
      try (Stream<Path> files = Files.list(root.resolve(part.replace('.', '/')))) {
        for (Path file : files.filter(each -> each.toString().endsWith(".class")).toList()) {
          String name = file.getFileName().toString().replaceFirst("\\.class$", "");
          Class<?> type = load(part, name);
          if (!type.isInterface() && Payload.class.isAssignableFrom(type)) {
            names.add(name);
          }
        }
      }
    }
    return names;
  }

  private static Class<?> load(String part, String name) {
    try {
      return name.equals("package-info") ? Payload.class : Class.forName(part + "." + name);
    } catch (ClassNotFoundException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void aFieldOfWhichNobodySaidWhatProtectsItMakesTheManifestFail() {
    DecodedPayload payload =
        new DecodedPayload(
            "microclusters", List.of(Field.numbers("ages", io.coterie.math.Vector.of(1, 2))));
    fails(
        new SentMessage(1, "q", 9, payload, false, List.of()),
        "Field ages of message microclusters");
  }

  @Test
  void noisyTotalsWithoutAStatementMakeTheManifestFail() {
    DecodedPayload payload = totals(2);
    fails(new SentMessage(1, "q", 9, payload, false, List.of()), "Field count");
    fails(
        new SentMessage(1, "q", 9, payload, false, List.of(statement("count", 3))),
        "3 numbers but 2");
    fails(
        new SentMessage(
            1, "q", 9, payload, false, List.of(statement("count", 2), statement("sum", 2))),
        "Block sum was charged");
  }

  private static void fails(SentMessage message, String words) {
    assertThatThrownBy(() -> Manifest.of(plan("k-fed", PrivacyPlan.component()), List.of(message)))
        .isInstanceOf(CoterieException.class)
        .hasMessageContaining(words)
        .extracting(e -> ((CoterieException) e).code())
        .isEqualTo(ErrorCode.INTERNAL);
  }

  private static DecodedPayload totals(int entries) {
    return new DecodedPayload(
        "noisy-totals",
        List.of(
            new Field.Text("step", "lloyd"),
            new Field.Longs("count", LongVector.of(new long[entries]))));
  }

  private static ReleaseNotice statement(String block, int entries) {
    return new ReleaseNotice(
        "lloyd", block, entries, Mechanism.of(1024, new PrivacyLoss(0.01, 0)), 1);
  }

  @Test
  void levelPaperSaysThatTheGraphIsUnprotected() {
    Manifest manifest = manifest(plan("spp-fgc", PrivacyPlan.paper()));
    assertThat(line(manifest, "edges").isUnprotected()).isTrue();
    assertThat(line(manifest, "edges").mechanism()).contains("the graph over all records");
    assertThat(manifest.notSent())
        .containsOnlyOnce(Disclosure.LABELS)
        .doesNotContain(
            Disclosure.GRAPH_OVER_RECORDS, Disclosure.RECORD_ORDER, Disclosure.EXACT_COUNTS);
    Manifest coarse =
        manifest(
            plan("spp-fgc", PrivacyPlan.component(3))
                .with(MethodOptions.none().with("resolution", "coarse")));
    assertThat(line(coarse, "edges").isUnprotected()).isFalse();
  }

  @Test
  void aMeanOfOneRecordIsCalledARecord() {
    Manifest any = manifest(plan("anchor-graph:groups", PrivacyPlan.component()));
    assertThat(line(any, "means").mechanism()).contains("some of ONE record");
    assertThat(any.notSent()).doesNotContain(Disclosure.RECORDS);
    Manifest three = manifest(plan("anchor-graph:groups", PrivacyPlan.component(3)));
    assertThat(line(three, "means").mechanism()).contains("at least ");
    assertThat(three.notSent())
        .containsExactly(
            Disclosure.RECORDS,
            Disclosure.RECORD_ORDER,
            Disclosure.GRAPH_OVER_RECORDS,
            Disclosure.LABELS,
            Disclosure.SINGLE_VALUES);
  }

  @ParameterizedTest
  @ValueSource(strings = {"anchor-graph", "dp-lloyd"})
  void atLevelDpEveryNumberIsPaidFor(String method) {
    StudyPlan plan = plan(method, privacy(PrivacyLevel.DP));
    Manifest manifest = manifest(plan);
    DpSchedule schedule = DpSchedule.of(plan);
    assertThat(manifest.entries()).hasSameSizeAs(schedule.steps());
    assertThat(manifest.loss().rho()).isCloseTo(schedule.total().rho(), within(1e-12));
    assertThat(manifest.loss().pureEpsilon())
        .isCloseTo(schedule.total().pureEpsilon(), within(1e-12));
    assertThat(manifest.notSent()).containsExactly(Disclosure.values());
    manifest
        .entries()
        .forEach(
            entry ->
                entry
                    .lines()
                    .forEach(
                        line ->
                            assertThat(line.noise().isPresent() || line.field().equals("step"))
                                .as(line.field())
                                .isTrue()));
  }

  @ParameterizedTest
  @ValueSource(strings = {"anchor-graph:groups", "spp-fgc", "dsc"})
  void noGroupIsSmallerThanThePlanSays(String method) {
    int least = 7;
    MethodOptions options =
        method.equals("spp-fgc")
            ? MethodOptions.none().with("resolution", "coarse")
            : MethodOptions.none();
    List<SentMessage> sent = sent(plan(method, PrivacyPlan.component(least)).with(options));
    int groups = 0;
    for (SentMessage message : sent) {
      if (Set.of("microclusters", "anchor-sums", "cluster-sums", "structure")
          .contains(message.payload().kind())) {
        for (double count : counts(message.payload())) {
          assertThat(count)
              .satisfiesAnyOf(
                  c -> assertThat(c).isZero(), c -> assertThat(c).isGreaterThanOrEqualTo(least));
          groups++;
        }
      }
    }
    assertThat(groups).isPositive();
  }

  @Test
  void aSiteOfFewerRecordsThanTheSmallestGroupIsRefused() {
    StudyPlan plan = plan("anchor-graph:groups", PrivacyPlan.component(200));
    assertThatThrownBy(() -> sent(plan))
        .isInstanceOf(CoterieException.class)
        .hasMessageContaining("fewer than 200 records");
  }

  @Test
  void aReferenceHasNothingToInspect() {
    StudyPlan plan = plan("central-kmeans", PrivacyPlan.component());
    assertThatThrownBy(() -> sent(plan)).hasMessageContaining("pools the records");
  }

  private static double[] counts(DecodedPayload payload) {
    return payload.fields().stream()
        .filter(field -> field.name().equals("counts"))
        .map(field -> ((Field.Numbers) field).values().array())
        .findFirst()
        .orElseThrow();
  }

  private static Manifest.Line line(Manifest manifest, String field) {
    return manifest.entries().stream()
        .flatMap(entry -> entry.lines().stream())
        .filter(line -> line.field().equals(field))
        .findFirst()
        .orElseThrow();
  }

  private static Manifest manifest(StudyPlan plan) {
    return Manifest.of(plan, sent(plan));
  }

  private static List<SentMessage> sent(StudyPlan plan) {
    Matrix records = blobs(plan.input().dimension());
    return new DryRun(plan, SiteData.of("a", records), new Seed(1)).run(Parallel.sequential());
  }

  private static StudyPlan plan(String method, PrivacyPlan privacy) {
    return StudyPlan.of(method, CLUSTERS, InputPlan.automatic(InputKind.table(), FEATURES))
        .with(privacy);
  }

  private static PrivacyPlan privacy(PrivacyLevel level) {
    return switch (level) {
      case PAPER -> PrivacyPlan.paper();
      case COMPONENT -> PrivacyPlan.component();
      case TOTALS -> PrivacyPlan.totals();
      case DP ->
          PrivacyPlan.dp(
              new DpTerms(
                  new Budget(2, 1e-6),
                  NoiseMode.LOCAL,
                  3,
                  0,
                  1000,
                  1,
                  Optional.of(PublicBounds.same(-10, 50, FEATURES))));
    };
  }

  /** Three blobs that touch, so that mixtures are fitted, with a few records far from all. */
  private static Matrix blobs(int dimension) {
    SplittableRandom random = new Seed(5).random();
    Matrix records = Matrix.zeros(150, dimension);
    for (int i = 0; i < records.rows(); i++) {
      for (int j = 0; j < dimension; j++) {
        double far = i < 4 ? 30 + 3 * i : 0;
        records.set(i, j, far + (j == 0 ? 5.0 * (i % CLUSTERS) : 0) + random.nextGaussian());
      }
    }
    return records;
  }
}
