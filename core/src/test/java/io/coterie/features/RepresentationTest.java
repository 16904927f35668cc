package io.coterie.features;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.coterie.features.internal.Box;
import io.coterie.features.internal.ClipRows;
import io.coterie.features.internal.HogMap;
import io.coterie.features.internal.Project;
import io.coterie.features.internal.SignedLog;
import io.coterie.features.internal.Standardize;
import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import io.coterie.math.Vector;
import io.coterie.plan.PublicBounds;
import java.util.List;
import org.junit.jupiter.api.Test;

class RepresentationTest {
  private static final Matrix RECORDS =
      Matrix.ofRows(new double[] {1, -2, 30}, new double[] {0.5, 4, -7});

  @Test
  void whatCanBeUndoneComesBack() {
    Vector zero = Vector.of(0, 0, 0);
    Representation there =
        new Representation(
            List.of(
                new FillMissing(zero),
                new Standardize(Vector.of(1, 2, 3), Vector.of(2, 5, 10)),
                new SignedLog(),
                new Box(new PublicBounds(Vector.of(-5, -5, -5), Vector.of(5, 6, 7))),
                new ClipRows(Vector.of(0.1, 0.2, 0.3), 10, 4),
                new Project(
                    Vector.of(0.5, 0, 0),
                    Matrix.ofRows(
                        new double[] {0, 0.6, 0.8},
                        new double[] {1, 0, 0},
                        new double[] {0, 0.8, -0.6}))));

    Matrix back = there.back(there.apply(RECORDS, Parallel.sequential())).orElseThrow();

    for (int i = 0; i < RECORDS.array().length; i++) {
      assertThat(back.array()[i]).isCloseTo(RECORDS.array()[i], within(1e-9));
    }
  }

  @Test
  void thereIsNoWayBackFromGradientsOrFromSkewAxes() {
    Representation skew =
        new Representation(
            List.of(
                new Project(Vector.of(0, 0), Matrix.ofRows(new double[] {2}, new double[] {0}))));

    assertThat(skew.back(Matrix.ofRows(new double[] {1}))).isEmpty();
    assertThat(new Representation(List.of(new HogMap(28, 28))).back(Matrix.zeros(1, 324)))
        .isEmpty();
  }
}
