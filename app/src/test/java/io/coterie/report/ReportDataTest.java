package io.coterie.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coterie.CoterieException;
import io.coterie.features.Representation;
import io.coterie.federation.RunListener.RunEvent;
import io.coterie.math.IntVector;
import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import io.coterie.math.Vector;
import io.coterie.method.Diagnostics;
import io.coterie.method.Methods;
import io.coterie.model.FittedModel;
import io.coterie.model.internal.NearestPrototype;
import io.coterie.plan.ClusterCount;
import io.coterie.plan.InputKind;
import io.coterie.plan.PrivacyPlan;
import io.coterie.plan.StudyPlan;
import io.coterie.plan.StudyPlan.InputPlan;
import io.coterie.plan.StudyPlan.MethodOptions;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Reports of what a coordinator showed, without any record at hand. */
class ReportDataTest {
  private static final Matrix CENTERS = Matrix.ofRows(new double[] {0, 0}, new double[] {9, 9});

  private static final ReportHead HEAD =
      new ReportHead(
          "n",
          "t",
          "m",
          Instant.EPOCH,
          List.of(),
          List.of(),
          new ReportHead.Privacy(
              new RunSummary.Privacy(
                  "component",
                  "p",
                  Optional.empty(),
                  Optional.empty(),
                  Optional.empty(),
                  Optional.empty(),
                  Optional.empty()),
              "a",
              Optional.empty(),
              Optional.empty(),
              Optional.empty(),
              Optional.empty(),
              Optional.empty(),
              Optional.empty(),
              Optional.empty()),
          List.of(),
          List.of(),
          List.of(),
          "r");

  private final RunLog log = new RunLog();

  private void show(Diagnostics sketch) {
    log.on(new RunEvent.Sketched(sketch));
  }

  private void showSites(double[]... sizes) {
    for (int s = 0; s < sizes.length; s++) {
      show(new Diagnostics.SiteSizes("s" + (s + 1), Vector.of(sizes[s])));
    }
  }

  private ObjectNode report(int smallestGroup) {
    return report(InputKind.table(), smallestGroup);
  }

  private ObjectNode report(InputKind kind, int smallestGroup) {
    StudyPlan plan =
        new StudyPlan(
            Methods.DEFAULT,
            ClusterCount.of(2),
            InputPlan.automatic(kind, 2),
            MethodOptions.none(),
            PrivacyPlan.component(smallestGroup));
    FittedModel model =
        new FittedModel(2, Representation.identity(), NearestPrototype.ofCenters(CENTERS));
    ReportData.Input input =
        new ReportData.Input(
            plan,
            model,
            List.of("x", "y"),
            List.of(),
            List.of("s1", "s2", "s3"),
            log,
            Optional.empty());
    return ReportData.of(input, HEAD, Parallel.sequential()).json();
  }

  @Test
  void sizesAreThoseThatTheSitesTold() {
    showSites(new double[] {30, 20}, new double[] {11, 12}, new double[] {40, 1});

    JsonNode sizes = report(1).path("sizes");

    assertThat(sizes.path("kind").asText()).isEqualTo("told");
    assertThat(sizes.path("sizes").toString()).isEqualTo("[81,33]");
    assertThat(sizes.at("/sites/2/sizes").toString()).isEqualTo("[40,1]");
  }

  @Test
  void aSiteWithASmallClusterIsLeftOutWithASecondOne() {
    showSites(new double[] {30, 20}, new double[] {11, 12}, new double[] {40, 1});

    JsonNode sizes = report(5).path("sizes");

    assertThat(sizes.path("sizes").toString()).isEqualTo("[81,33]");
    assertThat(sizes.at("/sites/0/sizes").toString()).isEqualTo("[30,20]");
    assertThat(sizes.at("/sites/1").has("sizes")).isFalse();
    assertThat(sizes.at("/sites/2").has("sizes")).isFalse();
  }

  @Test
  void aClusterSmallerThanAnyGroupHidesTheSizes() {
    showSites(new double[] {30, 1}, new double[] {11, 0}, new double[] {40, 1});

    JsonNode sizes = report(5).path("sizes");

    assertThat(sizes.path("kind").asText()).isEqualTo("hidden");
    assertThat(sizes.path("sizes")).isEmpty();
  }

