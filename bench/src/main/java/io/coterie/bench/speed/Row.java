package io.coterie.bench.speed;

import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * One contender.
 *
 * @param contender who did what, unique in its table
 * @param costs empty if it was not measured
 * @param scores of its clusters, if it made any
 * @param note what else is to be said, or why it was not measured; may be empty
 */
record Row(String contender, Optional<Costs> costs, Optional<Scores> scores, String note) {
  /**
   * What a contender cost: of the step it was started for, and its process from start to end.
   *
   * @param stepCpuSeconds CPU time of the step, as the contender measures it
   * @param stepWallSeconds of the step by the clock
   * @param cpuSeconds user and system time of all threads, with start-up, imports and reading
   * @param wallSeconds of the process by the clock
   * @param peakBytes its largest resident set, where the system has it
   */
  record Costs(
      OptionalDouble stepCpuSeconds,
      OptionalDouble stepWallSeconds,
      double cpuSeconds,
      double wallSeconds,
      OptionalLong peakBytes) {
    static Costs ofProcess(double cpuSeconds, double wallSeconds, OptionalLong peakBytes) {
      return new Costs(
          OptionalDouble.empty(), OptionalDouble.empty(), cpuSeconds, wallSeconds, peakBytes);
    }

    Costs withStep(double stepCpu, double stepWall) {
      return new Costs(
          OptionalDouble.of(stepCpu),
          OptionalDouble.of(stepWall),
          cpuSeconds,
          wallSeconds,
          peakBytes);
    }

    /** Returns the CPU time of the step, or of the process where it has none. */
    double comparedCpuSeconds() {
      return stepCpuSeconds.orElse(cpuSeconds);
    }
  }

  /** How well clusters agree with the true groups. */
  record Scores(double accuracy, double nmi) {}

  static Row notMeasured(String contender, String reason) {
    return new Row(contender, Optional.empty(), Optional.empty(), "not measured: " + reason);
  }

  Row withScores(double accuracy, double nmi) {
    return new Row(contender, costs, Optional.of(new Scores(accuracy, nmi)), note);
  }

  Row withNote(String other) {
    return new Row(contender, costs, scores, other);
  }
}
