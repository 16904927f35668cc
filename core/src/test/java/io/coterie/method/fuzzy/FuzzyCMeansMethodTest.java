package io.coterie.method.fuzzy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import io.coterie.math.Seed;
import io.coterie.message.Field;
import io.coterie.method.Clustering;
import io.coterie.method.CoordinatorContext;
import io.coterie.method.RecordedSites;
import io.coterie.method.SiteContext;
import io.coterie.method.SitePart;
import io.coterie.plan.InputKind;
import io.coterie.plan.PrivacyPlan;
import io.coterie.plan.StudyPlan;
import io.coterie.plan.StudyPlan.InputPlan;
import io.coterie.privacy.NoiseSource;
import io.coterie.site.PrivacyGate;
import io.coterie.site.SiteData;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class FuzzyCMeansMethodTest {
  private static final Seed SEED = new Seed(5);
  private static final int SITES = 5;

  @Test
  void fiveSitesFindTheCentersOfThePooledRecords() {
    Matrix records = overlapping(300);
    StudyPlan plan =
        StudyPlan.of("ffcm", 3, InputPlan.automatic(InputKind.table(), 2))
            .with(PrivacyPlan.component());
    List<SitePart> parts = new ArrayList<>();
    for (int s = 0; s < SITES; s++) {
      parts.add(site(plan, "site-" + s, records, s));
    }
    List<double[][]> pooled = new ArrayList<>();
    RecordedSites sites =
        new RecordedSites(
            parts,
            Parallel.sequential(),
            round -> {
              if (round.question().payload() instanceof FuzzyCenters centers) {
                Matrix start = centers.step().centers();
                double[][] last = pooled.isEmpty() ? rows(start) : pooled.get(pooled.size() - 1);
                pooled.add(pooledStep(records, last));
              }
            });
    Clustering found =
        new FuzzyCMeansMethod()
            .coordinate(
                plan,
                new CoordinatorContext(SEED, Parallel.sequential(), (name, value) -> {}, 2),
                sites);
    Matrix centers = ((Field.Numbers) found.model().clusters().fields().get(0)).values();

    assertThat(pooled).hasSizeBetween(5, 100);
    for (int c = 0; c < 3; c++) {
      for (int j = 0; j < 2; j++) {
        assertThat(centers.at(c, j)).isCloseTo(pooled.get(pooled.size() - 1)[c][j], within(1e-9));
      }
    }
  }

  @Test
  void theFuzzifierShrinksWhereThereAreManyFeaturesOrClusters() {
    StudyPlan plan =
        StudyPlan.of("ffcm", 3, InputPlan.automatic(InputKind.table(), 2))
            .with(PrivacyPlan.component());

    assertThat(FuzzyCMeansMethod.fuzzifier(plan, 30)).isEqualTo(2);
    assertThat(FuzzyCMeansMethod.fuzzifier(plan, 31)).isEqualTo(1.1);
    StudyPlan few =
        StudyPlan.of("ffcm", 19, InputPlan.automatic(InputKind.table(), 2))
            .with(PrivacyPlan.component());
    assertThat(FuzzyCMeansMethod.fuzzifier(few, 2)).isEqualTo(2);
    StudyPlan many =
        StudyPlan.of("ffcm", 20, InputPlan.automatic(InputKind.table(), 2))
            .with(PrivacyPlan.component());
    assertThat(FuzzyCMeansMethod.fuzzifier(many, 2)).isEqualTo(1.1);
  }

  private static SitePart site(StudyPlan plan, String name, Matrix records, int number) {
    int[] own = IntStream.range(0, records.rows()).filter(i -> i % SITES == number).toArray();
    Seed seed = SEED.child(name);
    return new FuzzyCMeansMethod()
        .site(
            plan,
            new SiteContext(
                SiteData.of(name, records.selectRows(own)),
                new PrivacyGate(name, NoiseSource.repeatable(seed)),
                seed,
                Parallel.sequential()));
  }

  /** Fuzzy c-means with m = 2 as the textbook writes it, on all records at once. */
  private static double[][] pooledStep(Matrix x, double[][] v) {
    double[][] sums = new double[v.length][x.columns()];
    double[] masses = new double[v.length];
    for (int i = 0; i < x.rows(); i++) {
      for (int c = 0; c < v.length; c++) {
        double inverse = 0;
        for (double[] other : v) {
          inverse += distance(x.row(i), v[c]) / distance(x.row(i), other);
        }
        double weight = 1 / (inverse * inverse);
        masses[c] += weight;
        for (int j = 0; j < x.columns(); j++) {
          sums[c][j] += weight * x.at(i, j);
        }
      }
    }
    for (int c = 0; c < v.length; c++) {
      for (int j = 0; j < x.columns(); j++) {
        sums[c][j] /= masses[c];
      }
    }
    return sums;
  }

  private static double distance(double[] a, double[] b) {
    double sum = 0;
    for (int j = 0; j < a.length; j++) {
      sum += (a[j] - b[j]) * (a[j] - b[j]);
    }
    return sum;
  }

  private static double[][] rows(Matrix matrix) {
    return IntStream.range(0, matrix.rows()).mapToObj(matrix::row).toArray(double[][]::new);
  }

  private static Matrix overlapping(int rows) {
    SplittableRandom random = SEED.child("records").random();
    Matrix records = Matrix.zeros(rows, 2);
    for (int i = 0; i < rows; i++) {
      records.set(i, 0, 2.0 * (i % 3) + random.nextGaussian());
      records.set(i, 1, i % 3 == 1 ? 2 : random.nextGaussian());
    }
    return records;
  }
}
