package io.coterie.method.dp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.coterie.CoterieException;
import io.coterie.ErrorCode;
import io.coterie.features.RecordMap;
import io.coterie.features.internal.Box;
import io.coterie.features.internal.ClipRows;
import io.coterie.features.internal.HogMap;
import io.coterie.features.internal.NormalizeRows;
import io.coterie.features.internal.Project;
import io.coterie.features.internal.Standardize;
import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import io.coterie.math.Seed;
import io.coterie.math.Vector;
import io.coterie.message.CoordinatorMessage;
import io.coterie.method.SiteContext;
import io.coterie.method.SitePart;
import io.coterie.plan.InputKind;
import io.coterie.plan.PublicBounds;
import io.coterie.plan.StudyPlan;
import io.coterie.privacy.NoiseSource;
import io.coterie.privacy.ReleaseNotice;
import io.coterie.site.PrivacyGate;
import io.coterie.site.SiteData;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A dishonest coordinator asks a site for what it has not agreed to. */
class QuestionCheckTest {
  private static final StudyPlan LINE = plan(5, 2, 1000);
  private static final StudyPlan GRID = plan(2, 2, 1000);
  private static final StudyPlan ANCHORS = plan(5, 4, 100_000);
  private static final StudyPlan CENTERS = plan(5, 4, 300);
  private static final StudyPlan IMAGES =
      DpScheduleTest.plan(InputKind.image(8, 8), 64, 10, 1, 70_000, 1);

  private static final StudyPlan SMALL_IMAGES =
      DpScheduleTest.plan(InputKind.image(8, 8), 64, 10, 1, 20_000, 1);
  private static final StudyPlan TREE = DpScheduleTest.plan(InputKind.table(), 5, 2, 8, 1000, 1);
  private static final StudyPlan OPEN = DpScheduleTest.unbounded(5, 2, 1, 1000);

  private static final double HUGE = 0x1p70;
  private static final Vector ORIGIN = Vector.of(0, 0, 0, 0, 0);

  private static StudyPlan plan(int features, int clusters, long records) {
    return DpScheduleTest.plan(InputKind.table(), features, clusters, 1, records, 1);
  }

  /** Questions that a site answers, and one that it refuses with a text. */
  private record Attack(StudyPlan plan, List<DpQuestion> before, DpQuestion asked, String text) {
    @Override
    public String toString() {
      return asked.kind() + ": " + text;
    }
  }

  private static Attack first(StudyPlan plan, DpQuestion asked, String text) {
    return new Attack(plan, List.of(), asked, text);
  }

  private static Attack scatter(Vector center, double radius, String text) {
    return new Attack(LINE, List.of(moments(LINE)), new DpQuestion.Scatter(center, radius), text);
  }

  private static Attack line(List<RecordMap> steps, double range, int bins, String text) {
    return new Attack(
        LINE,
        List.of(moments(LINE), new DpQuestion.Scatter(ORIGIN, 1)),
        new DpQuestion.Line(steps, range, bins),
        text);
  }

  private static Attack lloyd(DpQuestion asked, String text) {
    return new Attack(
        ANCHORS, List.of(moments(ANCHORS), new DpQuestion.Scatter(ORIGIN, 1)), asked, text);
  }

  private static Attack second(DpQuestion asked, String text) {
    return new Attack(
        ANCHORS,
        List.of(moments(ANCHORS), new DpQuestion.Scatter(ORIGIN, 1), plain()),
        asked,
        text);
  }

  private static Attack edges(Matrix anchors, String text) {
    List<DpQuestion> before =
        new ArrayList<>(List.of(moments(ANCHORS), new DpQuestion.Scatter(ORIGIN, 1), plain()));
    for (int round = 1; round < 6; round++) {
      before.add(new DpQuestion.Lloyd(List.of(), Matrix.zeros(9, 3), 1));
    }
    return new Attack(ANCHORS, before, new DpQuestion.Edges(anchors), text);
  }

