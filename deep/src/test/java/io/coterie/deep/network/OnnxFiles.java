package io.coterie.deep.network;

import com.google.protobuf.ByteString;
import com.google.protobuf.CodedOutputStream;
import io.coterie.math.Matrix;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** Writes small ONNX networks. */
public final class OnnxFiles {
  private OnnxFiles() {}

  /**
   * Writes the network y = x W, over the last side of its input.
   *
   * @param sides of one record
   */
  public static Path linear(Path file, Matrix weights, long... sides) throws IOException {
    byte[] model =
        message(
            out -> {
              out.writeInt64(1, 8); // ir_version
              out.writeByteArray(8, message(set -> set.writeInt64(2, 13))); // opset_import
              out.writeByteArray(7, graph(weights, sides));
            });
    return Files.write(file, model);
  }

  private static byte[] graph(Matrix weights, long... sides) {
    long[] outputs = sides.clone();
    outputs[sides.length - 1] = weights.columns();
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
          out.writeByteArray(5, tensor(weights));
          out.writeByteArray(11, value("x", sides));
          out.writeByteArray(12, value("y", outputs));
        });
  }

  private static byte[] tensor(Matrix weights) {
    ByteBuffer values =
        ByteBuffer.allocate(4 * weights.rows() * weights.columns()).order(ByteOrder.LITTLE_ENDIAN);
    for (double weight : weights.array()) {
      values.putFloat((float) weight);
    }
    return message(
        out -> {
          out.writeInt64(1, weights.rows());
          out.writeInt64(1, weights.columns());
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
