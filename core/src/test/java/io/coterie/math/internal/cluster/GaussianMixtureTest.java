package io.coterie.math.internal.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.coterie.math.Iris;
import io.coterie.math.Matrix;
import io.coterie.math.MixtureFit;
import io.coterie.math.Parallel;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class GaussianMixtureTest {
  private final Parallel one = Parallel.sequential();
  private final Iris iris = Iris.load();

  @ParameterizedTest
  @EnumSource
  void agreesWithNumpyOnIris(GaussianMixture.Mode mode) {
    MixtureFit fit = fit(mode, 1, new double[4]);

    GaussianMixture mixture = fit.mixture();
    assertThat((double) fit.rounds()).isEqualTo(Iris.expected(mode, "rounds")[0]);
    assertThat(mixture.weights()).containsExactly(Iris.expected(mode, "weights"), within(1e-8));
    assertThat(mixture.means().array()).containsExactly(Iris.expected(mode, "means"), within(1e-8));
    assertThat(mixture.covariances().get(0).array())
        .containsExactly(Iris.expected(mode, "covariance0"), within(1e-8));
    assertThat(fit.sums().logLikelihood())
        .isCloseTo(Iris.expected(mode, "logLikelihood")[0], within(1e-6));
    assertThat(fit.sums().meanEntropy()).isCloseTo(Iris.expected(mode, "entropy")[0], within(1e-7));
    assertThat(fit.bic()).isCloseTo(Iris.expected(mode, "bic")[0], within(1e-6));
    assertThat((double) mixture.parameterCount()).isEqualTo(Iris.expected(mode, "parameters")[0]);
    double[] labels = Arrays.stream(mixture.predict(iris.rows(), one)).asDoubleStream().toArray();
    assertThat(labels).isEqualTo(Iris.expected(mode, "labels"));
  }

  @ParameterizedTest
  @EnumSource
  void fiveSitesAndOneGiveTheSameMixture(GaussianMixture.Mode mode) {
    double[] origin = {5.8, 3, 3.7, 1.2};
    MixtureFit whole = fit(mode, 1, origin);
    MixtureFit split = fit(mode, 5, origin);

    assertThat(split.rounds()).isEqualTo(whole.rounds());
    assertThat(split.mixture().means().array())
        .containsExactly(whole.mixture().means().array(), within(1e-9));
    assertThat(split.mixture().weights()).containsExactly(whole.mixture().weights(), within(1e-9));
    for (int c = 0; c < whole.mixture().covariances().size(); c++) {
      assertThat(split.mixture().covariances().get(c).array())
          .containsExactly(whole.mixture().covariances().get(c).array(), within(1e-9));
    }
  }

  @Test
  void likelihoodOfFullMixturesRises() {
    GaussianMixture mixture =
        GaussianMixture.fit(start(1, new double[4]), GaussianMixture.Mode.FULL);
    double first = mixture.sums(iris.rows(), one).meanLogLikelihood();
    double last = fit(GaussianMixture.Mode.FULL, 1, new double[4]).sums().meanLogLikelihood();
    assertThat(last).isGreaterThan(first + 0.05);
  }

  @Test
  void sumsAreTheSameForAnyNumberOfThreadsAndAboutTheMixturesMean() {
    Matrix rows = iris.rows().selectRows(IntStream.range(0, 3000).map(i -> i % 150).toArray());
    GaussianMixture mixture = fit(GaussianMixture.Mode.FULL, 1, new double[4]).mixture();
    MixtureSums sums = mixture.sums(rows, one);
    assertThat(sums.total()).isCloseTo(3000, within(1e-8));
    assertThat(sums.origin()).isEqualTo(mixture.origin());
    try (Parallel three = Parallel.of(3)) {
      MixtureSums again = mixture.sums(rows, three);
      assertThat(again.seconds().array()).isEqualTo(sums.seconds().array());
      assertThat(again.logLikelihood()).isEqualTo(sums.logLikelihood());
    }
  }

  @Test
  void sumsFromLabelsAreThoseOfEachGroup() {
    Matrix rows = Matrix.ofRows(new double[] {1, 2}, new double[] {3, 5}, new double[] {7, 7});
    MixtureSums sums =
        MixtureSums.fromLabels(
            rows, new MixtureSums.Assignment(new int[] {0, 2, 0}, 3), new double[] {1, 1}, one);

    assertThat(sums.counts()).containsExactly(2, 0, 1);
    assertThat(sums.firsts().array()).containsExactly(6, 7, 0, 0, 2, 4);
    // Packed: xx, xy, yy.
    assertThat(sums.seconds().array())
        .containsExactly(new double[] {36, 36, 37, 0, 0, 0, 4, 8, 16}, within(1e-12));
  }

  @Test
  void aRebuiltMixturePredictsTheSame() {
    for (GaussianMixture.Mode mode : GaussianMixture.Mode.values()) {
      GaussianMixture mixture = fit(mode, 1, new double[4]).mixture();
      GaussianMixture again =
          GaussianMixture.of(mixture.weights(), mixture.means(), mixture.covariances());
      assertThat(again.predict(iris.rows(), one)).isEqualTo(mixture.predict(iris.rows(), one));
      assertThat(again.sums(iris.rows(), one).logLikelihood())
          .isEqualTo(mixture.sums(iris.rows(), one).logLikelihood());
    }
  }

  @Test
  void emptyComponentsAndConstantColumnsDoNotBreakIt() {
    Matrix rows = Matrix.zeros(20, 2);
    for (int i = 0; i < 20; i++) {
      rows.set(i, 0, i % 5);
      rows.set(i, 1, 3);
    }
    MixtureSums.Assignment assignment = new MixtureSums.Assignment(new int[20], 2);
    for (GaussianMixture.Mode mode : GaussianMixture.Mode.values()) {
      MixtureSums sums = MixtureSums.fromLabels(rows, assignment, new double[] {2, 3}, one);
      MixtureFit fit = MixtureFit.run(sums, mode, mixture -> mixture.sums(rows, one));
      assertThat(fit.sums().logLikelihood()).isFinite();
      assertThat(fit.mixture().predict(rows, one)).containsOnly(0);
    }
  }

  @Test
  void rejectsSumsAndPartsThatDoNotFit() {
    Matrix firsts = Matrix.zeros(2, 2);
    Matrix seconds = Matrix.zeros(2, 3);
    double[] origin = {0, 0};
    assertThatThrownBy(
            () -> new MixtureSums(origin, new double[] {1, Double.NaN}, firsts, seconds, 0, 0))
        .hasMessageContaining("counts");
    assertThatThrownBy(() -> new MixtureSums(origin, new double[] {1, -1}, firsts, seconds, 0, 0))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(
            () -> new MixtureSums(origin, new double[] {1, 1}, firsts, Matrix.zeros(2, 4), 0, 0))
        .hasMessageContaining("seconds is 2 x 4; it must be 2 x 3");
    Matrix negative = Matrix.over(2, 3, new double[] {1, -1, 1, 1, 0, -1});
    assertThatThrownBy(() -> new MixtureSums(origin, new double[] {1, 1}, firsts, negative, 0, 0))
        .hasMessageContaining("component 1 is negative");
    MixtureSums sums = new MixtureSums(origin, new double[] {1, 1}, firsts, seconds, 0, 0);
    MixtureSums moved =
        new MixtureSums(new double[] {0, 1}, new double[] {1, 1}, firsts, seconds, 0, 0);
    assertThatThrownBy(() -> sums.plus(moved)).hasMessageContaining("same mixture");
    List<Matrix> covariance = List.of(Matrix.ofRows(new double[] {1, 0}, new double[] {0, 1}));
    assertThatThrownBy(() -> GaussianMixture.of(new double[] {0.5, 0.6}, firsts, covariance))
        .hasMessageContaining("sum to 1.1");
    assertThatThrownBy(() -> new MixtureSums.Assignment(new int[] {2}, 2))
        .hasMessageContaining("A label is 2");
  }

  private MixtureFit fit(GaussianMixture.Mode mode, int sites, double[] origin) {
    Function<GaussianMixture, MixtureSums> round =
        mixture ->
            IntStream.range(0, sites)
                .mapToObj(site -> mixture.sums(iris.rows().selectRows(rowsOf(site, sites)), one))
                .reduce(MixtureSums::plus)
                .get();
    return MixtureFit.run(start(sites, origin), mode, round);
  }

  /** The start of make_mixture.py. */
  private MixtureSums start(int sites, double[] origin) {
    return IntStream.range(0, sites)
        .mapToObj(
            site -> {
              int[] rows = rowsOf(site, sites);
              int[] labels =
                  Arrays.stream(rows).map(i -> i % 10 == 0 ? i % 3 : iris.species()[i]).toArray();
              return MixtureSums.fromLabels(
                  iris.rows().selectRows(rows), new MixtureSums.Assignment(labels, 3), origin, one);
            })
        .reduce(MixtureSums::plus)
        .get();
  }

  private static int[] rowsOf(int site, int sites) {
    return IntStream.range(0, 150).filter(i -> i % sites == site).toArray();
  }
}
