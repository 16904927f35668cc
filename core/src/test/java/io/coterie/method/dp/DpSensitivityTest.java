package io.coterie.method.dp;

import static org.assertj.core.api.Assertions.assertThat;

import io.coterie.features.RecordMap;
import io.coterie.features.internal.Box;
import io.coterie.features.internal.ClipRows;
import io.coterie.features.internal.NormalizeRows;
import io.coterie.features.internal.Project;
import io.coterie.features.internal.Standardize;
import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import io.coterie.math.Seed;
import io.coterie.math.Vector;
import io.coterie.plan.PublicBounds;
import io.coterie.privacy.Mechanism;
import io.coterie.privacy.NoisyBlock;
import io.coterie.privacy.PrivacyLoss;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * One record more or less changes what is summed by at most the declared sensitivity, in exact
 * integers, over random and hostile records, maps, anchors and radii. Questions are measured as
 * they are, without the checks by which a site would refuse most of these: the bound does not rest
 * on them.
 */
class DpSensitivityTest {
  private static final int TRIALS = 60;
  private static final int DIMENSION = 6;

  private static final DpStep GAUSSIAN =
      new DpStep(
          "any",
          Map.of(
              DpSchedule.COUNT, new PrivacyLoss(0.01, 0),
              DpSchedule.SUM, new PrivacyLoss(0.01, 0),
              DpSchedule.SQUARES, new PrivacyLoss(0.01, 0),
              DpSchedule.SECOND_MOMENT, new PrivacyLoss(0.01, 0),
              DpSchedule.PAIRS, new PrivacyLoss(0.01, 0),
              DpSchedule.MAGNITUDES, new PrivacyLoss(0.01, 0),
              DpSchedule.HISTOGRAM, new PrivacyLoss(0, 0.5)));

  /** Makes a question from random choices. */
  private interface Making {
    DpQuestion of(SplittableRandom random);
  }

  private record Kind(String name, Making making) {
    @Override
    public String toString() {
      return name;
    }
  }

