package io.coterie.coordinator;

import static java.util.Objects.requireNonNull;

/**
 * How a study ends.
 *
 * @param phase a terminal one
 * @param reason in words, for the operator and the sites
 */
record StudyEnd(Phase phase, String reason) {
  StudyEnd {
    requireNonNull(reason, "reason is null");
    if (!phase.isTerminal()) {
      throw new IllegalArgumentException("No study ends as %s.".formatted(phase.word()));
    }
  }
}