  static Stream<Attack> attacks() {
    return Stream.of(
        first(LINE, new DpQuestion.Moments(List.of()), "other steps"),
        first(LINE, new DpQuestion.Moments(List.of(new NormalizeRows(2))), "other steps"),
        first(LINE, new DpQuestion.Moments(narrower(LINE)), "other steps"),
        first(LINE, new DpQuestion.Moments(blownUp(LINE)), "other steps"),
        first(IMAGES, new DpQuestion.Moments(List.of(new HogMap(4, 16))), "other steps"),
        first(GRID, new DpQuestion.Grid(List.of(), bins()), "other steps"),
        first(
            GRID,
            new DpQuestion.Grid(GridRoute.steps(DpInput.of(GRID)), bins() + 1),
            "bins, not " + bins()),
        scatter(Vector.of(1, 0.1, 0, 0, 0), 1, "1 is the most"),
        scatter(Vector.of(HUGE, 0, 0, 0, 0), 1, "a center at a distance of 1.18"),
        scatter(Vector.of(Double.NaN, 0, 0, 0, 0), 1, "a center at a distance of NaN"),
        scatter(Vector.of(0, 0), 1, "a center of 2 values where points have 5"),
        scatter(ORIGIN, 2.01, "a radius of 2.01; it must be above 0 and at most 2"),
        scatter(ORIGIN, Double.POSITIVE_INFINITY, "a radius of Infinity"),
        line(List.of(), 1, 8, "0 steps, not 1"),
        line(List.of(ClipRows.around(5, 1, 1)), 1, 8, "where a projection is due"),
        line(List.of(project(HUGE, 0)), 1, 8, "axes whose products are off"),
        line(List.of(project(1 + 1e-8, 0)), 1, 8, "axes whose products are off"),
        line(List.of(project(Double.NaN, 0)), 1, 8, "axes whose products are off"),
        line(List.of(project(1, HUGE)), 1, 8, "a center at a distance of 1.18"),
        line(List.of(axes(5)), 1, 8, "5 axes, not 1 to 1"),
        line(List.of(axes(1)), 3, 8, "a range of 3.0"),
        line(List.of(axes(1)), 1, 7, "7 bins; 8 to"),
        line(List.of(axes(1), axes(1)), 1, 8, "2 steps, not 1"),
        lloyd(new DpQuestion.Lloyd(List.of(), Matrix.zeros(9, 5), 1), "0 steps, not 3"),
        lloyd(anchors(onto(3), Matrix.zeros(601, 3), 1), "601 anchors; 600 is the most"),
        lloyd(anchors(onto(3), far(), 1), "an anchor at a distance of 5.0"),
        lloyd(anchors(onto(3), nothing(), 1), "an anchor at a distance of NaN"),
        lloyd(anchors(onto(3), Matrix.zeros(9, 4), 1), "anchors of 4 values where points have 3"),
        lloyd(anchors(onto(3), Matrix.zeros(9, 3), 1e3), "a radius of 1000.0"),
        lloyd(anchors(List.of(clip(), axes(6), clip()), Matrix.zeros(9, 6), 1), "6 axes, not 1"),
        lloyd(anchors(List.of(clip(), twice(), clip()), Matrix.zeros(9, 2), 1), "axes whose"),
        lloyd(anchors(List.of(clip(), axes(3), wide()), Matrix.zeros(9, 3), 1), "a radius of 4.0"),
        lloyd(
            anchors(List.of(new ClipRows(ORIGIN, 1, 1e-9), axes(3), wide()), far(), 1),
            "a unit of 1.0E-9"),
        lloyd(
            anchors(List.of(new Standardize(ORIGIN, ones()), axes(3), wide()), far(), 1),
            "a step 'standardize' where one that clips is due"),
        second(anchors(onto(3), Matrix.zeros(9, 3), 1), "3 steps, not 0"),
        second(anchors(List.of(), Matrix.zeros(10, 3), 1), "10 anchors; 9 is the most"),
        edges(Matrix.zeros(10, 3), "10 anchors; 9 is the most"),
        edges(far(), "an anchor at a distance of 5.0"),
        new Attack(
            CENTERS,
            List.of(moments(CENTERS), new DpQuestion.Scatter(ORIGIN, 1)),
            anchors(onto(3), Matrix.zeros(5, 3), 1),
            "5 anchors; 4 is the most"),
        first(OPEN, new Magnitudes(4), "4 features, not 5"),
        first(OPEN, new Magnitudes(6), "6 features, not 5"),
        open(new DpQuestion.Moments(List.of()), "no step that puts records within bounds"),
        open(new DpQuestion.Moments(List.of(clip())), "no step that puts records within bounds"),
        open(
            new DpQuestion.Moments(List.of(new Box(PublicBounds.same(0, 1, 4)))),
            "bounds of 4 features, not 5"),
        open(new DpQuestion.Moments(List.of(new Box(PublicBounds.same(0, 1, 5)))), "other steps"),
        open(
            new DpQuestion.Moments(
                List.of(new Box(PublicBounds.same(0, 1, 5)), ClipRows.around(5, 1, 1e-3))),
            "other steps"),
        tree(anchors(onto(3), Matrix.zeros(2, 3), 1), "3 steps, not 4"),
        tree(anchors(scaled(1), Matrix.zeros(3, 3), 1), "3 anchors; 2 is the most"),
        tree(anchors(scaled(HUGE), Matrix.zeros(2, 3), 1), "a scale that is not above 0"),
        tree(anchors(scaled(1), Matrix.zeros(2, 3), 2.5), "a radius of 2.5"),
        tree(
            anchors(List.of(clip(), axes(3), axes(3), clip()), Matrix.zeros(2, 3), 1),
            "a step 'project' where one that scales is due"),
        tree(
            anchors(
                List.of(clip(), twice(), ClipRows.around(2, 1, 1), ClipRows.around(2, 1, 1)),
                Matrix.zeros(2, 2),
                1),
            "axes whose products are off"),
        new Attack(
            TREE,
            List.of(
                moments(TREE),
                new DpQuestion.Scatter(ORIGIN, 1),
                anchors(scaled(1), Matrix.zeros(2, 3), 1)),
            anchors(List.of(), Matrix.zeros(5, 3), 1),
            "5 anchors; 4 is the most"),
        first(SMALL_IMAGES, new DpQuestion.Moments(rough()), "other steps"),
        boundaries(List.of(axes(3, 3)), Matrix.zeros(12, 3), "1 steps, not 2"),
        boundaries(turned(1), Matrix.zeros(13, 3), "13 anchors; 12 is the most"),
        boundaries(turned(1), Matrix.zeros(12, 4), "anchors of 4 values where points have 3"),
        boundaries(turned(1), far(), "an anchor at a distance of 5.0"),
        boundaries(turned(HUGE), Matrix.zeros(12, 3), "a scale that is not above 0"),
        boundaries(
            List.of(axes(3, 3), axes(3, 3)),
            Matrix.zeros(12, 3),
            "a step 'project' where one that scales is due"));
  }