  static Stream<Kind> kinds() {
    return Stream.of(
        new Kind("moments", random -> new DpQuestion.Moments(steps(random))),
        new Kind(
            "scatter",
            random -> new DpQuestion.Scatter(vector(random, DIMENSION, 3), radius(random))),
        new Kind(
            "lloyd",
            random -> new DpQuestion.Lloyd(projected(random), anchors(random, 3), radius(random))),
        new Kind("edges", random -> new DpQuestion.Edges(anchors(random, DIMENSION))),
        new Kind(
            "lloyd around strange anchors",
            random -> new DpQuestion.Lloyd(projected(random), strange(random, 3), odd(random))),
        new Kind("edges of strange anchors", random -> new DpQuestion.Edges(strange(random, 6))),
        new Kind(
            "boundaries",
            random -> new DpQuestion.Boundaries(projected(random), anchors(random, 3))),
        new Kind(
            "boundaries of strange centers",
            random -> new DpQuestion.Boundaries(projected(random), strange(random, 3))),
        new Kind(
            "scatter about a strange center",
            random ->
                new DpQuestion.Scatter(Vector.of(strange(random, DIMENSION).row(0)), odd(random))),
        new Kind(
            "line",
            random ->
                new DpQuestion.Line(
                    List.of(
                        new Project(vector(random, DIMENSION, 1), matrix(random, DIMENSION, 1))),
                    radius(random),
                    2 + random.nextInt(30))),
        new Kind("magnitudes", random -> new Magnitudes(DIMENSION)),
        new Kind(
            "lloyd of a tree of scaled axes",
            random ->
                new DpQuestion.Lloyd(
                    List.of(
                        new Project(vector(random, DIMENSION, 1), matrix(random, DIMENSION, 3)),
                        new Standardize(vector(random, 3, 1), scales(random)),
                        ClipRows.around(3, 1, 1)),
                    anchors(random, 3),
                    radius(random))),
        new Kind("grid", random -> new DpQuestion.Grid(plane(random), 2 + random.nextInt(30))));
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void oneRecordMovesTheSumsByAtMostTheSensitivity(Kind kind) {
    SplittableRandom random = new Seed(4).child(kind.name()).random();
    boolean moved = false;
    for (int trial = 0; trial < TRIALS; trial++) {
      DpQuestion question = kind.making().of(random);
      Matrix without = records(random, random.nextInt(12));
      Matrix with = Matrix.stacked(List.of(without, records(random, 1)));
      List<NoisyBlock> small = measure(question, without);
      List<NoisyBlock> large = measure(question, with);
      for (int b = 0; b < small.size(); b++) {
        moved |= assertWithin(small.get(b), large.get(b));
      }
    }
    assertThat(moved).as("some record changed something").isTrue();
  }

  /**
   * Axes of 2⁷⁰ leave of a record nothing but what rounding makes of C + q − C. If that depended on
   * how many records there are, as in a product by BLAS, one record more would move all the others:
   * OpenBLAS takes another kernel where rows times columns times axes pass 10⁶, and for the last
   * rows of a block.
   */
  @ParameterizedTest
  @CsvSource({"8, 500", "10, 500", "16, 500", "20, 500", "100, 100", "30, 3", "784, 20"})
  void oneRecordMovesNoOther(int features, int axes) {
    SplittableRandom random = new Seed(5).child(features).random();
    RecordMap hostile = new Project(Vector.of(new double[features]), axes(random, features, axes));
    List<DpQuestion> questions = new ArrayList<>();
    questions.add(new DpQuestion.Moments(List.of(hostile)));
    questions.add(new DpQuestion.Lloyd(List.of(hostile), matrix(random, 7, axes), 1));
    questions.add(new DpQuestion.Lloyd(List.of(hostile), matrix(random, 2, axes), 0x1p-40));
    questions.add(new DpQuestion.Boundaries(List.of(hostile), matrix(random, 7, axes)));
    if (axes <= 100) {
      questions.add(new DpQuestion.Line(List.of(hostile), 1, 16));
    }
    Matrix records = equalEnds(random, 1026, features);
    int border = 1_000_000 / (features * axes);
    IntStream sizes =
        IntStream.of(1, 7, 63, 64, 99, 100, 124, 125, 127, 128, 199, 200, 249, 250, 255, 256, 512);
    int[] tried =
        IntStream.concat(sizes, IntStream.of(border - 1, border, border + 1, 1023, 1024, 1025))
            .filter(n -> n > 0 && n <= 1025)
            .toArray();
    for (DpQuestion question : questions) {
      for (int n : tried) {
        // The one record more is the first, so that every other has another place.
        Matrix with = records.selectRows(IntStream.rangeClosed(0, n).toArray());
        Matrix without = records.selectRows(IntStream.rangeClosed(1, n).toArray());
        Matrix before = records.selectRows(IntStream.range(0, n).toArray());
        List<NoisyBlock> large = measure(question, with);
        for (Matrix one : List.of(without, before)) {
          List<NoisyBlock> small = measure(question, one);
          for (int b = 0; b < small.size(); b++) {
            assertWithin(small.get(b), large.get(b));
          }
        }
      }
    }
  }

  private static Matrix axes(SplittableRandom random, int features, int axes) {
    Matrix matrix = matrix(random, features, axes);
    for (int c = 0; c < axes; c++) {
      matrix.set(0, c, 0x1p70);
      matrix.set(features - 1 - c % Math.min(4, features / 2), c, -0x1p70);
    }
    return matrix;
  }

  /** Records in which the first value and the last four are 1. */
  private static Matrix equalEnds(SplittableRandom random, int count, int features) {
    Matrix records = Matrix.zeros(count, features);
    for (int i = 0; i < count; i++) {
      for (int j = 0; j < features; j++) {
        records.set(i, j, j == 0 || j >= features - 4 ? 1 : random.nextGaussian());
      }
    }
    return records;
  }

  private static List<NoisyBlock> measure(DpQuestion question, Matrix records) {
    try (Parallel parallel = Parallel.of(1)) {
      // Scatter and edges take points as they are, however far from the ball these may be here.
      return question.measure(question.points(records, parallel), GAUSSIAN, parallel);
    }
  }

  private static boolean assertWithin(NoisyBlock without, NoisyBlock with) {
    assertThat(with.name()).isEqualTo(without.name());
    assertThat(with.mechanism())
        .as("noise does not depend on records")
        .isEqualTo(without.mechanism());
    assertThat(with.exact().size()).as("nor does the size").isEqualTo(without.exact().size());
    BigInteger absolute = BigInteger.ZERO;
    BigInteger squared = BigInteger.ZERO;
    for (int i = 0; i < with.exact().size(); i++) {
      BigInteger change = BigInteger.valueOf(with.exact().at(i) - without.exact().at(i)).abs();
      BigInteger square = change.multiply(change);
      absolute = absolute.add(change);
      squared = squared.add(i < with.pairedFrom() ? square : square.add(square));
    }
    BigInteger sensitivity = BigInteger.valueOf(with.mechanism().sensitivity());
    if (with.mechanism().law() == Mechanism.Law.LAPLACE) {
      assertThat(absolute).as(with.name()).isLessThanOrEqualTo(sensitivity);
    } else {
      assertThat(squared).as(with.name()).isLessThanOrEqualTo(sensitivity.multiply(sensitivity));
    }
    return squared.signum() > 0;
  }

  private static Matrix records(SplittableRandom random, int count) {
    double scale = Math.pow(10, random.nextDouble() * 8 - 3);
    Matrix records = Matrix.zeros(count, DIMENSION);
    for (int i = 0; i < records.array().length; i++) {
      double hostile = random.nextDouble();
      records.array()[i] =
          hostile < 0.02
              ? Double.NaN
              : hostile < 0.04
                  ? Double.POSITIVE_INFINITY
                  : hostile < 0.06
                      ? -1e300
                      : hostile < 0.08 ? Double.MIN_VALUE : scale * random.nextGaussian();
    }
    return records;
  }

  private static List<RecordMap> steps(SplittableRandom random) {
    PublicBounds bounds = PublicBounds.same(-1 - random.nextDouble(), 2, DIMENSION);
    return switch (random.nextInt(3)) {
      case 0 -> List.of();
      case 1 -> List.of(new Box(bounds), ClipRows.around(DIMENSION, 1.4, 1.4));
      default -> List.of(new NormalizeRows(2));
    };
  }

  private static List<RecordMap> projected(SplittableRandom random) {
    return List.of(new Project(vector(random, DIMENSION, 1), matrix(random, DIMENSION, 3)));
  }

  private static List<RecordMap> plane(SplittableRandom random) {
    return List.of(new Project(vector(random, DIMENSION, 1), matrix(random, DIMENSION, 2)));
  }

  private static Matrix anchors(SplittableRandom random, int dimension) {
    return matrix(random, 2 + random.nextInt(8), dimension);
  }

  /** Anchors that nobody has a use for: no numbers, huge, all the same, far away, or all of it. */
  private static Matrix strange(SplittableRandom random, int dimension) {
    Matrix anchors = anchors(random, dimension);
    double[] odd = {Double.NaN, Double.POSITIVE_INFINITY, -1e300, 1e308, 1e12, 0, 7};
    int how = random.nextInt(odd.length + 1);
    for (int i = 0; i < anchors.array().length; i++) {
      if (how < odd.length ? random.nextInt(3) > 0 : random.nextInt(3) == 0) {
        anchors.array()[i] = how < odd.length ? odd[how] : odd[random.nextInt(odd.length)];
      }
    }
    return anchors;
  }

  private static double odd(SplittableRandom random) {
    double[] radii = {1e-300, 1e300, Double.MIN_VALUE, Double.MAX_VALUE, 1};
    return radii[random.nextInt(radii.length)];
  }

  private static double radius(SplittableRandom random) {
    return Math.pow(10, random.nextDouble() * 6 - 3);
  }

  private static Vector scales(SplittableRandom random) {
    return Vector.of(radius(random), Double.MIN_VALUE, radius(random));
  }

  private static Vector vector(SplittableRandom random, int size, double scale) {
    double[] values = new double[size];
    java.util.Arrays.setAll(values, i -> scale * random.nextGaussian());
    return Vector.of(values);
  }

  private static Matrix matrix(SplittableRandom random, int rows, int columns) {
    double scale = Math.pow(10, random.nextDouble() * 4 - 2);
    double[] values = new double[rows * columns];
    java.util.Arrays.setAll(values, i -> scale * random.nextGaussian());
    return Matrix.over(rows, columns, values);
  }
}
