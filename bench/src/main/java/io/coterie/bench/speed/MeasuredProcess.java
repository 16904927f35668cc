package io.coterie.bench.speed;

import io.coterie.CoterieException;
import io.coterie.ErrorCode;
import io.coterie.bench.speed.Row.Costs;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;

/**
 * A process that has run to its end while its counters were watched.
 *
 * <p>CPU time is what the kernel adds to this process's ended children, which is exact as long as
 * no other child ends meanwhile; elsewhere than on Linux it is the last reading before the end.
 * Memory is the high-water mark at the last reading, so a peak within the last moments is missed.
 */
record MeasuredProcess(int exitCode, Costs costs, String out, String err) {
  private static final long POLL_MILLISECONDS = 50;

  /** Of /proc/PID/stat, in seconds; the same on every machine that Java runs on. */
  private static final double TICK = 0.01;

  /** The place of cutime after the process's name, which is in brackets; cstime is the next. */
  private static final int CHILDREN_USER = 13;

  /** Runs a command to its end; its two streams go through files of the folder. */
  static MeasuredProcess run(ProcessBuilder command, Path folder) {
    Path out = folder.resolve("out.txt");
    Path err = folder.resolve("err.txt");
    command.redirectOutput(out.toFile()).redirectError(err.toFile());
    try {
      double before = childrenCpuSeconds(proc("self/stat"));
      long start = System.nanoTime();
      Process process = command.start();
      process.getOutputStream().close();
      Readings readings = watch(process);
      double wall = (System.nanoTime() - start) / 1e9;
      double counted = childrenCpuSeconds(proc("self/stat")) - before;
      return new MeasuredProcess(
          process.exitValue(),
          Costs.ofProcess(Math.max(counted, readings.cpuSeconds), wall, readings.peak),
          text(out),
          text(err));
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
      boolean unused = Scratch.forget(atExit);
    }
    return readings;
  }

  private static String text(Path file) throws IOException {
    return new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
  }

  /** Returns what Linux counts of a process, or an empty text on other systems. */
  private static String proc(String file) {
    try {
      return Files.readString(Path.of("/proc", file), StandardCharsets.ISO_8859_1);
    } catch (IOException e) {
      return ""; // another system, or the process has ended
    }
  }

  /** Returns the CPU time of all ended children, of the text of /proc/PID/stat. */
  static double childrenCpuSeconds(String stat) {
    if (stat.isEmpty()) {
      return 0;
    }
    String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
    return TICK
        * (Long.parseLong(fields[CHILDREN_USER]) + Long.parseLong(fields[CHILDREN_USER + 1]));
  }

  /** Returns the largest resident set so far, of the text of /proc/PID/status. */
  static OptionalLong peakBytes(String status) {
    return status
        .lines()
        .filter(line -> line.startsWith("VmHWM:"))
        .mapToLong(line -> 1024 * Long.parseLong(line.replaceAll("\\D", "")))
        .findFirst();
  }

  private static final class Readings {
    private double cpuSeconds;
    private OptionalLong peak = OptionalLong.empty();

    void take(Process process) {
      Duration cpu = process.info().totalCpuDuration().orElse(Duration.ZERO);
      cpuSeconds = Math.max(cpuSeconds, cpu.toNanos() / 1e9);
      OptionalLong now = peakBytes(proc("%d/status".formatted(process.pid())));
      if (now.orElse(0) > peak.orElse(0)) {
        peak = now;
      }
    }
  }
}
