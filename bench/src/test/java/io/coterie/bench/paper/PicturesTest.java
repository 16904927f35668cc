package io.coterie.bench.paper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.coterie.bench.BenchData;
import io.coterie.bench.BenchFolder;
import io.coterie.bench.Catalogue;
import io.coterie.bench.CellResult;
import io.coterie.bench.DataLibrary;
import io.coterie.bench.LearningCurve;
import io.coterie.bench.Summary;
import io.coterie.bench.Variant;
import io.coterie.bench.paper.Curves.Curve;
import io.coterie.bench.paper.Curves.Value;
import io.coterie.math.IntVector;
import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import io.coterie.metrics.TrueLabels;
import io.coterie.protocol.InputKind;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import javax.imageio.ImageIO;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Document;

class PicturesTest {
  private static final int WHITE = 0xFFFFFFFF;

  @TempDir Path folder;

  private BufferedImage written(String name, BufferedImage picture) throws IOException {
    Path file = new BenchFolder(folder).write(name, picture);
    BufferedImage read = ImageIO.read(file.toFile());
    assertThat(read).isNotNull();
    return read;
  }

  @Test
  void aHeatMapShowsItsWeights() throws IOException {
    Matrix weights = Matrix.ofRows(new double[] {1, 0}, new double[] {0, 0.25});
    BufferedImage read =
        written("heat.png", HeatMaps.draw(List.of(List.of(new HeatMaps.Panel("", weights)))));
    assertThat(read.getWidth()).isEqualTo(HeatMaps.width(1));
    assertThat(read.getHeight()).isEqualTo(HeatMaps.height(1));
    int left = HeatMaps.GAP;
    int top = HeatMaps.GAP + HeatMaps.HEAD;
    int strong = read.getRGB(left + 10, top + 10) & 0xFF;
    int weak = read.getRGB(left + HeatMaps.SIDE - 10, top + HeatMaps.SIDE - 10) & 0xFF;
    assertThat(strong).isLessThanOrEqualTo(weak).isLessThan(128);
    assertThat(read.getRGB(left + HeatMaps.SIDE - 10, top + 10)).isEqualTo(WHITE);
  }

