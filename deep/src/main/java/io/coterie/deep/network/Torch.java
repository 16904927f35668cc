package io.coterie.deep.network;

import ai.djl.Device;
import ai.djl.engine.Engine;
import ai.djl.engine.StandardCapabilities;
import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.NDScope;
import ai.djl.ndarray.types.DataType;
import ai.djl.pytorch.engine.PtNDArray;
import ai.djl.pytorch.jni.JniUtils;
import io.coterie.CoterieException;
import io.coterie.method.NetworkEngine;
import java.util.function.Supplier;

/**
 * The one door to PyTorch: loads it without a network, and keeps its threads few.
 *
 * <p>Each encoder computes on one thread, and sites train side by side; so the bits do not depend
 * on how many of them do. More threads for one encoder would change the order of sums, hence the
 * last bits. OpenMP's idle threads spin unless the environment variable {@code OMP_WAIT_POLICY} is
 * {@code passive}; a process cannot set that for itself, its launcher can.
 *
 * <p>Thread-safe.
 */
public final class Torch {
  /** Threads of one encoder; sites train side by side. */
  static final int THREADS = 1;

  private static volatile NetworkEngine.Device wanted = NetworkEngine.Device.AUTO;

  private Torch() {}

  /** Says where encoders that are made from here on compute. */
  public static void use(NetworkEngine.Device device) {
    if (device == NetworkEngine.Device.GPU && !Loaded.HAS_GPU) {
      throw CoterieException.usage(
          ("--device is gpu, but there is none for networks: PyTorch %s here is %s. Say --device cpu"
                  + " or auto, or see docs/deploy.md for the libraries that a GPU needs.")
              .formatted(
                  Loaded.ENGINE.getVersion(),
                  Loaded.HAS_CUDA
                      ? "built for CUDA, and CUDA found no GPU (is its driver loaded?)"
                      : "built without CUDA"));
    }
    wanted = device;
  }

  private static Device device() {
    boolean isGpu = wanted != NetworkEngine.Device.CPU && Loaded.HAS_GPU;
    return isGpu ? Device.gpu(0) : Device.cpu();
  }

  /** Returns what computes, for example "PyTorch 2.7.1 on CPU, 1 thread per site". */
  public static String description() {
    return "PyTorch %s on %s, %d thread per site"
        .formatted(Loaded.ENGINE.getVersion(), device().isGpu() ? "GPU" : "CPU", THREADS);
  }

  /** Returns an owner of arrays on the chosen device, which gives them back when it is closed. */
  static NDManager newManager() {
    return Loaded.ENGINE.newBaseManager(device());
  }

  /** Computes something that is no array; the arrays made on the way are given back. */
  static <T> T compute(Supplier<T> work) {
    Loaded.ENGINE.getVersion();
    // OpenMP counts threads per calling thread.
    JniUtils.setNumThreads(THREADS);
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
    static final boolean HAS_CUDA = ENGINE.hasCapability(StandardCapabilities.CUDA);
    static final boolean HAS_GPU = HAS_CUDA && ENGINE.getGpuCount() > 0;

    private static Engine load() {
      // Nothing is fetched, and nobody is told that somebody runs this.
      System.setProperty("ai.djl.offline", "true");
      System.setProperty("OPT_OUT_TRACKING", "true");
      System.setProperty("ai.djl.pytorch.num_interop_threads", "1");
      System.setProperty("ai.djl.pytorch.num_threads", Integer.toString(THREADS));
      return Engine.getEngine("PyTorch");
    }
  }
}