  @Test
  void placesOfFewRecordsAreNotOnTheMapAndMakeNoMeans() {
    show(
        new Diagnostics.Places(
            "anchors",
            Matrix.ofRows(
                new double[] {0, 1}, new double[] {1, 0}, new double[] {9, 8}, new double[] {8, 9}),
            Vector.of(20, 10, 3, 1),
            IntVector.of(0, 0, 1, 1)));

    ObjectNode report = report(1);

    assertThat(report.at("/map/points").size()).isEqualTo(3);
    assertThat(report.at("/map/left_out").asInt()).isEqualTo(1);
    assertThat(report.at("/profile/clusters/0/shown").asBoolean()).isTrue();
    assertThat(report.at("/profile/clusters/1/shown").asBoolean()).isFalse();
    assertThat(report.at("/profile/features").toString()).contains("x", "y");
    int feature = report.at("/profile/features/0").asText().equals("x") ? 0 : 1;
    assertThat(report.at("/profile/clusters/0/means/" + feature).asDouble()).isEqualTo(0.333);
  }

  @Test
  void placesThatAreElsewhereThanTheModelsMakeNoMeans() {
    for (Matrix elsewhere :
        List.of(
            Matrix.ofRows(new double[] {0, 1, 2}, new double[] {9, 8, 7}), // another space
            Matrix.ofRows(new double[] {9, 9}, new double[] {0, 0}))) { // labelled otherwise there
      show(new Diagnostics.Places("anchors", elsewhere, Vector.of(20, 10), IntVector.of(0, 1)));

      assertThat(report(1).has("profile")).isFalse();
      assertThat(report(1).at("/map/points").size()).isEqualTo(2);
    }
  }

  @Test
  void roundsThatLearnAreCurves() {
    show(new Diagnostics.Signals("prototypes", 0, Map.of("stability", 0.5, "agreement", 0.1)));
    show(new Diagnostics.Signals("prototypes", 1, Map.of("stability", 0.75, "loss", 3.0)));
    show(new Diagnostics.Signals("prototypes", 2, Map.of("stability", 1.0, "loss", 2.0)));

    JsonNode curves = report(1).path("curves");

    assertThat(curves.size()).as("a single number is no curve").isEqualTo(2);
    assertThat(curves.at("/0/name").asText()).isEqualTo("Loss, prototypes");
    assertThat(curves.at("/0/first").asInt()).isEqualTo(1);
    assertThat(curves.at("/0/values").toString()).isEqualTo("[3.0,2.0]");
    assertThat(curves.at("/1/step").asText()).isEqualTo("round of prototypes");
    assertThat(curves.at("/1/first").asInt()).isZero();
    assertThat(curves.at("/1/values").toString()).isEqualTo("[0.5,0.75,1.0]");
  }

  @Test
  void imagesThatStandForFewRecordsAreNotShown() {
    InputKind kind = InputKind.image(1, 2);
    Matrix pixels = Matrix.ofRows(new double[] {0, 1}, new double[] {1, 0});
    for (int round = 0; round < 9; round++) {
      String name = "round " + round;
      show(new Diagnostics.Images(name, 1, 2, pixels, Vector.of(12, 9), IntVector.of()));
    }
    show(new Diagnostics.Images("means", 1, 2, pixels, Vector.of(9, 12), IntVector.of(0, 1)));

    ObjectNode report = report(kind, 1);

    JsonNode strips = report.path("strips");
    assertThat(strips.findValuesAsText("name"))
        .containsExactly("round 0", "round 2", "round 3", "round 5", "round 6", "round 8");
    assertThat(strips.at("/0/images").toString()).isEqualTo("[\"AP8=\"]"); // 0, 255
    assertThat(report.at("/pictures/clusters/0").has("mean")).isFalse();
    assertThat(report.at("/pictures/clusters/1/mean").asText()).isEqualTo("/wA="); // 255, 0
    assertThat(report(kind, 20).at("/strips/0/images")).isEmpty();
  }

  @Test
  void whatIsNoReportIsRefused() {
    assertThatThrownBy(() -> ReportData.parse("{\"version\":1}", "report.json"))
        .isInstanceOf(CoterieException.class)
        .hasMessageContaining("coterie-report");
    assertThatThrownBy(() -> ReportData.parse("{", "report.json"))
        .isInstanceOf(CoterieException.class)
        .hasMessageContaining("damaged");
  }
}
