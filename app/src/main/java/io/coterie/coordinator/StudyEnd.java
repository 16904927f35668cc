package io.coterie.coordinator;

import static java.util.Objects.requireNonNull;

/**
 * How a study ends.
 *
 * @param phase a terminal one
 * @param reason in words, for the operator
 * @param told what the sites are told; the operator's paths and addresses are not for them
 */
record StudyEnd(Phase phase, String reason, String told) {
  StudyEnd {
    requireNonNull(reason, "reason is null");
    requireNonNull(told, "told is null");
    if (!phase.isTerminal()) {
      throw new IllegalArgumentException("No study ends as %s.".formatted(phase.word()));
    }
  }

  /** An end of which the sites are told what the operator is. */
  StudyEnd(Phase phase, String reason) {
    this(phase, reason, reason);
  }
}
