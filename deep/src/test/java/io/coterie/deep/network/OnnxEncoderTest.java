package io.coterie.deep.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.coterie.CoterieException;
import io.coterie.math.Matrix;
import io.coterie.math.Seed;
import io.coterie.plan.InputKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OnnxEncoderTest {
  @TempDir private Path folder;

  @Test
  void embedsWithTheNetworkOfAFile() throws IOException {
    EncoderPlan plan = EncoderPlan.of("onnx:" + network(), InputKind.image(1, 2), 2);
    try (Encoder encoder = EncoderPlan.make(plan, new Seed(1))) {
      // More records than go through at once.
      Matrix records = Matrix.zeros(300, 2);
      for (int i = 0; i < 300; i++) {
        records.set(i, 0, i);
        records.set(i, 1, 0.5);
      }
      Matrix points = encoder.embed(records);

      assertThat(encoder.dimension()).isEqualTo(3);
      assertThat(points.row(0)).containsExactly(2, 2.5, 3);
      assertThat(points.row(299)).containsExactly(2 + 299, 2.5 + 2 * 299, 3 + 3 * 299);
      assertThat(encoder.weights()).isEmpty();
      encoder.load(new float[0]);
      assertThatThrownBy(() -> encoder.load(new float[1])).hasMessageContaining("has none");
      assertThat(encoder.train(records, Training.of(1, 2, 0.1, new Seed(1))).steps()).isZero();
    }
  }

  @Test
  void takesVectorsInTheShapeThatTheFileSays() throws IOException {
    EncoderPlan plan = EncoderPlan.of("onnx:" + network(), InputKind.vectors(), 2);
    try (Encoder encoder = EncoderPlan.make(plan, new Seed(1))) {
      assertThat(encoder.embed(Matrix.over(1, 2, new double[] {1, 1})).row(0))
          .containsExactly(5, 7, 9);
    }
  }

  @Test
  void refusesFilesThatAreNotThereOrNoNetworks() throws IOException {
    EncoderPlan absent = EncoderPlan.of("onnx:" + folder.resolve("absent"), InputKind.table(), 2);
    assertThatThrownBy(() -> EncoderPlan.make(absent, new Seed(1)))
        .isInstanceOf(CoterieException.class)
        .hasMessageContaining("There is no file");
    Path text = Files.writeString(folder.resolve("text"), "no network");
    EncoderPlan wrong = EncoderPlan.of("onnx:" + text, InputKind.table(), 2);
    assertThatThrownBy(() -> EncoderPlan.make(wrong, new Seed(1)))
        .isInstanceOf(CoterieException.class)
        .hasMessageContaining("cannot embed these records");
    EncoderPlan shape = EncoderPlan.of("onnx:" + network(), InputKind.table(), 3);
    assertThatThrownBy(() -> EncoderPlan.make(shape, new Seed(1)))
        .isInstanceOf(CoterieException.class)
        .hasMessageContaining("for table");
  }

  /** Writes the network y = x W, of images of 1 x 2 pixels and with W = (1 2 3; 4 5 6). */
  private Path network() throws IOException {
    Matrix weights = Matrix.over(2, 3, new double[] {1, 2, 3, 4, 5, 6});
    return OnnxFiles.linear(folder.resolve("network.onnx"), weights, 1, 1, 2);
  }
}
