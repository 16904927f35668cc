package io.coterie.deep.network;

import java.nio.ByteBuffer;
import java.nio.FloatBuffer;
import java.util.Optional;

/**
 * Where a training stands after a pass, as bytes: what goes on from here ends in the same weights,
 * to the bit. After the last pass Adam's memory is not needed any more, so it is left out.
 *
 * @param passes that are done
 * @param steps over all passes
 * @param loss of the last pass
 */
record PassState(int passes, int steps, double loss) {
  private static final int FORMAT = 0x43501;
  private static final int HEADER = 5 * Integer.BYTES + Double.BYTES;

  static final PassState START = new PassState(0, 0, 0);

  byte[] with(Parameters parameters, boolean isLast) {
    float[] weights = parameters.toArray();
    float[] memory = isLast ? new float[0] : parameters.memory();
    ByteBuffer bytes =
        ByteBuffer.allocate(HEADER + (weights.length + memory.length) * Float.BYTES)
            .putInt(FORMAT)
            .putInt(passes)
            .putInt(steps)
            .putDouble(loss)
            .putInt(weights.length)
            .putInt(memory.length);
    bytes.asFloatBuffer().put(weights).put(memory);
    return bytes.array();
  }

  /** Takes a state over into the parameters, unless it is not one of theirs. */
  static Optional<PassState> restore(byte[] kept, Parameters parameters) {
    ByteBuffer bytes = ByteBuffer.wrap(kept);
    if (kept.length < HEADER || bytes.getInt() != FORMAT) {
      return Optional.empty();
    }
    PassState state = new PassState(bytes.getInt(), bytes.getInt(), bytes.getDouble());
    int weights = bytes.getInt();
    int memory = bytes.getInt();
    boolean fits =
        weights == parameters.size()
            && (memory == 0 || memory == 2 * weights)
            && kept.length == HEADER + (weights + memory) * Float.BYTES;
    if (!fits) {
      return Optional.empty();
    }
    FloatBuffer values = bytes.asFloatBuffer();
    parameters.load(next(values, weights));
    if (memory > 0) {
      parameters.remember(next(values, memory), state.steps);
    }
    return Optional.of(state);
  }

  private static float[] next(FloatBuffer values, int count) {
    float[] taken = new float[count];
    values.get(taken);
    return taken;
  }
}
