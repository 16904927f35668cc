package io.coterie.partition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.coterie.math.Seed;
import java.util.Collections;
import java.util.SplittableRandom;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How the skewed partitioners skew. */
class SkewTest {
  private static final Seed SEED = new Seed(7);

  @ParameterizedTest
  @ValueSource(doubles = {0, 0.2, 0.4, 0.6, 0.8, 0.95, 1})
  void mainClassHasTheShareOfThePaper(double ratio) {
    int classCount = 5;
    Partition partition = new Heterogeneity(ratio).split(balanced(5_000, classCount), 10, SEED);

    double share = (1 + ratio * (classCount - 1)) / classCount;
    int[] sitesOfClass = new int[classCount];
    for (Partition.Row row : partition.table()) {
      assertThat(row.records()).isEqualTo(500);
      int main = Collections.max(row.strata());
      // Of 500 records, 500 (1 − het) are random, and each is of the main class with p = 1 / 5.
      double deviation = Math.sqrt(500 * (1 - ratio) * 0.2 * 0.8) / 500;
      assertThat(main / 500.0).isCloseTo(share, within(4 * deviation));
      sitesOfClass[row.strata().indexOf(main)]++;
    }
    if (ratio >= 0.4) {
      assertThat(sitesOfClass).containsOnly(2);
    }
  }

  @Test
  void sitesHaveOneClassAtRatioOneEvenIfClassesDifferInSize() {
    int[] strata = IntStream.range(0, 100).map(i -> i < 60 ? 0 : i < 90 ? 1 : 2).toArray();
    Partition partition =
        new Heterogeneity(1).split(Partitioner.Input.of(100).withStrata(strata), 10, SEED);

    assertThat(partition.table()).allMatch(row -> Collections.max(row.strata()) == row.records());
    assertThat(partition.table()).extracting(Partition.Row::records).containsOnly(10);
  }

  @Test
  void sitesShareOutTheClassesWhenThereAreFewerSites() {
    Partition partition = new Heterogeneity(1).split(balanced(100, 10), 2, SEED);

    assertThat(partition.table()).extracting(Partition.Row::records).containsOnly(50);
    assertThat(partition.table())
        .allMatch(row -> row.strata().stream().filter(count -> count == 10).count() == 5);
  }

  @Test
  void mixedRecordsEvenOutTheSizesOfSites() {
    // 4 sites for 3 classes: one class has two sites, which start with half as many records.
    Partition partition = new Heterogeneity(0.6).split(balanced(1_200, 3), 4, SEED);

    assertThat(partition.table()).extracting(Partition.Row::records).containsOnly(300);
  }

  @Test
  void overlappingSitesHaveTheQuotasOfTheAuthorsCode() {
    Partition partition = new OverlappingHeterogeneity(0.8).split(balanced(1_000, 5), 20, SEED);

    // s = 1000 / (20 · 5) = 10: (1 − 0.8) s of each class, (1 + 0.8 · 4) s of the main one.
    for (Partition.Row row : partition.table()) {
      assertThat(row.strata()).containsOnlyOnce(42).containsOnly(42, 2);
    }
    IntStream dealt = partition.sites().stream().flatMapToInt(site -> IntStream.of(site.toArray()));
    assertThat(dealt.distinct().count()).isLessThan(1_000);
    assertThat(partition.sites()).allMatch(site -> isStrictlyAscending(site.toArray()));
  }

  @Test
  void overlappingSitesHaveARecordEvenIfQuotasRoundToNothing() {
    Partition partition = new OverlappingHeterogeneity(1).split(balanced(6, 3), 6, SEED);

    assertThat(partition.sites()).allMatch(site -> site.size() > 0);
  }

  @Test
  void shardsShowASiteFewClassesAndEqualSizes() {
    Partition partition = new Shards(2).split(balanced(1_000, 10), 10, SEED);

    for (Partition.Row row : partition.table()) {
      assertThat(row.records()).isEqualTo(100);
      assertThat(row.strata().stream().filter(count -> count > 0)).hasSizeLessThanOrEqualTo(2);
    }
  }

  @Test
  void dirichletSharesHaveTheMomentsOfTheirDistribution() {
    for (double alpha : new double[] {0.3, 1, 5}) {
      int siteCount = 4;
      int strata = 2_000;
      int perStratum = 1_000;
      Partition partition =
          new Dirichlet(alpha).split(balanced(strata * perStratum, strata), 4, SEED);

      // A share is Beta(α, (M − 1) α): mean 1 / M, variance (1/M)(1 − 1/M) / (M α + 1).
      double mean = 1.0 / siteCount;
      double variance = mean * (1 - mean) / (siteCount * alpha + 1);
      for (Partition.Row row : partition.table()) {
        double[] shares =
            row.strata().stream().mapToDouble(count -> count / (double) perStratum).toArray();
        assertThat(mean(shares)).isCloseTo(mean, within(5 * Math.sqrt(variance / strata)));
        double[] squares = squaredDifferences(shares, mean);
        // Five standard errors, estimated from the squares themselves.
        double error = Math.sqrt(mean(squaredDifferences(squares, mean(squares))) / strata);
        assertThat(mean(squares)).isCloseTo(variance, within(5 * error));
      }
    }
  }

  @Test
  void gammaDrawsHaveTheMomentsOfTheirDistribution() {
    int draws = 200_000;
    for (double shape : new double[] {0.1, 0.7, 1, 2.5, 40}) {
      SplittableRandom random = SEED.random();
      Dirichlet.Gamma gamma = new Dirichlet.Gamma(shape);
      double[] values =
          IntStream.range(0, draws).mapToDouble(i -> Math.exp(gamma.logOfDraw(random))).toArray();

      // Mean k, variance k, fourth central moment 3k² + 6k; five standard errors each.
      assertThat(mean(values)).isCloseTo(shape, within(5 * Math.sqrt(shape / draws)));
      double error = Math.sqrt((2 * shape * shape + 6 * shape) / draws);
      assertThat(mean(squaredDifferences(values, shape))).isCloseTo(shape, within(5 * error));
    }
  }

  @Test
  void gammaDrawsOfATinyShapeStayFiniteAsLogarithms() {
    SplittableRandom random = SEED.random();
    Dirichlet.Gamma gamma = new Dirichlet.Gamma(1e-6);

    assertThat(IntStream.range(0, 1_000).mapToDouble(i -> gamma.logOfDraw(random)))
        .allMatch(Double::isFinite);
  }

  private static boolean isStrictlyAscending(int[] values) {
    return IntStream.range(1, values.length).allMatch(i -> values[i - 1] < values[i]);
  }

  private static double[] squaredDifferences(double[] values, double from) {
    return DoubleStream.of(values).map(value -> (value - from) * (value - from)).toArray();
  }

  private static double mean(double[] values) {
    double sum = 0;
    for (double value : values) {
      sum += value;
    }
    return sum / values.length;
  }

  private static Partitioner.Input balanced(int recordCount, int classCount) {
    return Partitioner.Input.of(recordCount)
        .withStrata(IntStream.range(0, recordCount).map(i -> i % classCount).toArray());
  }
}
