package io.coterie.bench.speed;

import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * What a contender cost: its process from start to end, and of that the step it was started for.
 *
 * @param processCpuSeconds user and system time of all threads, with start-up, imports and reading
 * @param wallSeconds of the process by the clock
 * @param peakBytes its largest resident set, where the system has it
 * @param stepCpuSeconds CPU time of the step, as the contender measures it
 * @param stepWallSeconds of the step by the clock
 */
record Costs(
    double processCpuSeconds,
    double wallSeconds,
    OptionalLong peakBytes,
    OptionalDouble stepCpuSeconds,
    OptionalDouble stepWallSeconds) {
  static Costs ofProcess(double cpuSeconds, double wallSeconds, OptionalLong peakBytes) {
    return new Costs(
        cpuSeconds, wallSeconds, peakBytes, OptionalDouble.empty(), OptionalDouble.empty());
  }

  Costs withStep(double cpuSeconds, double stepSeconds) {
    return new Costs(
        processCpuSeconds,
        wallSeconds,
        peakBytes,
        OptionalDouble.of(cpuSeconds),
        OptionalDouble.of(stepSeconds));
  }

  /** Returns the CPU time that is compared: of the step, or of the process where it has none. */
  double cpuSeconds() {
    return stepCpuSeconds.orElse(processCpuSeconds);
  }
}
