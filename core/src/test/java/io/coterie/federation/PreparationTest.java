package io.coterie.federation;

import static io.coterie.federation.Studies.SEED;
import static io.coterie.federation.Studies.blobLabels;
import static io.coterie.federation.Studies.blobs;
import static io.coterie.federation.Studies.deal;
import static io.coterie.federation.Studies.gather;
import static io.coterie.federation.Studies.partition;
import static io.coterie.federation.Studies.run;
import static io.coterie.federation.Studies.sites;
import static io.coterie.federation.Studies.tablePlan;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.coterie.features.FillMissing;
import io.coterie.features.RecordMap;
import io.coterie.features.internal.Project;
import io.coterie.features.internal.Standardize;
import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import io.coterie.plan.ClusterCount;
import io.coterie.plan.FeatureMap;
import io.coterie.plan.InputKind;
import io.coterie.plan.PrivacyPlan;
import io.coterie.plan.Scaling;
import io.coterie.plan.StudyPlan;
import io.coterie.plan.StudyPlan.InputPlan;
import io.coterie.plan.StudyPlan.MethodOptions;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** The rounds that choose the representation, against the same numbers from the pooled records. */
class PreparationTest {
  @Test
  void missingValuesGetThePooledMeans() {
    Matrix records = blobs(300, 3, 3, SEED);
    SplittableRandom random = SEED.child("holes").random();
    for (int i = 0; i < 300; i++) {
      if (random.nextDouble() < 0.1) {
        records.set(i, 2, Double.NaN); // a column without information on the blobs
      }
    }
    records.set(5, 0, Double.NaN);

    RunResult result = study(records, Scaling.NONE);

    double[] means = pooledMeans(records);
    FillMissing filled = step(result, FillMissing.class, 0);
    for (int j = 0; j < 3; j++) {
      assertThat(filled.means().at(j)).isCloseTo(means[j], within(1e-12 * Math.abs(means[j])));
    }
    assertThat(result.findings()).containsKey("missing");
    int[] found = labels(result);
    for (int i = 0; i < 300; i++) {
      if (i != 5) {
        assertThat(found[i] == found[i % 3]).as("record %d", i).isTrue();
      }
    }
  }

  @Test
  void aFeatureThatIsMissingEverywhereIsIgnored() {
    Matrix records = blobs(120, 2, 3, SEED);
    for (int i = 0; i < 120; i++) {
      records.set(i, 2, Double.NaN);
    }
    for (Scaling scaling : Scaling.values()) {
      if (scaling == Scaling.L1 || scaling == Scaling.L2) {
        continue; // a record's norm is not known where a value is missing
      }
      assertThat(partition(labels(study(records, scaling, 2))))
          .as(scaling.name())
          .isEqualTo(blobLabels(120, 2));
    }
  }

  @Test
  void theFederatedScoreIsThePooledScore() {
    // Far from zero, so that Σx² − (Σx)² / n would lose the digits.
    Matrix records = blobs(300, 3, 3, SEED);
    for (int i = 0; i < 300; i++) {
      records.set(i, 1, 1e6 + 1e-3 * records.at(i, 1));
    }

    Standardize standardize = step(study(records, Scaling.ZSCORE), Standardize.class, 0);

    double[] means = pooledMeans(records);
    double[] deviations = new double[3];
    for (int j = 0; j < 3; j++) {
      double sum = 0;
      for (int i = 0; i < 300; i++) {
        sum += (records.at(i, j) - means[j]) * (records.at(i, j) - means[j]);
      }
      deviations[j] = Math.sqrt(sum / 300);
      assertThat(standardize.center().at(j)).isCloseTo(means[j], within(1e-9));
      assertThat(standardize.scale().at(j)).isCloseTo(deviations[j], within(1e-9));
    }
    Matrix scaled = standardize.apply(records, Parallel.sequential());
    for (int i = 0; i < 300; i++) {
      for (int j = 0; j < 3; j++) {
        assertThat(scaled.at(i, j))
            .isCloseTo((records.at(i, j) - means[j]) / deviations[j], within(1e-6));
      }
    }
  }

