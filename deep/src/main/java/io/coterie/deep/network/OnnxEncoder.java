package io.coterie.deep.network;

import ai.onnxruntime.NodeInfo;
import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession;
import ai.onnxruntime.TensorInfo;
import io.coterie.CoterieException;
import io.coterie.ErrorCode;
import io.coterie.math.Matrix;
import io.coterie.plan.InputKind;
import java.nio.FloatBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/**
 * A frozen network that the user brings as an ONNX file. It has one input of floats: of the shape
 * that the file says where that has as many values as a record, else (records, channels, height,
 * width) for images and (records, values) otherwise. Its first output, flattened, is the embedded
 * record.
 *
 * <p>Not thread-safe.
 */
final class OnnxEncoder implements Encoder {
  private static final int ROWS = 256;

  private final OrtEnvironment environment;
  private final OrtSession session;
  private final String input;
  private final long[] shape;
  private final int inputs;
  private final int rows;
  private final int dimension;

  private OnnxEncoder(OrtEnvironment environment, OrtSession session, EncoderPlan plan)
      throws OrtException {
    this.environment = environment;
    this.session = session;
    this.inputs = plan.inputs();
    if (session.getNumInputs() != 1) {
      throw CoterieException.badData(
          "The ONNX network has %d inputs; it must have one.".formatted(session.getNumInputs()));
    }
    NodeInfo node = session.getInputInfo().values().iterator().next();
    this.input = node.getName();
    long[] said = node.getInfo() instanceof TensorInfo tensor ? tensor.getShape() : new long[0];
    this.shape = isWhole(said, plan.inputs()) ? said.clone() : shapeOf(plan);
    this.rows = isSingle(said) ? 1 : ROWS;
    this.dimension = run(new float[inputs], 1).length;
  }

  // Whatever the records are called, a file that takes as many values knows their shape best; so
  // colour images may come as vectors.
  private static boolean isWhole(long[] shape, int inputs) {
    long values = 1;
    for (int i = 1; i < shape.length; i++) {
      values *= shape[i];
    }
    return shape.length > 1 && values == inputs;
  }

  private static long[] shapeOf(EncoderPlan plan) {
    return plan.input() instanceof InputKind.Image image
        ? new long[] {1, plan.channels(), image.height(), image.width()}
        : new long[] {1, plan.inputs()};
  }

  // Some files are exported for one record at a time.
  private static boolean isSingle(long[] shape) {
    return shape.length > 0 && shape[0] == 1;
  }

  static String version() {
    return OrtEnvironment.getEnvironment().getVersion();
  }

  static OnnxEncoder open(EncoderPlan plan) {
    Path file = Path.of(plan.kind().substring(EncoderPlan.ONNX.length()));
    if (!Files.isRegularFile(file)) {
      throw CoterieException.badData(
          "There is no file %s; onnx: must be followed by the path of an ONNX network."
              .formatted(file));
    }
    OrtEnvironment environment = OrtEnvironment.getEnvironment();
    try (OrtSession.SessionOptions options = new OrtSession.SessionOptions()) {
      environment.setTelemetry(false);
      options.setIntraOpNumThreads(Torch.THREADS);
      options.setInterOpNumThreads(1);
      OrtSession session = environment.createSession(file.toString(), options);
      try {
        return new OnnxEncoder(environment, session, plan);
      } catch (OrtException | CoterieException e) {
        session.close();
        throw e;
      }
    } catch (OrtException e) {
      throw new CoterieException(
          ErrorCode.BAD_DATA,
          "%s cannot embed these records: %s. It must be an ONNX network for %s."
              .formatted(file, e.getMessage(), plan.input()),
          e);
    }
  }

  private float[] run(float[] batch, int count) throws OrtException {
    long[] batchShape = shape.clone();
    batchShape[0] = count;
    try (OnnxTensor tensor =
            OnnxTensor.createTensor(environment, FloatBuffer.wrap(batch), batchShape);
        OrtSession.Result result = session.run(Map.of(input, tensor))) {
      if (result.get(0) instanceof OnnxTensor output) {
        FloatBuffer values = output.getFloatBuffer();
        if (values != null) {
          float[] points = new float[values.remaining()];
          values.get(points);
          return points;
        }
      }
      throw CoterieException.badData("The first output of the ONNX network holds no floats.");
    }
  }

  @Override
  public int dimension() {
    return dimension;
  }

  @Override
  public Matrix embed(Matrix records) {
    Batches.check(records, inputs, false);
    return Batches.through(records, rows, dimension, this::embedded);
  }

  private float[] embedded(float[] batch, int count) {
    try {
      float[] values = run(batch, count);
      if (values.length == count * dimension) {
        return values;
      }
      throw CoterieException.badData(
          "The ONNX network gives %d values for %d records, but %d for one."
              .formatted(values.length, count, dimension));
    } catch (OrtException e) {
      throw new CoterieException(
          ErrorCode.BAD_DATA, "The ONNX network failed: " + e.getMessage(), e);
    }
  }

  @Override
  public void close() {
    try {
      session.close();
    } catch (OrtException e) {
      throw new IllegalStateException(e);
    }
  }
}
