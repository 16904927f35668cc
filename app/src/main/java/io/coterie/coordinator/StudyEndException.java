package io.coterie.coordinator;

import static java.util.Objects.requireNonNull;

import io.coterie.CoterieException;
import io.coterie.EnumText;
import io.coterie.ErrorCode;

/** A study that ends without an answer. */
public final class StudyEndException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** How a study ends. */
  public enum How {
    FINISHED,
    FAILED,
    STOPPED,
    /** The coordinator leaves and will come back; sites wait. */
    PAUSED;

    public String word() {
      return EnumText.of(this);
    }
  }

  private final How how;
  private final ErrorCode code;

  StudyEndException(How how, ErrorCode code, String reason) {
    super(reason);
    this.how = requireNonNull(how, "how is null");
    this.code = requireNonNull(code, "code is null");
  }

  static StudyEndException failed(String reason) {
    return new StudyEndException(How.FAILED, ErrorCode.NETWORK, reason);
  }

  public How how() {
    return how;
  }

  /** Returns what the operator is told. */
  CoterieException told() {
    return new CoterieException(code, getMessage(), this);
  }
}