  @Test
  void rangesAreThoseOfAllSites() {
    Matrix records = blobs(300, 3, 2, SEED);
    RunResult result = study(records, Scaling.MINMAX);

    Matrix scaled = result.model().representation().apply(records, Parallel.sequential());
    for (int j = 0; j < 2; j++) {
      double low = Double.POSITIVE_INFINITY;
      double high = Double.NEGATIVE_INFINITY;
      for (int i = 0; i < 300; i++) {
        low = Math.min(low, scaled.at(i, j));
        high = Math.max(high, scaled.at(i, j));
      }
      assertThat(low).isZero();
      assertThat(high).isCloseTo(1, within(1e-15));
    }
    assertThat(partition(labels(result))).isEqualTo(blobLabels(300, 3));
  }

  @Test
  void rowsAreScaledByEitherNorm() {
    // Three directions at random lengths: clusters only after each record has norm one.
    SplittableRandom random = SEED.random();
    Matrix records = Matrix.zeros(300, 3);
    for (int i = 0; i < 300; i++) {
      double length = 1 + 99 * random.nextDouble();
      for (int j = 0; j < 3; j++) {
        records.set(i, j, length * ((j == i % 3 ? 1 : 0) + 0.02 * random.nextDouble()));
      }
    }
    RunResult byL1 = study(records, Scaling.L1);
    RunResult byL2 = study(records, Scaling.L2);

    assertThat(byL1.findings()).containsEntry("representation", "normalize-rows");
    assertThat(partition(labels(byL1))).isEqualTo(blobLabels(300, 3));
    assertThat(partition(labels(byL2))).isEqualTo(blobLabels(300, 3));
    Matrix one = byL1.model().representation().apply(records, Parallel.sequential());
    Matrix two = byL2.model().representation().apply(records, Parallel.sequential());
    for (int i = 0; i < 300; i++) {
      assertThat(one.at(i, 0) + one.at(i, 1) + one.at(i, 2)).isCloseTo(1, within(1e-12));
      assertThat(two.squaredDistance(i, Matrix.zeros(1, 3), 0)).isCloseTo(1, within(1e-12));
    }
  }

  @Test
  void deviationsUpToAHundredTimesApartStayAsTheyAre() {
    assertThat(study(twoScales(99.9), Scaling.AUTO, 2).findings())
        .containsEntry("representation", "as they are");
    assertThat(study(twoScales(100.1), Scaling.AUTO, 2).findings())
        .containsEntry("representation", "standardize, signed-log");
    assertThat(study(twoScales(100.1), Scaling.NONE, 2).findings())
        .containsEntry("representation", "as they are");
    assertThat(study(twoScales(1), Scaling.ZSCORE, 2).findings())
        .containsEntry("representation", "standardize");
  }

  /** Two columns of ±1 whose deviations are exactly 1 and the ratio. */
  private static Matrix twoScales(double ratio) {
    Matrix records = Matrix.zeros(200, 2);
    for (int i = 0; i < 200; i++) {
      records.set(i, 0, i % 2 == 0 ? -1 : 1);
      records.set(i, 1, i % 4 < 2 ? -ratio : ratio);
    }
    return records;
  }

  @Test
  void constantColumnsChangeNothing() {
    Matrix records = blobs(300, 3, 2, SEED);
    for (double constant : new double[] {0, 0.1, 123_456.7, 1e12 / 3}) {
      Matrix wider = Matrix.zeros(300, 3);
      for (int i = 0; i < 300; i++) {
        wider.set(i, 0, constant);
        wider.set(i, 1, records.at(i, 0));
        wider.set(i, 2, records.at(i, 1));
      }
      RunResult result = study(wider, Scaling.AUTO);
      assertThat(result.findings())
          .as("constant %s", constant)
          .containsEntry("representation", "as they are");
      for (Scaling scaling : new Scaling[] {Scaling.AUTO, Scaling.ZSCORE, Scaling.MINMAX}) {
        assertThat(partition(labels(study(wider, scaling)))).isEqualTo(blobLabels(300, 3));
      }
    }
  }

