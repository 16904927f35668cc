package io.coterie.bench.speed;

import io.coterie.CoterieException;
import io.coterie.ErrorCode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;

/**
 * A process that has run to its end while its counters were watched.
 *
 * <p>CPU time is what the kernel adds to this process's ended children, which is exact as long as
 * no other child ends meanwhile; elsewhere than on Linux it is the last reading before the end.
 * Memory is the high-water mark at the last reading, so a peak within the last moments is missed.
 *
 * @param exitCode zero if all went well
 * @param cost from start to end
 * @param out what it printed
 * @param err what it complained of
 */
record MeasuredProcess(int exitCode, ProcessCost cost, String out, String err) {
  private static final long POLL_MILLISECONDS = 50;

  /** Runs a command to its end; its two streams go through files of the folder. */
  static MeasuredProcess run(ProcessBuilder command, Path folder) {
    Path out = folder.resolve("out.txt");
    Path err = folder.resolve("err.txt");
    command.redirectOutput(out.toFile()).redirectError(err.toFile());
    try {
      OptionalDouble before = LinuxCounts.childrenCpuSeconds();
      long start = System.nanoTime();
      Process process = command.start();
      process.getOutputStream().close();
      Readings readings = watch(process);
      double wall = (System.nanoTime() - start) / 1e9;
      ProcessCost cost = new ProcessCost(readings.cpuSince(before), wall, readings.peak);
      return new MeasuredProcess(process.exitValue(), cost, text(out), text(err));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Readings watch(Process process) {
    Thread atExit = new Thread(process::destroyForcibly, "end of a measured process");
    Runtime.getRuntime().addShutdownHook(atExit); // nobody would wait for its result
    Readings readings = new Readings();
    try {
      do {
        readings.take(process);
      } while (!process.waitFor(POLL_MILLISECONDS, TimeUnit.MILLISECONDS));
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
      throw new CoterieException(ErrorCode.INTERNAL, "The measurement was interrupted.", e);
    } finally {
      forget(atExit);
    }
    return readings;
  }

  private static void forget(Thread atExit) {
    try {
      boolean unused = Runtime.getRuntime().removeShutdownHook(atExit);
    } catch (IllegalStateException e) {
      // This process is ending, and the thread does its work.
    }
  }

  private static String text(Path file) throws IOException {
    return new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
  }

  /** The largest values seen so far. */
  private static final class Readings {
    private double cpuSeconds;
    private OptionalLong peak = OptionalLong.empty();

    void take(Process process) {
      cpuSeconds =
          Math.max(cpuSeconds, seconds(process.info().totalCpuDuration().orElse(Duration.ZERO)));
      OptionalLong now = LinuxCounts.peakBytes(process.pid());
      if (now.orElse(0) > peak.orElse(0)) {
        peak = now;
      }
    }

    double cpuSince(OptionalDouble before) {
      OptionalDouble after = LinuxCounts.childrenCpuSeconds();
      double counted =
          before.isPresent() && after.isPresent()
              ? after.getAsDouble() - before.getAsDouble()
              : cpuSeconds;
      return Math.max(counted, cpuSeconds);
    }

    private static double seconds(Duration time) {
      return time.toNanos() / 1e9;
    }
  }
}