  /** After all rounds of a tree on three axes. */
  private static Attack boundaries(List<RecordMap> steps, Matrix centers, String text) {
    int dimension = DpInput.of(SMALL_IMAGES).dimension();
    Vector origin = Vector.of(new double[dimension]);
    List<DpQuestion> before =
        new ArrayList<>(
            List.of(
                new DpQuestion.Moments(DpInput.of(SMALL_IMAGES).steps()),
                new DpQuestion.Scatter(origin, 1)));
    int rounds = DpSchedule.of(SMALL_IMAGES).rounds(DpSchedule.LLOYD);
    for (int round = 0; round < rounds; round++) {
      List<RecordMap> onto =
          List.of(new ClipRows(origin, 1, 1), axes(dimension, 3), ClipRows.around(3, 1, 1));
      before.add(new DpQuestion.Lloyd(round == 0 ? onto : List.of(), Matrix.zeros(2, 3), 1));
    }
    return new Attack(SMALL_IMAGES, before, new DpQuestion.Boundaries(steps, centers), text);
  }

  /** Steps from three axes to others that are scaled. */
  private static List<RecordMap> turned(double scale) {
    return List.of(axes(3, 3), new Standardize(Vector.of(0, 0, 0), Vector.of(1, scale, 1)));
  }

  private static Attack open(DpQuestion asked, String text) {
    return new Attack(OPEN, List.of(new Magnitudes(5)), asked, text);
  }

  private static Attack tree(DpQuestion asked, String text) {
    return new Attack(TREE, List.of(moments(TREE), new DpQuestion.Scatter(ORIGIN, 1)), asked, text);
  }

  /** Steps to three axes that are scaled. */
  private static List<RecordMap> scaled(double scale) {
    return List.of(
        clip(),
        axes(3),
        new Standardize(Vector.of(0, 0, 0), Vector.of(1, scale, 1)),
        ClipRows.around(3, 1, 1));
  }

  /** Without the basis on which what is smooth is kept. */
  private static List<RecordMap> rough() {
    return DpInput.of(SMALL_IMAGES).steps().subList(0, 2);
  }

