package io.coterie.method.sppfgc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.coterie.CoterieException;
import io.coterie.ErrorCode;
import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import io.coterie.math.Seed;
import io.coterie.message.CoordinatorMessage;
import io.coterie.message.Field;
import io.coterie.message.Payload;
import io.coterie.message.Question;
import io.coterie.message.SiteMessage;
import io.coterie.message.internal.GroupClusters;
import io.coterie.message.internal.SiteStructure;
import io.coterie.method.Clustering;
import io.coterie.method.CoordinatorContext;
import io.coterie.method.Methods;
import io.coterie.method.RecordedSites;
import io.coterie.method.ScriptedSites;
import io.coterie.method.SiteContext;
import io.coterie.method.SitePart;
import io.coterie.method.Sites;
import io.coterie.plan.ClusterCount;
import io.coterie.plan.InputKind;
import io.coterie.plan.PrivacyPlan;
import io.coterie.plan.StudyPlan;
import io.coterie.plan.StudyPlan.InputPlan;
import io.coterie.plan.StudyPlan.MethodOptions;
import io.coterie.privacy.NoiseSource;
import io.coterie.site.PrivacyGate;
import io.coterie.site.SiteData;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SppFgcMethodTest {
  private static final SppFgcMethod METHOD = new SppFgcMethod();
  private static final Seed SEED = new Seed(3);
  private static final MethodOptions NONE = MethodOptions.none();
  private static final int[] SIZES = {40, 60, 25};

  @ParameterizedTest
  @CsvSource({
    "resolution, record",
    "resolution, component",
    "resolution, coarse",
    "neighbors, 2",
    "epsilon, 0.1"
  })
  void agreesToWhatItCanDo(String option, String value) {
    assertThatCode(() -> Methods.of(plan(NONE.with(option, value)))).doesNotThrowAnyException();
  }

  @Test
  void refusesWhatItCannotDo() {
    refused(plan(NONE.with("resolution", "corse")), "Did you mean coarse?");
    refused(plan(NONE.with("neighbors", "1")), "--neighbors is 1");
    refused(plan(NONE.with("neighbors", "few")), "--neighbors is few");
    for (String epsilon : List.of("0", "-1", "NaN", "Infinity", "much")) {
      refused(plan(NONE.with("epsilon", epsilon)), "--epsilon is " + epsilon);
    }
    refused(
        plan(NONE.with("epsilon", "1").with("resolution", "coarse")),
        "does not go with --resolution coarse");
    refused(
        new StudyPlan(
            METHOD.name(), ClusterCount.auto(), plan(NONE).input(), NONE, PrivacyPlan.component()),
        "needs a number of clusters");
  }

  private static void refused(StudyPlan plan, String words) {
    assertThatThrownBy(() -> Methods.of(plan))
        .isInstanceOf(CoterieException.class)
        .hasMessageContaining(words)
        .extracting(e -> ((CoterieException) e).code())
        .isEqualTo(ErrorCode.USAGE);
  }

  @Test
  void isFoundByItsNameWithItsOptions() {
    assertThat(Methods.named("spp-fgc")).isInstanceOf(SppFgcMethod.class);
    assertThat(Methods.names(METHOD))
        .containsExactlyInAnyOrder("resolution", "neighbors", "epsilon");
  }

  @ParameterizedTest
  @CsvSource({
    "record, 'counts,means,spreads,edges,memberships,search', 6",
    "component, 'counts,means,spreads,search', 6",
    "coarse, 'counts,means,spreads,edges,search', 3"
  })
  void aSiteSendsWhatItsResolutionNeedsAndNoMore(String resolution, String fields, int spreads) {
    Study study = new Study(NONE.with("resolution", resolution));
    for (int s = 0; s < SIZES.length; s++) {
      SiteStructure sent = study.sent(s);

      assertThat(sent.fields().stream().map(Field::name)).containsExactly(fields.split(","));
      assertThat(sent.counts().sum()).isEqualTo(SIZES[s]);
      assertThat(sent.spreads().columns()).isEqualTo(spreads);
      boolean coarse = resolution.equals("coarse");
      // 4 √n is more than n / 3 at all three sites.
      assertThat(sent.counts().size()).isEqualTo(coarse ? SIZES[s] / 3 : 3);
      int nodes = sent.graph().edges().nodeCount();
      assertThat(nodes)
          .isEqualTo(
              switch (resolution) {
                case "record" -> SIZES[s];
                case "component" -> 0;
                default -> SIZES[s] / 3;
              });
    }
  }

  @Test
  void theGraphOfMicroclustersWeighsAsMuchAsItsRecords() {
    // Rows of E sum to 1, and HᵀEH only gathers them.
    Study study = new Study(NONE.with("resolution", "coarse"));
    double[] degrees = study.sent(1).graph().edges().degrees();

    assertThat(Arrays.stream(degrees).sum())
        .isCloseTo(SIZES[1], org.assertj.core.api.Assertions.within(1e-9));
  }

  @ParameterizedTest
  @ValueSource(strings = {"record", "component", "coarse"})
  void aSiteIsToldTheClustersOfItsOwnNodesAlone(String resolution) {
    Study study = new Study(NONE.with("resolution", resolution));

    Clustering found = study.found;

    assertThat(found.answers()).containsOnlyKeys(study.names());
    Map<Integer, Integer> blobOfCluster = new LinkedHashMap<>();
    for (int s = 0; s < SIZES.length; s++) {
      Payload answer = found.answerTo(study.name(s));
      SiteStructure sent = study.sent(s);
      int own = resolution.equals("record") ? SIZES[s] : sent.counts().size();
      assertThat(answer.fields().stream().map(Field::name)).containsExactly("clusters", "count");
      GroupClusters clusters = (GroupClusters) answer;
      assertThat(clusters.clusters().size()).isEqualTo(own);
      // They are this site's: the site's own labels are its blobs, with one name across sites.
      var labels = study.part(s).labels(new CoordinatorMessage(2, answer));
      for (int i = 0; i < SIZES[s]; i++) {
        blobOfCluster.putIfAbsent(labels.of(i), blobOf(s, i));
        assertThat(blobOfCluster.get(labels.of(i))).isEqualTo(blobOf(s, i));
      }
    }
    assertThat(blobOfCluster).hasSize(3);
    assertThat(blobOfCluster.values()).doesNotHaveDuplicates();
  }

  @Test
  void aSiteTakesNoOtherAnswer() {
    Study study = new Study(NONE);

    assertThatIllegalArgumentException()
        .isThrownBy(() -> study.part(0).labels(new CoordinatorMessage(2, new Question("what"))))
        .withMessageContaining("not clusters");
  }

  @Test
  void oneQuestionIsAskedAndTheFindingsTellHowItEnded() {
    Study study = new Study(NONE);

    assertThat(study.asked).containsExactly(new Question("structure"));
    assertThat(study.findings).containsEntry("prototypes", "9");
    assertThat(study.findings.get("site graphs")).startsWith("3 of 3 have 3 components");
    assertThat(study.findings.get("learned graph")).contains("3 components after");
  }

  @Test
  void moreClustersThanGroupsAreRefused() {
    // Two sites of one record each can form two groups.
    StudyPlan plan = plan(NONE);
    List<SiteMessage> replies = new ArrayList<>();
    for (String name : List.of("a", "b")) {
      replies.add(part(plan, name, Matrix.ofRows(new double[] {1, 2, 3}), SEED).reply(ask()));
    }
    Sites sites = new ScriptedSites(List.of(replies));

    assertThatThrownBy(() -> coordinate(plan, new LinkedHashMap<>(), sites))
        .isInstanceOf(CoterieException.class)
        .hasMessageContaining("3 clusters were asked for")
        .hasMessageContaining("only 2 groups");
  }

  @ParameterizedTest
  @ValueSource(strings = {"record", "component"})
  void epsilonChangesMeansAndSpreadsAloneAndASeedRepeatsIt(String resolution) {
    MethodOptions exactly = NONE.with("resolution", resolution);
    SiteStructure exact = sent(exactly, SEED);
    SiteStructure noisy = sent(exactly.with("epsilon", "1"), SEED);
    SiteStructure again = sent(exactly.with("epsilon", "1"), SEED);
    SiteStructure other = sent(exactly.with("epsilon", "1"), SEED.child("other"));
    SiteStructure unaware = sent(exactly, SEED.child("other"));

    // Without epsilon the noise's seed changes nothing.
    assertThat(unaware.means().array()).isEqualTo(exact.means().array());
    assertThat(unaware.spreads().array()).isEqualTo(exact.spreads().array());
    assertThat(noisy.counts()).isEqualTo(exact.counts());
    assertThat(noisy.graph()).isEqualTo(exact.graph());
    for (int i = 0; i < exact.means().array().length; i++) {
      assertThat(noisy.means().array()[i]).isNotEqualTo(exact.means().array()[i]);
    }
    for (int i = 0; i < exact.spreads().array().length; i++) {
      assertThat(noisy.spreads().array()[i]).isNotEqualTo(exact.spreads().array()[i]);
    }
    assertThat(again.means().array()).isEqualTo(noisy.means().array());
    assertThat(again.spreads().array()).isEqualTo(noisy.spreads().array());
    assertThat(other.means().array()).isNotEqualTo(noisy.means().array());
    assertThat(other.spreads().array()).isNotEqualTo(noisy.spreads().array());
  }

  /** Returns what a site sends; the given seed is that of the noise. */
  private static SiteStructure sent(MethodOptions options, Seed noise) {
    return part(plan(options), "a", blobs(0), noise).reply(ask()).payloadAs(SiteStructure.class);
  }

  @Test
  void strongNoiseStillEndsInLabels() {
    for (String resolution : List.of("record", "component")) {
      for (String epsilon : List.of("0.001", "0.1", "10")) {
        Study study = new Study(NONE.with("resolution", resolution).with("epsilon", epsilon));

        Clustering found = study.found;

        for (int s = 0; s < SIZES.length; s++) {
          CoordinatorMessage answer = new CoordinatorMessage(2, found.answerTo(study.name(s)));
          assertThat(study.part(s).labels(answer).size()).isEqualTo(SIZES[s]);
        }
      }
    }
  }

  /** All parts of a study of three sites and three blobs, with the messages they exchanged. */
  private static final class Study {
    private final List<SitePart> parts = new ArrayList<>();
    private final List<SiteMessage> replies = new ArrayList<>();
    private final Map<String, String> findings = new LinkedHashMap<>();
    private final List<Payload> asked = new ArrayList<>();
    private final Clustering found;

    Study(MethodOptions options) {
      StudyPlan plan = plan(options);
      for (int s = 0; s < SIZES.length; s++) {
        parts.add(part(plan, name(s), blobs(s), SEED.child(s)));
      }
      found =
          coordinate(plan, findings, new RecordedSites(parts, Parallel.sequential(), this::record));
    }

    private void record(RecordedSites.Round round) {
      asked.add(round.question().payload());
      replies.addAll(round.answers());
    }

    String name(int site) {
      return "site-" + site;
    }

    String[] names() {
      return replies.stream().map(SiteMessage::site).toArray(String[]::new);
    }

    SitePart part(int site) {
      return parts.get(site);
    }

    SiteStructure sent(int site) {
      return replies.get(site).payloadAs(SiteStructure.class);
    }

    private static SitePart part(StudyPlan plan, String name, Matrix records, Seed noise) {
      return SppFgcMethodTest.part(plan, name, records, noise);
    }
  }

  private static Clustering coordinate(StudyPlan plan, Map<String, String> findings, Sites sites) {
    return METHOD.coordinate(
        plan,
        new CoordinatorContext(
            SEED, Parallel.sequential(), findings::put, plan.input().dimension()),
        sites);
  }

  private static SitePart part(StudyPlan plan, String name, Matrix records, Seed noise) {
    PrivacyGate gate = new PrivacyGate(name, NoiseSource.repeatable(noise));
    return METHOD.site(
        plan,
        new SiteContext(SiteData.of(name, records), gate, SEED.child(name), Parallel.sequential()));
  }

  private static CoordinatorMessage ask() {
    return new CoordinatorMessage(1, new Question("structure"));
  }

  private static StudyPlan plan(MethodOptions options) {
    return new StudyPlan(
        METHOD.name(),
        ClusterCount.of(3),
        InputPlan.automatic(InputKind.table(), 3),
        options,
        options.word("resolution").filter("record"::equals).isPresent()
            ? PrivacyPlan.paper()
            : PrivacyPlan.component());
  }

  /** Records of a site in three far blobs, which every site has in another order. */
  private static Matrix blobs(int site) {
    SplittableRandom random = SEED.child("records").child(site).random();
    Matrix records = Matrix.zeros(SIZES[site], 3);
    for (int i = 0; i < records.rows(); i++) {
      for (int j = 0; j < 3; j++) {
        records.set(i, j, (j == 0 ? 40 * blobOf(site, i) : 0) + random.nextDouble());
      }
    }
    return records;
  }

  private static int blobOf(int site, int record) {
    return (record + site) % 3;
  }
}
