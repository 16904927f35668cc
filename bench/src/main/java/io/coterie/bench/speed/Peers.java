package io.coterie.bench.speed;

import java.util.Optional;

/**
 * What a user would pick instead, where there is a Python that has it.
 *
 * @param python the one, if any
 * @param lab where it runs
 */
record Peers(Optional<Python> python, ProcessRunner lab) {
  /** Runs a step of peers.py; without Python it becomes a row that says what to install. */
  Optional<ProcessRunner.Ended> run(String contender, String... words) {
    return python.map(found -> lab.run(contender, found.process(words)));
  }

  static Row missing(String contender) {
    return Row.notMeasured(contender, Python.MISSING);
  }
}
