package io.coterie.federation;

import static org.assertj.core.api.Assertions.assertThat;

import io.coterie.math.IntVector;
import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import io.coterie.plan.FeatureMap;
import io.coterie.plan.InputKind;
import io.coterie.plan.Scaling;
import io.coterie.plan.StudyPlan.InputPlan;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class StudyFeaturesTest {
  private static Parallel parallel;

  @BeforeAll
  static void start() {
    parallel = Parallel.of(2);
  }

  @AfterAll
  static void stop() {
    parallel.close();
  }

  /** Forty records: a small number, a large number, and a level of two. */
  private static Matrix mixed(double factor) {
    Matrix records = Matrix.zeros(40, 3);
    for (int i = 0; i < 40; i++) {
      records.set(i, 0, i % 7);
      records.set(i, 1, factor * (i % 5) * (i % 5));
      records.set(i, 2, i < 20 ? 0 : 1);
    }
    return records;
  }

  private static InputPlan mixedPlan() {
    return InputPlan.automatic(InputKind.table(), 3).withLevels(IntVector.of(0, 0, 2));
  }

  private static double spread(Matrix features, int column) {
    double mean = 0;
    double squares = 0;
    for (int i = 0; i < features.rows(); i++) {
      mean += features.at(i, column) / features.rows();
    }
    for (int i = 0; i < features.rows(); i++) {
      squares += Math.pow(features.at(i, column) - mean, 2) / features.rows();
    }
    return Math.sqrt(squares);
  }

  @Test
  void aColumnInLargeUnitsCountsNoMore() {
    Matrix features = StudyFeatures.of(mixedPlan(), mixed(1e6), parallel).orElseThrow();
    assertThat(features.columns()).isEqualTo(4); // one for each number and for each level
    assertThat(spread(features, 1) / spread(features, 0)).isBetween(0.9, 1.1);
  }

  @Test
  void whatIsMissingCountsAsTheMean() {
    Matrix records = mixed(1e6);
    records.set(3, 0, Double.NaN);
    Matrix features = StudyFeatures.of(mixedPlan(), records, parallel).orElseThrow();
    assertThat(features.at(3, 0)).isZero();
    assertThat(features.at(3, 1)).isNotZero();
  }

  @Test
  void columnsThatTellNoRecordsApartHaveNoFeatures() {
    InputPlan one = InputPlan.automatic(InputKind.table(), 1).withLevels(IntVector.of(2));
    assertThat(StudyFeatures.of(one, Matrix.zeros(30, 1), parallel)).isEmpty();
  }

  @Test
  void everyScalingHasFeatures() {
    for (Scaling scaling : Scaling.values()) {
      InputPlan plan = new InputPlan(InputKind.table(), 3, scaling, FeatureMap.AUTO);
      Matrix features = StudyFeatures.of(plan, mixed(1e6), parallel).orElseThrow();
      assertThat(features.rows()).as(scaling.toString()).isEqualTo(40);
      assertThat(features.columns()).as(scaling.toString()).isEqualTo(3);
    }
  }

  @Test
  void fewRecordsHaveFeatures() {
    Matrix records = mixed(1).selectRows(new int[] {0, 1, 2});
    InputPlan plan = InputPlan.automatic(InputKind.table(), 3);
    assertThat(StudyFeatures.of(plan, records, parallel)).isPresent();
  }
}
