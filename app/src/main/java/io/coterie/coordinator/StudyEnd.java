package io.coterie.coordinator;

import static java.util.Objects.requireNonNull;

/**
 * How a study ends.
 *
 * @param phase a terminal one
 * @param reason in words, for the operator
 * @param told what the sites get to read; the operator's paths and addresses are not for them
 */
record StudyEnd(Phase phase, String reason, String told) {
  StudyEnd {
    requireNonNull(reason, "reason is null");
    requireNonNull(told, "told is null");
    if (!phase.isTerminal()) {
      throw new IllegalArgumentException("No study ends as %s.".formatted(phase.word()));
    }
  }

  /** An end of which sites and operator read the same. */
  StudyEnd(Phase phase, String reason) {
    this(phase, reason, reason);
  }
}
