package io.coterie.bench.speed;

import com.fasterxml.jackson.databind.node.MissingNode;
import java.util.Optional;

/**
 * What a user would pick instead, where there is a Python that has it.
 *
 * @param python the one, if any
 * @param lab where it runs
 */
record Peers(Optional<Python> python, ProcessRunner lab) {
  /** Runs a step of peers.py; without Python its row explains what to install. */
  ProcessRunner.Ended run(String contender, String... words) {
    return python
        .map(found -> lab.run(contender, found.process(words)))
        .orElseGet(
            () ->
                new ProcessRunner.Ended(
                    Row.notMeasured(contender, Python.MISSING), MissingNode.getInstance()));
  }
}
