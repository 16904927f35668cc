package io.coterie.bench.speed;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/** What Linux counts of processes, in its folder /proc; empty on other systems. */
final class LinuxCounts {
  /** Of /proc/PID/stat, in seconds; the same on every machine that Java runs on. */
  private static final double TICK = 0.01;

  /** The place of cutime after the process's name, which is in brackets. */
  private static final int CHILDREN_USER = 13;

  private static final int CHILDREN_SYSTEM = 14;

  private LinuxCounts() {}

  /** Returns the CPU time of all children of this process that have ended. */
  static OptionalDouble childrenCpuSeconds() {
    String stat = text(Path.of("/proc/self/stat"));
    return stat.isEmpty() ? OptionalDouble.empty() : OptionalDouble.of(childrenCpuSeconds(stat));
  }

  static double childrenCpuSeconds(String stat) {
    String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
    return TICK * (Long.parseLong(fields[CHILDREN_USER]) + Long.parseLong(fields[CHILDREN_SYSTEM]));
  }

  /** Returns the largest resident set that a process has had so far. */
  static OptionalLong peakBytes(long process) {
    return peakBytes(text(Path.of("/proc/%d/status".formatted(process))));
  }

  static OptionalLong peakBytes(String status) {
    return status
        .lines()
        .filter(line -> line.startsWith("VmHWM:"))
        .mapToLong(line -> 1024 * Long.parseLong(line.replaceAll("\\D", "")))
        .findFirst();
  }

  private static String text(Path file) {
    try {
      return Files.readString(file, StandardCharsets.ISO_8859_1);
    } catch (IOException e) {
      return ""; // another system, or the process has ended
    }
  }
}
