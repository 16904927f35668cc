package io.coterie.bench.paper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coterie.bench.BenchData;
import io.coterie.bench.BenchFolder;
import io.coterie.bench.BenchmarkRun;
import io.coterie.bench.Catalogue;
import io.coterie.bench.CellResult;
import io.coterie.bench.DataLibrary;
import io.coterie.bench.Grid;
import io.coterie.bench.LearningCurve;
import io.coterie.bench.Results;
import io.coterie.bench.Variant;
import io.coterie.math.IntVector;
import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import io.coterie.metrics.TrueLabels;
import io.coterie.plan.InputKind;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PicturesTest {
  @TempDir Path folder;

  private static byte[] bytes(JsonNode text) {
    return Base64.getDecoder().decode(text.asText());
  }

  @Test
  void aHeatMapShowsItsWeights() {
    Matrix weights = Matrix.ofRows(new double[] {1, 0}, new double[] {0, 0.25});
    ObjectNode heat = Figure.heatMap("two", weights);
    assertThat(heat.path("side").asInt()).isEqualTo(2);
    // The darkest is the smaller of two positive weights: one in a hundred may exceed it.
    assertThat(bytes(heat.path("cells"))).containsExactly(-1, 0, 0, -1);
  }

  @Test
  void aSingleEdgeOfALargeGraphStaysVisible() {
    Matrix weights = Matrix.zeros(1000, 1000);
    weights.set(999, 0, 1);
    ObjectNode heat = Figure.heatMap("large", weights);
    int side = heat.path("side").asInt();
    byte[] cells = bytes(heat.path("cells"));
    assertThat(cells).hasSize(side * side).hasSizeLessThan(100_000);
    assertThat(cells[(side - 1) * side]).isEqualTo((byte) 255);
    assertThat(IntStream.range(0, cells.length).filter(i -> cells[i] != 0).count()).isEqualTo(1);
  }

  @Test
  void theLargestPixelIsBlackAsInkOnPaper() {
    ObjectNode images = Figure.images("", List.of(new double[] {0, 2, 1, 2}), 2, 2);
    assertThat(bytes(images.at("/images/0"))).containsExactly(-1, 0, -128, 0);
    ObjectNode gradients = Figure.gradients("", List.of(new double[] {-1, 0, 1, 2}));
    assertThat(bytes(gradients.at("/images/0"))).containsExactly(0, 0, -128, -1);
  }

  private static LearningCurve course(double accuracy) {
    return new LearningCurve(
        List.of(
            new LearningCurve.Point(
                new LearningCurve.Place("training", 1), Optional.empty(), Map.of("loss", 8.0)),
            new LearningCurve.Point(
                new LearningCurve.Place("prototypes", 0),
                Optional.of(new CellResult.Scores(accuracy, 0.5, 0.4)),
                Map.of("stability", 0.75)),
            new LearningCurve.Point(
                new LearningCurve.Place(LearningCurve.ANSWER, 0),
                Optional.of(new CellResult.Scores(accuracy, 0.5, 0.4)),
                Map.of())));
  }

  @Test
  void aCourseShowsScoresBesideSignals() {
    List<ObjectNode> figures =
        CourseFigures.figures("course-b", "a on b", List.of(course(0.8), course(0.9)));
    ObjectNode scores = figures.get(0);
    assertThat(scores.path("places").toString())
        .isEqualTo("[\"training 1\",\"prototypes 0\",\"answer\"]");
    assertThat(scores.at("/series/0/name").asText()).isEqualTo("ACC");
    assertThat(scores.at("/series/0/means/0").isNull()).isTrue();
    assertThat(scores.at("/series/0/means/1").asDouble()).isCloseTo(0.85, within(1e-12));
    assertThat(scores.at("/series/0/spreads/1").asDouble()).isCloseTo(0.0707, within(1e-4));
    assertThat(figures.get(1).path("series").findValuesAsText("name"))
        .containsExactly("loss / largest", "stability");
    assertThat(figures.get(1).at("/series/0/means/0").asDouble()).isEqualTo(1);
    assertThat(figures.get(1).at("/series/1/means/1").asDouble()).isEqualTo(.75);
    assertThat(CourseFigures.csv("a", 3, course(0.8)).lines())
        .containsExactly(
            "a,3,training,1,,,,8.00000,,,,",
            "a,3,prototypes,0,0.800000,0.500000,0.400000,,,0.750000,,",
            "a,3,answer,0,0.800000,0.500000,0.400000,,,,,");
  }

  @Test
  void theRunsThatWereFollowedAreWrittenAsTables() {
    BenchmarkRun run =
        BenchmarkRun.followed(
            Variant.of("a"), Catalogue.builtIn().named("iris"), BenchmarkRun.Split.iid(2, 0));
    Grid.Slot slot = new Grid.Slot(Optional.of(run), "", Optional.empty(), Optional.empty());
    Grid grid =
        new Grid(
            "course",
            "",
            "data",
            List.of("a"),
            List.of(new Grid.Row("Iris", "", List.of(slot))),
            List.of());
    CourseFigures courses = new CourseFigures(grid, new Results(1));
    assertThat(courses.figures()).isEmpty();
    assertThat(courses.write(new BenchFolder(folder)))
        .containsExactly(folder.resolve("course-iris.csv"));
    assertThat(folder.resolve("course-iris.csv"))
        .hasContent(
            "method,seed,stage,round,acc,nmi,ari,loss,changed,stability,eigengap,agreement");
  }

  @Test
  void pointsAreDrawnAlongTheirTwoWidestDirections() {
    Matrix points = Matrix.zeros(40, 3);
    for (int i = 0; i < 40; i++) {
      points.set(i, 2, i % 2 == 0 ? -30 : 30);
      points.set(i, 0, i - i % 2);
    }
    Matrix plane = Figure.plane(points, Parallel.sequential());
    assertThat(Math.abs(plane.at(0, 0) - plane.at(1, 0))).isCloseTo(60, within(1e-9));
    assertThat(Math.abs(plane.at(0, 1) - plane.at(38, 1))).isCloseTo(38, within(1e-9));
    IntVector groups = IntVector.of(IntStream.range(0, 40).map(i -> i % 2).toArray());
    ObjectNode drawn = Figure.points("", points, groups, Parallel.sequential());
    assertThat(drawn.path("groups").asInt()).isEqualTo(2);
    assertThat(drawn.path("points")).hasSize(40);
    assertThat(Math.abs(drawn.at("/points/0/0").asInt() - drawn.at("/points/1/0").asInt()))
        .isEqualTo(drawn.path("side").asInt());
    assertThat(drawn.at("/points/1/2").asInt()).isEqualTo(1);
  }

  @Test
  void graphsOfASmallSetAreDrawnInTwoRows() {
    Setup setup =
        new Setup(List.of(Catalogue.builtIn().named("iris")), List.of(), OptionalInt.empty(), 0, 1);
    PictureBench.Drawn drawn =
        new PictureBench(setup, new DataLibrary(Optional.empty()), Parallel.sequential())
            .draw(Experiment.GRAPHS, new BenchFolder(folder));
    assertThat(drawn.figures()).hasSize(8);
    for (ObjectNode figure : drawn.figures()) {
      assertThat(figure.path("kind").asText()).isEqualTo("heat");
      byte[] cells = bytes(figure.path("cells"));
      assertThat(IntStream.range(0, cells.length).filter(i -> cells[i] != 0).count())
          .isGreaterThan(50);
    }
    assertThat(drawn.json().at("/sets/0/records").asInt()).isEqualTo(150);
  }

  @Test
  void noiseDrivesPrototypesAwayFromRecords() {
    PrivacyPictures pictures = new PrivacyPictures(bars(), 2, Parallel.sequential());
    PrivacyPictures.Sheet sheet =
        pictures.draw(List.of(Variant.of("spp-fgc"), Variant.parse("spp-fgc:epsilon=1")));
    assertThat(sheet.lines()).hasSize(4);
    assertThat(sheet.lines().get(1).nearness()).isGreaterThan(5 * sheet.lines().get(0).nearness());
    assertThat(sheet.figures().stream().map(figure -> figure.path("kind").asText()))
        .containsExactly(
            "images", "images", "images", "images", "gradients", "images", "gradients", "images");
    assertThat(bytes(sheet.figures().get(0).at("/images/0"))).hasSize(12 * 12);
  }

  /** Returns images of 12 x 12 pixels with an upright or a level bar. */
  private static BenchData bars() {
    SplittableRandom random = new io.coterie.math.Seed(3).random();
    int side = 12;
    Matrix images = Matrix.zeros(120, side * side);
    for (int i = 0; i < images.rows(); i++) {
      int place = 3 + random.nextInt(6);
      for (int at = 0; at < side * side; at++) {
        int across = i % 2 == 0 ? at / side : at % side;
        images.set(i, at, (across == place ? 1 : 0) + 0.05 * random.nextDouble());
      }
    }
    return new BenchData(
        Catalogue.builtIn().named("mnist"),
        images,
        InputKind.image(side, side),
        TrueLabels.of(IntStream.range(0, 120).mapToObj(i -> "bar" + i % 2).toList()),
        "");
  }
}