  @Test
  void curvesAreVectorsThatNeedNothingBesideThem() throws Exception {
    Value value = new Value(new Summary(0.9, 0.01, 2), new Summary(0.7, 0.1, 2));
    List<Curve> curves =
        List.of(
            new Curve("k-fed", List.of(Optional.of(value), Optional.of(value))),
            new Curve("a < b & c", List.of(Optional.empty(), Optional.of(value))));
    String text = Curves.draw("iris, sites", List.of("2", "5"), curves);
    DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
    factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
    Document svg =
        factory
            .newDocumentBuilder()
            .parse(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)));
    assertThat(svg.getDocumentElement().getTagName()).isEqualTo("svg");
    // Three values in each of two plots, and one dot a curve in the legend.
    assertThat(svg.getElementsByTagName("circle").getLength()).isEqualTo(3 * 2 + 2);
    assertThat(svg.getDocumentElement().getTextContent())
        .contains("k-fed at 5: ACC .900 ± .010", "a < b & c at 5: NMI .700 ± .100", "iris, sites");
    assertThat(text).doesNotContain("href", "url(", "<script", "NaN");
  }

  @Test
  void aLongLegendIsBroken() {
    Value value = new Value(new Summary(0.9, 0.01, 2), new Summary(0.7, 0.1, 2));
    List<Curve> curves =
        IntStream.range(0, 14)
            .mapToObj(c -> new Curve("a method of long name " + c, List.of(Optional.of(value))))
            .toList();
    String text = Curves.draw("sites", List.of("2"), curves);
    assertThat(height(text)).isGreaterThan(height(Curves.draw("", List.of("2"), List.of())) + 60);
    assertThat(text).contains("s5 course dashed");
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
    String text = new CourseCurves("a on b", List.of(course(0.8), course(0.9))).draw();
    assertThat(text)
        .contains(
            "ACC at 0: scores .850 ± .071",
            "stability at 0: what needs no label .750 ± .000",
            "loss / largest at 1: what needs no label 1.000 ± .000",
            ">training</text>",
            ">answer</text>")
        .doesNotContain("changed", "NaN");
    assertThat(CourseCurves.csvHeader())
        .isEqualTo(
            "method,seed,stage,round,acc,nmi,ari,loss,changed,stability,eigengap,agreement\n");
    assertThat(CourseCurves.csv("a", 3, course(0.8)).lines())
        .containsExactly(
            "a,3,training,1,,,,8.00000,,,,",
            "a,3,prototypes,0,0.800000,0.500000,0.400000,,,0.750000,,",
            "a,3,answer,0,0.800000,0.500000,0.400000,,,,,");
  }

  @Test
  void pointsAreDrawnAlongTheirTwoWidestDirections() throws IOException {
    Matrix points = Matrix.zeros(40, 3);
    for (int i = 0; i < 40; i++) {
      points.set(i, 2, i % 2 == 0 ? -30 : 30);
      points.set(i, 0, i - i % 2);
    }
    Matrix plane = Scatter.plane(points, Parallel.sequential());
    assertThat(Math.abs(plane.at(0, 0) - plane.at(1, 0))).isCloseTo(60, within(1e-9));
    assertThat(Math.abs(plane.at(0, 1) - plane.at(38, 1))).isCloseTo(38, within(1e-9));
    IntVector groups = IntVector.of(IntStream.range(0, 40).map(i -> i % 2).toArray());
    BufferedImage read =
        written(
            "points.png",
            Scatter.draw(
                List.of(new Scatter.Strip("", List.of(new Scatter.Panel("", points, groups)))),
                Parallel.sequential()));
    assertThat(read.getWidth()).isEqualTo(Scatter.width(1));
    assertThat(read.getHeight()).isEqualTo(Scatter.height(1));
    for (int group : new int[] {0, 1}) {
      int color = Scatter.color(group, 2).getRGB();
      assertThat(IntStream.range(0, read.getWidth() * read.getHeight()))
          .anyMatch(at -> read.getRGB(at % read.getWidth(), at / read.getWidth()) == color);
    }
  }

  private static int height(String svg) {
    return Integer.parseInt(svg.replaceFirst("(?s)^<svg[^>]* height=\"([0-9]+)\".*", "$1"));
  }

  @Test
  void graphsOfASmallSetAreDrawnInTwoRows() throws IOException {
    PictureBench bench =
        new PictureBench(
            new DataLibrary(Optional.empty()), new BenchFolder(folder), Parallel.sequential());
    PictureBench.Drawn drawn =
        bench.graphs(
            new Experiments.Setup(
                List.of(Catalogue.builtIn().named("iris")), List.of(), OptionalInt.empty(), 0, 1));
    BufferedImage read = ImageIO.read(drawn.files().get(0).toFile());
    assertThat(drawn.files().get(0)).hasFileName("graphs-iris.png");
    assertThat(read.getWidth()).isEqualTo(HeatMaps.width(4));
    assertThat(read.getHeight()).isEqualTo(HeatMaps.height(2));
    assertThat(inked(read)).isGreaterThan(1000);
  }

  @Test
  void noiseDrivesPrototypesAwayFromRecords() throws IOException {
    PrivacyPictures pictures = new PrivacyPictures(bars(), 2, Parallel.sequential());
    PrivacyPictures.Sheet sheet =
        pictures.draw(List.of(Variant.of("spp-fgc"), Variant.parse("spp-fgc:epsilon=1")));
    assertThat(sheet.lines()).hasSize(4);
    assertThat(sheet.lines().get(1).nearness()).isGreaterThan(5 * sheet.lines().get(0).nearness());
    BufferedImage read = written("privacy.png", sheet.picture());
    assertThat(read.getHeight()).isEqualTo(Strips.height(8));
    assertThat(read.getWidth()).isEqualTo(Strips.width(2));
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

  private static long inked(BufferedImage picture) {
    return IntStream.range(0, picture.getWidth() * picture.getHeight())
        .filter(at -> picture.getRGB(at % picture.getWidth(), at / picture.getWidth()) != WHITE)
        .count();
  }
}