  @Test
  void imagesAreDescribedByTheirGradients() {
    // 12 x 12 images of an upright or a lying bar at random places and brightness.
    SplittableRandom random = SEED.random();
    int n = 240;
    Matrix images = Matrix.zeros(n, 144);
    for (int i = 0; i < n; i++) {
      int place = 5 + random.nextInt(2);
      double brightness = 0.6 + 0.4 * random.nextDouble();
      for (int t = 1; t < 11; t++) {
        for (int w = 0; w < 2; w++) {
          int row = i % 2 == 0 ? t : place + w;
          int column = i % 2 == 0 ? place + w : t;
          images.set(i, row * 12 + column, brightness);
        }
      }
      for (int p = 0; p < 144; p++) {
        images.set(i, p, images.at(i, p) + 0.02 * random.nextDouble());
      }
    }
    Map<String, int[]> hands = deal(n, 3);

    RunResult result = run(plan(InputKind.image(12, 12), 144, 2), sites(images, hands));

    assertThat(result.findings()).containsEntry("representation", "hog, project");
    assertThat(step(result, Project.class, 1).axes().columns()).isEqualTo(60);
    assertThat(partition(gather(result, hands))).isEqualTo(blobLabels(n, 2));
  }

  @Test
  void missingPixelsAreRefused() {
    Matrix images = Matrix.zeros(30, 144);
    images.set(3, 7, Double.NaN);
    assertThatThrownBy(() -> run(plan(InputKind.image(12, 12), 144, 2), sites(images, deal(30, 1))))
        .hasMessageContaining("pixels are missing");
  }

  @Test
  void vectorsAreProjectedOntoThePrincipalAxesOfTheirDirections() {
    SplittableRandom random = SEED.random();
    int n = 300;
    Matrix vectors = Matrix.zeros(n, 100);
    for (int i = 0; i < n; i++) {
      double length = 0.5 + 10 * random.nextDouble();
      for (int j = 0; j < 100; j++) {
        double direction = j / 10 == i % 3 ? 1 : 0;
        vectors.set(i, j, length * (direction + 0.1 * random.nextGaussian()));
      }
    }
    Map<String, int[]> hands = deal(n, 3);

    RunResult result = run(plan(InputKind.vectors(), 100, 3), sites(vectors, hands));

    assertThat(result.findings()).containsEntry("representation", "normalize-rows, project");
    assertThat(partition(gather(result, hands))).isEqualTo(blobLabels(n, 3));
    assertPrincipalAxes(step(result, Project.class, 1), vectors.unitRows());
  }

  @Test
  void vectorsOfManyClustersKeepTwiceAsManyAxesAndTheirDirectionsAlone() {
    SplittableRandom random = SEED.random();
    Matrix vectors = Matrix.zeros(400, 150);
    for (int i = 0; i < vectors.array().length; i++) {
      vectors.array()[i] = random.nextDouble();
    }

    RunResult result = run(plan(InputKind.vectors(), 150, 40), sites(vectors, deal(400, 2)));

    assertThat(result.findings())
        .containsEntry("representation", "normalize-rows, project, normalize-rows");
    assertThat(step(result, Project.class, 1).axes().columns()).isEqualTo(80);
  }

