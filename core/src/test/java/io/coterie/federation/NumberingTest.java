package io.coterie.federation;

import static org.assertj.core.api.Assertions.assertThat;

import io.coterie.math.Matrix;
import io.coterie.math.Seed;
import io.coterie.message.Labels;
import io.coterie.method.Methods;
import io.coterie.plan.Budget;
import io.coterie.plan.DpTerms;
import io.coterie.plan.InputKind;
import io.coterie.plan.NoiseMode;
import io.coterie.plan.PrivacyLevel;
import io.coterie.plan.PrivacyPlan;
import io.coterie.plan.PublicBounds;
import io.coterie.plan.StudyPlan;
import io.coterie.plan.StudyPlan.InputPlan;
import io.coterie.site.SiteData;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A cluster has the same number in every run: the largest is the first. */
class NumberingTest {
  private static final int[] SIZES = {270, 120, 60};
  private static final List<double[]> PLACES =
      List.of(new double[] {20, 0}, new double[] {0, 20}, new double[] {-16, -16});

  /** Of k-fed and fed-sc the sites do not send how many records a center stands for. */
  static Stream<String> methods() {
    return Methods.all().keySet().stream()
        .filter(name -> !Set.of("profile", "k-fed", "fed-sc").contains(name));
  }

  @ParameterizedTest
  @MethodSource("methods")
  void theLargestClusterIsTheFirstWhateverTheSeed(String method) {
    for (int seed = 0; seed < 3; seed++) {
      assertThat(sizes(Studies.run(plan(method), sites(new Seed(seed)))))
          .as("seed %d", seed)
          .isSortedAccordingTo(Collections.reverseOrder())
          .first()
          .satisfies(largest -> assertThat(largest).isGreaterThan(200));
    }
  }

  @ParameterizedTest
  @MethodSource("routes")
  void noiseMovesHardlyARecord(int dimension, long publicRecords) {
    StudyPlan plan = dp(dimension, publicRecords);
    List<Integer> sizes = sizes(Studies.run(plan, wide(dimension)));
    assertThat(sizes).isSortedAccordingTo(Collections.reverseOrder());
    assertThat(sizes.get(2)).isPositive();
  }

  /** A grid, a line or centers, and a tree or anchors. */
  static Stream<Arguments> routes() {
    return Stream.of(Arguments.of(2, 1000L), Arguments.of(30, 1000L), Arguments.of(30, 100000L));
  }

  private static List<Integer> sizes(RunResult result) {
    TreeMap<Integer, Integer> sizes = new TreeMap<>();
    for (Labels labels : result.labels().values()) {
      IntStream.range(0, labels.size()).forEach(i -> sizes.merge(labels.of(i), 1, Integer::sum));
    }
    return List.copyOf(sizes.values());
  }

  private static StudyPlan plan(String method) {
    return StudyPlan.of(method, SIZES.length, InputPlan.automatic(InputKind.table(), 2))
        .with(
            Methods.named(method).levels().contains(PrivacyLevel.TOTALS)
                ? PrivacyPlan.totals()
                : PrivacyPlan.component());
  }

  private static StudyPlan dp(int dimension, long publicRecords) {
    DpTerms terms =
        new DpTerms(
            new Budget(8, 1e-6),
            NoiseMode.LOCAL,
            3,
            0,
            publicRecords,
            1,
            Optional.of(PublicBounds.same(-30, 30, dimension)));
    return StudyPlan.of(
            "anchor-graph", SIZES.length, InputPlan.automatic(InputKind.table(), dimension))
        .with(PrivacyPlan.dp(terms));
  }

  /** Groups of three sizes, in an order of records and sites that the seed gives. */
  private static List<SiteData> sites(Seed seed) {
    return dealt(records(2, 1, seed), seed);
  }

  private static List<SiteData> wide(int dimension) {
    return dealt(records(dimension, 4, new Seed(5)), new Seed(5));
  }

  private static List<SiteData> dealt(Matrix records, Seed seed) {
    List<SiteData> sites = new ArrayList<>(Studies.sites(records, Studies.deal(records.rows(), 3)));
    Collections.rotate(sites, seed.child("order").random().nextInt(3));
    return sites;
  }

  private static Matrix records(int dimension, int copies, Seed seed) {
    SplittableRandom random = seed.child("records").random();
    List<double[]> rows = new ArrayList<>();
    for (int g = 0; g < SIZES.length; g++) {
      for (int i = 0; i < copies * SIZES[g]; i++) {
        double[] row = new double[dimension];
        for (int j = 0; j < dimension; j++) {
          row[j] = (j < 2 ? PLACES.get(g)[j] : 0) + random.nextGaussian();
        }
        rows.add(row);
      }
    }
    Collections.shuffle(rows, new Random(random.nextLong()));
    return Matrix.ofRows(rows.toArray(double[][]::new));
  }
}
