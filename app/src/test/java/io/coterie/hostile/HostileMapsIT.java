package io.coterie.hostile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.coterie.features.RecordMap;
import io.coterie.features.internal.Box;
import io.coterie.features.internal.ClipRows;
import io.coterie.features.internal.NormalizeRows;
import io.coterie.features.internal.Project;
import io.coterie.features.internal.SignedLog;
import io.coterie.features.internal.Standardize;
import io.coterie.math.Matrix;
import io.coterie.math.Vector;
import io.coterie.message.Payload;
import io.coterie.message.Question;
import io.coterie.plan.PublicBounds;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Maps and questions of level dp that no honest coordinator has. */
@Timeout(60)
final class HostileMapsIT {
  private static final double FAR = 0x1p70;
  private static final int SIDE = 420;

  @TempDir private Path folder;

  private Victim victim(String name, String method, int records) throws IOException {
    Path own = Files.createDirectories(folder.resolve(name));
    return new Victim(own, Studies.dp(method), Victim.moons(records, 1), false).withBudget();
  }

  /**
   * Maps that make one in every one of ten columns of any record, then sum 2^70 + 1 − 2^70 into
   * each of 500 columns: what is left depends on the order of summation, which a matrix product may
   * choose by the number of records.
   */
  static List<RecordMap> tip() {
    double[] ones = new double[10];
    double[] less = new double[10];
    java.util.Arrays.fill(ones, 1);
    java.util.Arrays.fill(less, -1);
    Matrix axes = Matrix.zeros(10, 500);
    for (int j = 0; j < 500; j++) {
      axes.set(0, j, FAR);
      axes.set(1, j, 1. / Math.sqrt(500));
      axes.set(9, j, -FAR);
    }
    return List.of(
        Questions.box(),
        Questions.clip(0.6 * Math.sqrt(2)),
        new Project(Vector.of(0, 0), Matrix.zeros(2, 10)),
        new Standardize(Vector.of(less), Vector.of(ones)),
        new Project(Vector.of(new double[10]), axes));
  }

  /** One record more or less must not move a sum by more than one record. */
  @Test
  void theRoundingOfAMatrixProductTellsNoNumberOfRecords() throws IOException {
    List<Double> sums = new ArrayList<>();
    for (int records : new int[] {200, 201}) {
      Victim victim = victim("tip" + records, "dp-lloyd", records);
      HostileCoordinator evil = victim.hostile().asks(Questions.of("moments", tip()));
      Outcome outcome = Outcome.of(victim, evil);
      evil.answers().forEach(answer -> sums.add(Extraction.firstSum(answer)));
      outcome.refuses().keepsAll().charged(0);
    }
    assertThat(sums).isEmpty();
  }

