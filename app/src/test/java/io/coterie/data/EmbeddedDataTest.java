package io.coterie.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.coterie.ErrorCode;
import io.coterie.math.Seed;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class EmbeddedDataTest {
  private static DataSet read(String source) {
    return DataReader.read(source, ReadOptions.defaults().withSeed(new Seed(7)));
  }

  private static List<String> labels(DataSet data) {
    return data.setAside().get("label");
  }

  @Test
  void irisAndWdbcAreInside() {
    DataSet iris = read("iris");
    assertThat(iris.size()).isEqualTo(150);
    assertThat(iris.columns()).hasSize(4).contains("petal_width_cm");
    assertThat(new HashSet<>(labels(iris)))
        .containsExactlyInAnyOrder("setosa", "versicolor", "virginica");
    DataSet wdbc = read("wdbc");
    assertThat(wdbc.size()).isEqualTo(569);
    assertThat(wdbc.columns()).hasSize(30);
    assertThat(new HashSet<>(labels(wdbc))).hasSize(2);
    assertThat(EmbeddedData.class.getResource("ATTRIBUTION.md")).isNotNull();
  }

  @Test
  void labelStaysAsideWhenAnotherColumnIsNamed() {
    DataSet iris =
        DataReader.read("iris", ReadOptions.defaults().withLabelColumn("petal_width_cm"));
    assertThat(iris.columns()).hasSize(3);
    assertThat(iris.setAside().keySet()).containsExactlyInAnyOrder("petal_width_cm", "label");
  }

  @Test
  void sameSeedGivesTheSameRecords() {
    for (String source : List.of("moon", "ring", "blobs")) {
      assertThat(read(source).records().array()).isEqualTo(read(source).records().array());
      assertThat(read(source).sha256()).isEqualTo(read(source).sha256());
      assertThat(DataReader.read(source, ReadOptions.defaults().withSeed(new Seed(8))).sha256())
          .isNotEqualTo(read(source).sha256());
    }
  }

  @Test
  void moonIsTwoHalfCircles() {
    DataSet moon = read("moon:2001");
    assertThat(moon.size()).isEqualTo(2001);
    assertThat(labels(moon).stream().filter("0"::equals).count()).isEqualTo(1000);
    double squares = 0;
    for (int i = 0; i < moon.size(); i++) {
      boolean isOuter = labels(moon).get(i).equals("0");
      double x = moon.records().at(i, 0) - (isOuter ? 0 : 1);
      double y = moon.records().at(i, 1) - (isOuter ? 0 : 0.5);
      double gap = Math.hypot(x, y) - 1;
      squares += gap * gap;
      assertThat(isOuter ? y : -y).isGreaterThan(-5 * Generator.MOON_NOISE);
    }
    assertThat(Math.sqrt(squares / moon.size())).isCloseTo(Generator.MOON_NOISE, within(0.006));
    assertThat(read("moon").size()).isEqualTo(1000);
  }

  @Test
  void ringHasFiveRadiiInAPlaneOfTwentyDimensions() {
    DataSet ring = read("ring");
    assertThat(ring.size()).isEqualTo(5000);
    assertThat(ring.columns()).hasSize(20);
    double trace = 0;
    for (int group = 0; group < 5; group++) {
      String label = Integer.toString(group);
      assertThat(labels(ring).stream().filter(label::equals).count()).isEqualTo(1000);
    }
    for (int i = 0; i < ring.size(); i++) {
      double squares = 0;
      for (double value : ring.records().row(i)) {
        squares += value * value;
      }
      // Radius squared plus twenty times the variance of the noise.
      double radius = Math.sqrt(squares - 20 * 0.0025);
      assertThat(radius).isCloseTo(Integer.parseInt(labels(ring).get(i)) + 1, within(0.35));
      trace += squares;
    }
    // The mean of 1, 4, 9, 16, 25 and the noise.
    assertThat(trace / ring.size()).isCloseTo(11 + 0.05, within(0.02));
  }

  @Test
  void ringLiesInOnePlane() {
    DataSet ring = read("ring");
    int dimensions = ring.records().columns();
    double[][] moments = new double[dimensions][dimensions];
    double trace = 0;
    for (int i = 0; i < ring.size(); i++) {
      double[] row = ring.records().row(i);
      for (int j = 0; j < dimensions; j++) {
        trace += row[j] * row[j] / ring.size();
        for (int k = 0; k < dimensions; k++) {
          moments[j][k] += row[j] * row[k] / ring.size();
        }
      }
    }
    double squares = 0;
    for (double[] row : moments) {
      for (double value : row) {
        squares += value * value;
      }
    }
    // Two equal eigenvalues and almost nothing else: trace² / ‖M‖² is the number of them.
    assertThat(trace * trace / squares).isCloseTo(2, within(0.05));
  }

  @Test
  void blobsAreFarApart() {
    DataSet blobs = read("blobs:3000x16");
    assertThat(blobs.columns()).hasSize(16);
    double[][] centres = new double[5][16];
    for (int i = 0; i < blobs.size(); i++) {
      int group = Integer.parseInt(labels(blobs).get(i));
      for (int j = 0; j < 16; j++) {
        centres[group][j] += blobs.records().at(i, j) / 600;
      }
    }
    for (int a = 0; a < 5; a++) {
      for (int b = 0; b < a; b++) {
        double squares = 0;
        for (int j = 0; j < 16; j++) {
          squares += Math.pow(centres[a][j] - centres[b][j], 2);
        }
        assertThat(Math.sqrt(squares)).isGreaterThan(Generator.BLOB_SEPARATION - 1);
      }
    }
    assertThat(read("blobs").records().columns()).isEqualTo(8);
    assertThat(read("blobs:50x1").size()).isEqualTo(50);
  }

  @Test
  void recordsAreShuffled() {
    Set<String> early = new HashSet<>(labels(read("blobs")).subList(0, 50));
    assertThat(early).hasSize(5);
  }

  @Test
  void wrongSizesAndColumnsAreRefused() {
    ReadOptions options = ReadOptions.defaults();
    for (String source :
        List.of("moon:0", "moon:x", "moon:5", "moon:100x3", "blobs:99999999x99999")) {
      String message = Sources.failure(ErrorCode.USAGE, source, options);
      assertThat(message).contains("no valid size");
    }
    assertThat(Sources.failure(ErrorCode.USAGE, "iris:20", options)).contains("no sizes");
    assertThat(Sources.failure(ErrorCode.USAGE, "moon", options.withIgnored(List.of("town"))))
        .contains("no column 'town'");
  }
}
