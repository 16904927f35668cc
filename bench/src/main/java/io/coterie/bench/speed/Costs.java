package io.coterie.bench.speed;

import java.util.OptionalDouble;

/**
 * What a contender cost.
 *
 * @param process all of it, with start-up, imports and reading
 * @param stepCpuSeconds CPU time of the step itself, as the contender tells
 * @param stepWallSeconds of the step by the clock
 */
record Costs(ProcessCost process, OptionalDouble stepCpuSeconds, OptionalDouble stepWallSeconds) {
  static Costs ofWhole(ProcessCost process) {
    return new Costs(process, OptionalDouble.empty(), OptionalDouble.empty());
  }

  /** Returns the CPU time that is compared: of the step, or where nobody tells of the process. */
  double cpuSeconds() {
    return stepCpuSeconds.orElse(process.cpuSeconds());
  }
}