  @ParameterizedTest
  @MethodSource("attacks")
  void isRefusedWithTheLimitAndEndsTheSitesPart(Attack attack) {
    List<ReleaseNotice> stated = new ArrayList<>();
    try (Parallel parallel = Parallel.sequential()) {
      SitePart site = site(attack.plan(), stated, parallel);
      attack.before().forEach(question -> ask(site, question));
      int spent = stated.size();

      assertThatThrownBy(() -> ask(site, attack.asked()))
          .isInstanceOf(CoterieException.class)
          .hasMessageStartingWith("Site a refused the question '%s'", attack.asked().kind())
          .hasMessageContaining(attack.text())
          .hasMessageContaining("Nothing was sent or spent")
          .extracting(e -> ((CoterieException) e).code())
          .isEqualTo(ErrorCode.NOT_AGREED);
      assertThatThrownBy(() -> ask(site, attack.before().isEmpty() ? moments(LINE) : plain()))
          .isInstanceOf(CoterieException.class)
          .hasMessageContaining("answers no other");
      assertThat(stated).hasSize(spent);
    }
  }

  private static SitePart site(StudyPlan plan, List<ReleaseNotice> stated, Parallel parallel) {
    Seed seed = new Seed(1);
    PrivacyGate gate =
        new PrivacyGate("a", NoiseSource.repeatable(seed.child("n")), 1, stated::addAll);
    Matrix records = Matrix.zeros(20, plan.input().dimension());
    return DpClustering.site(
        plan, new SiteContext(SiteData.of("a", records), gate, seed, parallel));
  }

  private static void ask(SitePart site, DpQuestion question) {
    site.reply(new CoordinatorMessage(1, question));
  }

  private static DpQuestion moments(StudyPlan plan) {
    return new DpQuestion.Moments(DpInput.of(plan).steps());
  }

  private static int bins() {
    return GridRoute.bins(DpSchedule.of(GRID), DpInput.of(GRID));
  }

  /** An honest question for anchors. */
  private static DpQuestion plain() {
    return anchors(onto(3), Matrix.zeros(9, 3), 1);
  }

  private static DpQuestion anchors(List<RecordMap> steps, Matrix anchors, double radius) {
    return new DpQuestion.Lloyd(steps, anchors, radius);
  }

  private static List<RecordMap> onto(int axes) {
    return List.of(clip(), axes(axes), ClipRows.around(axes, 1, 1));
  }

  private static ClipRows clip() {
    return ClipRows.around(5, 1, 1);
  }

  private static ClipRows wide() {
    return ClipRows.around(3, 4, 1);
  }

  /** Bounds that put a record on the border of the box. */
  private static List<RecordMap> narrower(StudyPlan plan) {
    List<RecordMap> steps = new ArrayList<>(DpInput.of(plan).steps());
    steps.set(0, new Box(PublicBounds.same(0.5, 0.5 + 1e-9, 5)));
    return steps;
  }

  private static List<RecordMap> blownUp(StudyPlan plan) {
    List<RecordMap> steps = new ArrayList<>(DpInput.of(plan).steps());
    Matrix axes = Matrix.zeros(5, 500);
    Arrays.fill(axes.array(), HUGE);
    steps.add(new Project(ORIGIN, axes));
    return steps;
  }

  private static Project project(double entry, double center) {
    return new Project(Vector.of(center, 0, 0, 0, 0), Matrix.over(5, 1, column(entry)));
  }

  private static double[] column(double entry) {
    return new double[] {entry, 0, 0, 0, 0};
  }

  private static Project axes(int count) {
    return axes(5, count);
  }

  private static Project axes(int dimension, int count) {
    Matrix axes = Matrix.zeros(dimension, count);
    for (int c = 0; c < Math.min(dimension, count); c++) {
      axes.set(c, c, 1);
    }
    return new Project(Vector.of(new double[dimension]), axes);
  }

  /** The same axis twice. */
  private static Project twice() {
    Matrix axes = Matrix.zeros(5, 2);
    axes.set(0, 0, 1);
    axes.set(0, 1, 1);
    return new Project(ORIGIN, axes);
  }

  private static Vector ones() {
    return Vector.of(1, 1, 1, 1, 1);
  }

  private static Matrix far() {
    Matrix anchors = Matrix.zeros(9, 3);
    anchors.set(8, 2, 5);
    return anchors;
  }

  private static Matrix nothing() {
    Matrix anchors = Matrix.zeros(9, 3);
    anchors.set(8, 2, Double.NaN);
    return anchors;
  }
}
