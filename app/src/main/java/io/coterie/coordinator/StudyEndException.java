package io.coterie.coordinator;

import static java.util.Objects.requireNonNull;

import io.coterie.CoterieException;
import io.coterie.ErrorCode;

/** Ends a study without an answer. */
final class StudyEndException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient StudyEnd end;

  StudyEndException(StudyEnd end) {
    super(end.reason());
    this.end = requireNonNull(end, "end is null");
  }

  static StudyEndException failed(String reason) {
    return new StudyEndException(new StudyEnd(Phase.FAILED, reason));
  }

  StudyEnd end() {
    return end;
  }

  CoterieException told() {
    return new CoterieException(ErrorCode.NETWORK, getMessage(), this);
  }
}
