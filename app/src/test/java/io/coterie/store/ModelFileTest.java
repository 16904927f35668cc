package io.coterie.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.coterie.CoterieException;
import io.coterie.ErrorCode;
import io.coterie.features.FillMissing;
import io.coterie.features.RecordMap;
import io.coterie.features.Representation;
import io.coterie.features.internal.HogMap;
import io.coterie.features.internal.NormalizeRows;
import io.coterie.features.internal.Project;
import io.coterie.features.internal.SignedLog;
import io.coterie.features.internal.Standardize;
import io.coterie.json.Json;
import io.coterie.math.IntVector;
import io.coterie.math.Matrix;
import io.coterie.math.Vector;
import io.coterie.math.internal.cluster.GaussianMixture;
import io.coterie.message.WireSize;
import io.coterie.model.ClusterModel;
import io.coterie.model.FittedModel;
import io.coterie.model.internal.AnchorEmbedding;
import io.coterie.model.internal.AnchorVotes;
import io.coterie.model.internal.MixtureModel;
import io.coterie.model.internal.NearestPrototype;
import io.coterie.plan.InputKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class ModelFileTest {
  @TempDir private Path folder;

  private static Matrix random(int rows, int columns) {
    SplittableRandom random = new SplittableRandom(rows * 31L + columns);
    Matrix matrix = Matrix.zeros(rows, columns);
    for (int i = 0; i < matrix.array().length; i++) {
      matrix.array()[i] = (random.nextDouble() - 0.5) * Math.pow(10, random.nextInt(-300, 300));
    }
    return matrix;
  }

  static Stream<ClusterModel> models() {
    IntVector clusters = IntVector.of(0, 2, 1);
    Matrix unit = Matrix.ofRows(new double[][] {{1, 0}, {0, 1}});
    return Stream.of(
        new AnchorVotes(random(3, 2), 2, clusters, 3),
        new AnchorEmbedding(random(3, 2), 2, random(3, 4), random(3, 4)),
        new NearestPrototype(random(3, 2), clusters, 3),
        new MixtureModel(
            GaussianMixture.of(
                new double[] {0.1, 0.2, 0.7},
                Matrix.ofRows(new double[][] {{0.1, 1 / 3.0}, {5, 6}, {-1e-17, 9}}),
                List.of(unit, unit, unit)),
            clusters,
            3));
  }

  private static Representation representation() {
    List<RecordMap> steps =
        List.of(
            new FillMissing(Vector.of(0.1, -0.0)),
            new Standardize(Vector.of(1 / 3.0, 2), Vector.of(Double.MIN_VALUE, 4)),
            new SignedLog(),
            new NormalizeRows(2),
            new HogMap(28, 27),
            new Project(Vector.of(1, 2), random(2, 2)));
    return new Representation(steps);
  }

  private Path write(ClusterModel clusters) throws IOException {
    Path file = folder.resolve("model.json");
    new ModelFile(
            new FittedModel(2, representation(), clusters),
            InputKind.table(),
            List.of("a", "b, \"c\""),
            Json.object().put("seed", 1))
        .write(file);
    return file;
  }

  @ParameterizedTest
  @MethodSource("models")
  void everyModelReadsBackBitForBit(ClusterModel clusters) throws IOException {
    Path file = write(clusters);
    ModelFile back = ModelFile.read(file);
    assertThat(back.columns()).containsExactly("a", "b, \"c\"");
    assertThat(WireSize.of(back.model().clusters())).isEqualTo(WireSize.of(clusters));
    Path again = folder.resolve("again.json");
    back.write(again);
    assertThat(again).hasSameBinaryContentAs(file);
    assertThat(back.model().representation().describe()).isEqualTo(representation().describe());
    if (clusters instanceof AnchorVotes votes) {
      assertThat(((AnchorVotes) back.model().clusters()).anchors().array())
          .containsExactly(votes.anchors().array());
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"schema_version\": 1 -> \"schema_version\": 2",
        "coterie-model -> something-else",
        "anchor-votes -> oracle",
        "\"signed-log\" -> \"magic\"",
        "\"rows\": 3 -> \"rows\": 4",
        "\"rows\": 3 -> \"rows\": -3",
        "\"dimension\": 2 -> \"dimension\": 3",
        "\"name\": \"votes\" -> \"name\": \"boats\"",
        "\"values\": [ 0, 2, 1 ] -> \"values\": [ 0, 7, 1 ]",
        "\"values\": [ 0, 2, 1 ] -> \"values\": [ 0, \"2\", 1 ]",
        "\"values\": [ 0, 2, 1 ] -> \"values\": [ 0, 1e400, 1 ]",
        "\"values\": [ 2 ] -> \"values\": [ ]"
      })
  void whatDoesNotFitIsBadData(String change) throws IOException {
    String[] sides = change.split(" -> ", -1);
    Path file = write(models().findFirst().orElseThrow());
    String text = Files.readString(file);
    assertThat(text).contains(sides[0]);
    Files.writeString(file, text.replace(sides[0], sides[1]));
    CoterieException failure =
        catchThrowableOfType(CoterieException.class, () -> ModelFile.read(file));
    assertThat(failure.code()).isEqualTo(ErrorCode.BAD_DATA);
    assertThat(failure).hasMessageContaining("no model that this version can use");
  }

  @Test
  void truncatedFileIsBadData() throws IOException {
    Path file = write(models().findFirst().orElseThrow());
    String text = Files.readString(file);
    for (int length : new int[] {0, 10, text.length() / 2, text.length() - 3}) {
      Files.writeString(file, text.substring(0, length));
      CoterieException failure =
          catchThrowableOfType(CoterieException.class, () -> ModelFile.read(file));
      assertThat(failure.code()).isEqualTo(ErrorCode.BAD_DATA);
    }
  }
}