  @Test
  void scaledVectorsAreProjectedAboutTheirNewMean() {
    SplittableRandom random = SEED.random();
    Matrix vectors = Matrix.zeros(200, 80);
    for (int i = 0; i < vectors.array().length; i++) {
      vectors.array()[i] = 5 + random.nextGaussian();
    }
    for (Scaling scaling : new Scaling[] {Scaling.ZSCORE, Scaling.MINMAX}) {
      InputPlan input = new InputPlan(InputKind.vectors(), 80, scaling, FeatureMap.AUTO);
      StudyPlan plan =
          new StudyPlan(
              "anchor-graph:groups",
              ClusterCount.of(2),
              input,
              MethodOptions.none(),
              PrivacyPlan.component());

      RunResult result = run(plan, sites(vectors, deal(200, 3)));

      assertThat(result.findings()).containsEntry("representation", "standardize, project");
      Matrix scaled = step(result, Standardize.class, 0).apply(vectors, Parallel.sequential());
      assertPrincipalAxes(step(result, Project.class, 1), scaled);
    }
  }

  /** The axes are orthonormal, and the pooled covariance is diagonal and falling in them. */
  private static void assertPrincipalAxes(Project project, Matrix pooled) {
    assertThat(project.axes().columns()).isEqualTo(64);
    Matrix points = project.apply(pooled, Parallel.sequential());
    double last = Double.POSITIVE_INFINITY;
    for (int a = 0; a < 64; a++) {
      double sum = 0;
      for (int i = 0; i < points.rows(); i++) {
        sum += points.at(i, a);
      }
      assertThat(sum).isCloseTo(0, within(1e-9));
      for (int b = 0; b <= a; b++) {
        double axes = 0;
        double covariance = 0;
        for (int j = 0; j < project.axes().rows(); j++) {
          axes += project.axes().at(j, a) * project.axes().at(j, b);
        }
        for (int i = 0; i < points.rows(); i++) {
          covariance += points.at(i, a) * points.at(i, b);
        }
        assertThat(axes).isCloseTo(a == b ? 1 : 0, within(1e-10));
        if (a == b) {
          assertThat(covariance).isLessThanOrEqualTo(last + 1e-9);
          last = covariance;
        } else {
          assertThat(covariance).isCloseTo(0, within(1e-9));
        }
      }
    }
  }

  @Test
  void shortVectorsAreNotProjected() {
    Matrix vectors = blobs(60, 2, 5, SEED);
    assertThat(run(plan(InputKind.vectors(), 5, 2), sites(vectors, deal(60, 2))).findings())
        .containsEntry("representation", "normalize-rows");
  }

  private static StudyPlan plan(InputKind kind, int dimension, int clusters) {
    return new StudyPlan(
        "anchor-graph:groups",
        ClusterCount.of(clusters),
        new InputPlan(kind, dimension, Scaling.AUTO, FeatureMap.AUTO),
        MethodOptions.none(),
        PrivacyPlan.component());
  }

  private static RunResult study(Matrix records, Scaling scaling) {
    return study(records, scaling, 3);
  }

  private static RunResult study(Matrix records, Scaling scaling, int clusters) {
    return run(
        tablePlan(records.columns(), clusters, scaling), sites(records, deal(records.rows(), 4)));
  }

  private static int[] labels(RunResult result) {
    int rows = result.labels().values().stream().mapToInt(l -> l.size()).sum();
    return gather(result, deal(rows, 4));
  }

  private static <T extends RecordMap> T step(RunResult result, Class<T> kind, int position) {
    List<RecordMap> steps = result.model().representation().steps();
    return kind.cast(steps.get(position));
  }

  /** Returns the mean of the present values of each column, about the first for the digits. */
  private static double[] pooledMeans(Matrix records) {
    double[] means = new double[records.columns()];
    for (int j = 0; j < means.length; j++) {
      double first = records.at(0, j);
      double sum = 0;
      int present = 0;
      for (int i = 0; i < records.rows(); i++) {
        if (!Double.isNaN(records.at(i, j))) {
          sum += records.at(i, j) - first;
          present++;
        }
      }
      means[j] = first + sum / present;
    }
    return means;
  }
}