  static Stream<Arguments> firstQuestions() {
    Project turned =
        new Project(Vector.of(0, 0), Matrix.ofRows(new double[] {.6, -.8}, new double[] {.8, .6}));
    return Stream.of(
        arguments("no bounds first", Questions.moments()),
        arguments("a clip and no bounds", Questions.moments(Questions.clip(1))),
        arguments("bounds and no clip", Questions.moments(Questions.box())),
        arguments(
            "other bounds",
            Questions.moments(
                new Box(new PublicBounds(Vector.of(0, 0), Vector.of(1e-6, 1e-6))),
                Questions.clip(0.6 * Math.sqrt(2)))),
        arguments("a larger ball", Questions.moments(Questions.box(), ClipRows.around(2, 1e6, 1))),
        arguments(
            "a center far away",
            Questions.moments(
                Questions.box(),
                new ClipRows(Vector.of(FAR, FAR), 2 * FAR, 1),
                new ClipRows(Vector.of(-FAR, -FAR), 1, 1))),
        arguments(
            "records blown up",
            Questions.moments(
                Questions.box(),
                new Standardize(Vector.of(0, 0), Vector.of(1e-300, 1e-300)),
                Questions.clip(1))),
        arguments(
            "axes that are not orthonormal",
            Questions.moments(
                Questions.box(),
                Questions.clip(0.6 * Math.sqrt(2)),
                new Project(
                    Vector.of(0, 0), Matrix.ofRows(new double[] {1e9, 0}, new double[] {0, 1e9})))),
        arguments(
            "a turn that the route does not have",
            Questions.moments(Questions.box(), Questions.clip(0.6 * Math.sqrt(2)), turned)),
        arguments(
            "more columns than features",
            Questions.moments(
                Questions.box(),
                Questions.clip(0.6 * Math.sqrt(2)),
                new Project(Vector.of(0, 0), Matrix.zeros(2, 20_000)))),
        arguments(
            "a lift onto a sphere",
            Questions.of(
                "moments",
                Stream.concat(Stream.of(Questions.box()), Questions.lift().stream()).toList())),
        arguments("unit rows", Questions.moments(Questions.box(), new NormalizeRows(2))),
        arguments("logarithms", Questions.moments(Questions.box(), new SignedLog())),
        arguments("a second moment first", Questions.scatter(Vector.of(0, 0), .7)),
        arguments("a Lloyd round first", Questions.lloyd(Questions.square(2), .5)),
        arguments("a histogram", Questions.histogram()),
        arguments("a line", Questions.line(1, 32, Questions.box())),
        arguments("pairs", Questions.of("edges", List.of(), "anchors", Questions.square(2))),
        arguments("ranges", Questions.prepare(List.of(), "range")),
        arguments("sums without noise", Questions.prepare(List.of(), "sums")),
        arguments("cells without noise", Questions.anchors(Questions.square(20), 0)),
        arguments("groups without noise", new Question("microclusters")));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("firstQuestions")
  void theFirstQuestionIsTheOneOfThePlan(String name, Payload question) throws IOException {
    Victim victim = victim("first", "dp-lloyd", 200);
    Outcome.of(victim, victim.hostile().asks(question)).refuses().keepsAll().charged(0);
  }

  static Stream<Arguments> laterQuestions() {
    return Stream.of(
        arguments("a center outside the ball", Questions.scatter(Vector.of(FAR, 0), .7)),
        arguments("a center of more features", Questions.scatter(Vector.of(0, 0, 0), .7)),
        arguments("a radius of everything", Questions.scatter(Vector.of(0, 0), 1e300)),
        arguments("a Lloyd round too early", Questions.lloyd(Questions.square(2), .5)),
        arguments("the first question again", Questions.honestMoments()));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("laterQuestions")
  void theSecondQuestionIsTheOneOfThePlan(String name, Payload question) throws IOException {
    Victim victim = victim("second", "dp-lloyd", 200);
    Outcome.of(victim, victim.hostile().asks(Questions.honestMoments()).asks(question))
        .refuses()
        .sent(1)
        .charged(1);
  }

  static Stream<Arguments> changes() {
    Matrix far = Matrix.ofRows(new double[] {FAR, 0}, new double[] {-FAR, 0});
    Matrix stretched = Matrix.ofRows(new double[] {1e9, 0}, new double[] {0, 1e9});
    return Stream.of(
        arguments("anchors", far),
        arguments("anchors", Questions.square(SIDE)),
        arguments("anchors", Matrix.zeros(2, 3)),
        arguments("radius", 1e300),
        arguments("step-1.center", Vector.of(FAR, FAR)),
        arguments("step-1.radius", FAR),
        arguments("step-1.unit", 1e-300),
        arguments("step-2.mean", Vector.of(FAR, FAR)),
        arguments("step-2.axes", stretched),
        arguments("step-2.axes", Matrix.zeros(2, 20_000)),
        arguments("step-3.center", Vector.of(FAR, FAR)),
        arguments("step-3.unit", 1e-300));
  }

  /** The third question of the route of centers brings axes that follow from noisy sums. */
  @ParameterizedTest(name = "{0} {1}")
  @MethodSource("changes")
  void whatTheCoordinatorChoosesIsBounded(String part, Object value) throws IOException {
    Victim victim = victim("third", "dp-lloyd", 200);
    HonestCourse course = HonestCourse.of(victim);
    HostileCoordinator evil =
        course.follow(victim.hostile(), 2).asks(Questions.changed(course.question(3), part, value));
    Outcome.of(victim, evil).refuses().sent(2).charged(2);
  }

  @Test
  void theCentersMoveFourTimesOnTheSameAxes() throws IOException {
    Victim victim = victim("fourth", "dp-lloyd", 200);
    HonestCourse course = HonestCourse.of(victim);
    HostileCoordinator evil =
        course.follow(victim.hostile(), 3).asks(course.question(3)); // its axes once more
    Outcome.of(victim, evil).refuses().sent(3).charged(3);
  }

  static Stream<Arguments> histograms() {
    return Stream.of(
        arguments("other bins", Questions.grid(64, Questions.box())),
        arguments("no bounds", Questions.grid(15)),
        arguments(
            "bounds drawn around one record",
            Questions.grid(15, new Box(new PublicBounds(Vector.of(.5, .5), Vector.of(.51, .51))))),
        arguments(
            "a center far away",
            Questions.grid(15, Questions.box(), new ClipRows(Vector.of(FAR, FAR), 2 * FAR, 1))));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("histograms")
  void theHistogramIsTheOneOfThePlan(String name, Payload question) throws IOException {
    Victim victim = victim("grid", "anchor-graph", 200);
    Outcome.of(victim, victim.hostile().asks(question)).refuses().keepsAll().charged(0);
  }
}
