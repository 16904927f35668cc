package io.coterie.deep.network;

import ai.djl.engine.Engine;
import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.NDScope;
import ai.djl.ndarray.types.DataType;
import ai.djl.pytorch.engine.PtNDArray;
import ai.djl.pytorch.jni.JniUtils;
import java.util.function.Supplier;

/**
 * The one door to PyTorch: loads it without a network, and keeps its threads few.
 *
 * <p>Each encoder computes on one thread unless told otherwise, and sites train side by side; so
 * the bits do not depend on how many of them do. More threads for one encoder change the order of
 * sums, hence the last bits. OpenMP's idle threads spin unless the environment variable {@code
 * OMP_WAIT_POLICY} is {@code passive}; a process cannot set that for itself, its launcher can.
 *
 * <p>Thread-safe.
 */
public final class Torch {
  private static volatile int threads = 1;

  private Torch() {}

  /** Sets how many threads one encoder may compute on; 1 unless called. */
  public static void useThreads(int count) {
    if (count < 1 || count > 1024) {
      throw new IllegalArgumentException(
          "threads is %d; it must be from 1 to 1024.".formatted(count));
    }
    threads = count;
  }

  static int threads() {
    return threads;
  }

  /** Returns what computes, for example "PyTorch 2.7.1 on cpu(), 1 thread". */
  public static String description() {
    Engine engine = Loaded.ENGINE;
    return "PyTorch %s on %s, %d thread%s"
        .formatted(engine.getVersion(), engine.defaultDevice(), threads, threads == 1 ? "" : "s");
  }

  /** Returns an owner of arrays, which gives them back when it is closed. */
  static NDManager newManager() {
    return Loaded.ENGINE.newBaseManager();
  }

  /** Computes something that is no array; the arrays made on the way are given back. */
  static <T> T compute(Supplier<T> work) {
    Loaded.ENGINE.getVersion();
    // OpenMP counts threads per calling thread.
    JniUtils.setNumThreads(threads);
    JniUtils.setGradMode(false); // a thread that PyTorch has not seen starts with gradients
    NDScope scope = new NDScope();
    try {
      return work.get();
    } finally {
      scope.close();
    }
  }

  /**
   * Computes a loss, adds its gradients to those of the parameters, and returns its value. DJL's
   * own collector allows one training at a time in the whole process; PyTorch does not mind, since
   * the mode belongs to the thread and so does a backward pass on the CPU.
   */
  static double addGradients(Supplier<NDArray> work) {
    return compute(
        () -> {
          JniUtils.setGradMode(true);
          try {
            PtNDArray loss = (PtNDArray) work.get();
            JniUtils.backward(loss, (PtNDArray) loss.onesLike(), false, false);
            return loss.toType(DataType.FLOAT64, false).getDouble();
          } finally {
            JniUtils.setGradMode(false);
          }
        });
  }

  /**
   * Returns an array times a number. In a loss, {@code array.mul(number)} is wrong now and then:
   * DJL gives the number's memory back at once, and the backward pass still reads it.
   */
  static NDArray scaled(NDArray array, double factor) {
    return array.mul(array.getManager().create((float) factor));
  }

  private static final class Loaded {
    static final Engine ENGINE = load();

    private static Engine load() {
      // Nothing is fetched, and nobody is told that somebody runs this.
      System.setProperty("ai.djl.offline", "true");
      System.setProperty("OPT_OUT_TRACKING", "true");
      System.setProperty("ai.djl.pytorch.num_interop_threads", "1");
      System.setProperty("ai.djl.pytorch.num_threads", Integer.toString(threads));
      return Engine.getEngine("PyTorch");
    }
  }
}
