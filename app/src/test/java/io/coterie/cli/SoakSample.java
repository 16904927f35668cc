package io.coterie.cli;

import io.coterie.testing.Await;
import io.grpc.netty.shaded.io.netty.util.internal.PlatformDependent;
import java.io.IOException;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/**
 * What this process holds at a moment.
 *
 * @param seconds since the beginning
 * @param isAtRest whether no study ran but the one that lasts
 * @param studies that have ended so far
 * @param heap bytes that are in use after a collection
 * @param handles open files, sockets and the like
 * @param threads that live
 * @param direct bytes of buffers outside of the heap, Java's own
 * @param netty bytes of buffers outside of the heap, netty's
 * @param files in the folder of the studies
 */
record SoakSample(
    double seconds,
    boolean isAtRest,
    int studies,
    double heap,
    double handles,
    double threads,
    double direct,
    double netty,
    double files) {
  static final String HEADER =
      "seconds\twhen\tstudies\theap_mb\thandles\tthreads\tdirect_mb\tnetty_mb\tfiles";

  private static final double MEGABYTE = 1 << 20;

  /** Clients of HTTP that nobody holds end their thread within three seconds. */
  private static final Duration SETTLED_WITHIN = Duration.ofSeconds(4);

  static SoakSample take(double seconds, boolean isAtRest, int studies, Path folder)
      throws IOException {
    System.gc();
    boolean unused = Await.isMetWithin(() -> !hasHttpClients(), SETTLED_WITHIN);
    System.gc();
    return new SoakSample(
        seconds,
        isAtRest,
        studies,
        ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed() / MEGABYTE,
        entries(Path.of("/proc/self/fd")),
        ManagementFactory.getThreadMXBean().getThreadCount(),
        ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
                .filter(pool -> pool.getName().equals("direct"))
                .mapToLong(BufferPoolMXBean::getMemoryUsed)
                .sum()
            / MEGABYTE,
        PlatformDependent.usedDirectMemory() / MEGABYTE,
        entries(folder));
  }

  private static boolean hasHttpClients() {
    return Thread.getAllStackTraces().keySet().stream()
        .anyMatch(thread -> thread.getName().startsWith("HttpClient"));
  }

  private static long entries(Path folder) throws IOException {
    if (!Files.isDirectory(folder)) {
      return 0; // not on Linux
    }
    try (Stream<Path> all = Files.list(folder)) {
      return all.count();
    }
  }

  /**
   * Returns by how much a quantity grows from the first of the samples to the last, by the line
   * through them with the least squares.
   */
  static double growth(List<SoakSample> samples, ToDoubleFunction<SoakSample> quantity) {
    double meanTime = samples.stream().mapToDouble(SoakSample::seconds).average().orElseThrow();
    double mean = samples.stream().mapToDouble(quantity).average().orElseThrow();
    double products = 0;
    double squares = 0;
    for (SoakSample sample : samples) {
      double time = sample.seconds - meanTime;
      products += time * (quantity.applyAsDouble(sample) - mean);
      squares += time * time;
    }
    double span = samples.get(samples.size() - 1).seconds - samples.get(0).seconds;
    return squares == 0 ? 0 : products / squares * span;
  }

  @Override
  public String toString() {
    return String.format(
        Locale.ROOT,
        "%.0f\t%s\t%d\t%.1f\t%.0f\t%.0f\t%.1f\t%.1f\t%.0f",
        seconds,
        isAtRest ? "rest" : "load",
        studies,
        heap,
        handles,
        threads,
        direct,
        netty,
        files);
  }
}
