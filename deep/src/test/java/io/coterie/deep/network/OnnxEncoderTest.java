package io.coterie.deep.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import com.google.protobuf.CodedOutputStream;
import io.coterie.CoterieException;
import io.coterie.math.Matrix;
import io.coterie.math.Seed;
import io.coterie.protocol.InputKind;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
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
    EncoderPlan shape = EncoderPlan.of("onnx:" + network(), InputKind.table(), 2);
    assertThatThrownBy(() -> EncoderPlan.make(shape, new Seed(1)))
        .isInstanceOf(CoterieException.class)
        .hasMessageContaining("for table");
  }

  /** Writes the network y = x W, of images of 1 x 2 pixels and with W = (1 2 3; 4 5 6). */
  private Path network() throws IOException {
    byte[] model =
        message(
            out -> {
              out.writeInt64(1, 8); // ir_version
              out.writeByteArray(8, message(set -> set.writeInt64(2, 13))); // opset_import
              out.writeByteArray(7, graph());
            });
    return Files.write(folder.resolve("network.onnx"), model);
  }

  private static byte[] graph() {
    return message(
        out -> {
          out.writeByteArray(
              1,
              message(
                  node -> {
                    node.writeString(1, "x");
                    node.writeString(1, "w");
                    node.writeString(2, "y");
                    node.writeString(4, "MatMul");
                  }));
          out.writeString(2, "graph");
          out.writeByteArray(5, weights());
          out.writeByteArray(11, value("x", 1, 1, 2));
          out.writeByteArray(12, value("y", 1, 1, 3));
        });
  }

  private static byte[] weights() {
    ByteBuffer values = ByteBuffer.allocate(24).order(ByteOrder.LITTLE_ENDIAN);
    for (int i = 1; i <= 6; i++) {
      values.putFloat(i);
    }
    return message(
        out -> {
          out.writeInt64(1, 2);
          out.writeInt64(1, 3);
          out.writeInt32(2, 1); // floats
          out.writeString(8, "w");
          out.writeBytes(9, ByteString.copyFrom(values.array()));
        });
  }

  private static byte[] value(String name, long... sides) {
    byte[] shape =
        message(
            out -> {
              out.writeByteArray(1, message(side -> side.writeString(2, "records")));
              for (long size : sides) {
                out.writeByteArray(1, message(side -> side.writeInt64(1, size)));
              }
            });
    byte[] tensor =
        message(
            out -> {
              out.writeInt32(1, 1); // floats
              out.writeByteArray(2, shape);
            });
    return message(
        out -> {
          out.writeBytes(1, ByteString.copyFrom(name, StandardCharsets.UTF_8));
          out.writeByteArray(2, message(type -> type.writeByteArray(1, tensor)));
        });
  }

  private static byte[] message(Writer writer) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    CodedOutputStream out = CodedOutputStream.newInstance(bytes);
    try {
      writer.write(out);
      out.flush();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  /** Writes the fields of one protobuf message. */
  private interface Writer {
    void write(CodedOutputStream out) throws IOException;
  }
}
