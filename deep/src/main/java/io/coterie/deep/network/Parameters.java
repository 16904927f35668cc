package io.coterie.deep.network;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.index.NDIndex;
import ai.djl.ndarray.types.Shape;
import io.coterie.math.Seed;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;

/**
 * The parameters of a network in the order in which its layers were made, and Adam (Kingma and Ba,
 * 2015), which moves them.
 *
 * <p>Not thread-safe.
 */
final class Parameters implements AutoCloseable {
  private static final NDIndex EVERYTHING = new NDIndex(":");
  private static final double MEAN_DECAY = 0.9;
  private static final double SQUARE_DECAY = 0.999;
  private static final double SMALLEST = 1e-8;

  private final NDManager manager = Torch.newManager();
  private final List<NDArray> arrays = new ArrayList<>();
  private final List<NDArray> means = new ArrayList<>();
  private final List<NDArray> squares = new ArrayList<>();
  private final SplittableRandom random;
  private final double meanDecay;
  private int steps;

  Parameters(Seed seed) {
    this(seed, MEAN_DECAY);
  }

  /** Makes parameters whose Adam forgets the mean gradient at another pace, Adam's β₁. */
  Parameters(Seed seed, double meanDecay) {
    this.random = seed.child("weights").random();
    this.meanDecay = meanDecay;
  }

  /** Adds an array of values within ± 1/√inputs, as PyTorch does. */
  NDArray uniform(Shape shape, int inputs) {
    float[] values = new float[Math.toIntExact(shape.size())];
    double bound = 1 / Math.sqrt(inputs);
    for (int i = 0; i < values.length; i++) {
      values[i] = (float) random.nextDouble(-bound, bound);
    }
    return add(manager.create(values, shape));
  }

  NDArray ones(Shape shape) {
    return add(manager.ones(shape));
  }

  NDArray zeros(Shape shape) {
    return add(manager.zeros(shape));
  }

  /** Returns an array that lives as long as the parameters and is none of them. */
  NDArray constant(float value, Shape shape) {
    return manager.full(shape, value);
  }

  private NDArray add(NDArray array) {
    array.setRequiresGradient(true);
    arrays.add(array);
    return array;
  }

  /** Says whether a loss leaves gradients here, which start from zero again. */
  void setLearning(boolean learns) {
    arrays.forEach(array -> array.setRequiresGradient(learns));
  }

  float[] toArray() {
    return flat(arrays);
  }

  private static float[] flat(List<NDArray> arrays) {
    float[] all = new float[size(arrays)];
    int at = 0;
    for (NDArray array : arrays) {
      float[] values = array.toFloatArray();
      System.arraycopy(values, 0, all, at, values.length);
      at += values.length;
    }
    return all;
  }

  void load(float[] weights) {
    if (weights.length != size()) {
      throw new IllegalArgumentException(
          "There are %d weights, but the network has %d; they must be of the same plan."
              .formatted(weights.length, size()));
    }
    for (float weight : weights) {
      if (!Float.isFinite(weight)) {
        throw new IllegalArgumentException(
            "A weight is not finite; a training went astray. Lower the learning rate.");
      }
    }
    set(arrays, weights);
  }

  private void set(List<NDArray> targets, float[] source) {
    Torch.compute(
        () -> {
          int at = 0;
          for (NDArray array : targets) {
            int end = at + Math.toIntExact(array.size());
            float[] values = Arrays.copyOfRange(source, at, end);
            array.set(EVERYTHING, manager.create(values, array.getShape()));
            at = end;
          }
          return at;
        });
  }

  int size() {
    return size(arrays);
  }

  private static int size(List<NDArray> arrays) {
    return Math.toIntExact(arrays.stream().mapToLong(NDArray::size).sum());
  }

  /** Forgets what Adam remembers of earlier steps. */
  void restart() {
    forget();
    steps = 0;
    for (NDArray array : arrays) {
      means.add(manager.zeros(array.getShape()));
      squares.add(manager.zeros(array.getShape()));
    }
  }

  /** Returns what Adam remembers: all means, then all squares. */
  float[] memory() {
    return flat(moments());
  }

  /** Takes over what Adam remembered after so many steps. */
  void remember(float[] memory, int stepsDone) {
    set(moments(), memory);
    steps = stepsDone;
  }

  private List<NDArray> moments() {
    return Stream.concat(means.stream(), squares.stream()).toList();
  }

  /** Moves the parameters against their gradients, which are zero afterwards. */
  void step(double learningRate) {
    steps++;
    double meanShare = 1 - Math.pow(meanDecay, steps);
    double squareShare = Math.sqrt(1 - Math.pow(SQUARE_DECAY, steps));
    Torch.compute(
        () -> {
          for (int i = 0; i < arrays.size(); i++) {
            NDArray gradient = arrays.get(i).getGradient();
            NDArray mean = means.get(i).muli(meanDecay).addi(gradient.mul(1 - meanDecay));
            NDArray square =
                squares.get(i).muli(SQUARE_DECAY).addi(gradient.square().muli(1 - SQUARE_DECAY));
            NDArray scale = square.sqrt().divi(squareShare).addi(SMALLEST);
            arrays.get(i).subi(mean.mul(learningRate / meanShare).divi(scale));
            gradient.muli(0);
          }
          return steps;
        });
  }

  /** Gives the memory of Adam back. */
  void forget() {
    means.forEach(NDArray::close);
    squares.forEach(NDArray::close);
    means.clear();
    squares.clear();
  }

  @Override
  public void close() {
    manager.close();
  }
}
