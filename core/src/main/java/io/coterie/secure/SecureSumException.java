package io.coterie.secure;

import static java.util.Objects.requireNonNull;

import io.coterie.ErrorCode;

/**
 * A message of a secure sum that is refused, or a sum that cannot be finished. The message of the
 * exception names sites and steps, never a value of a vector, a key or a share.
 */
public final class SecureSumException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** Why a message is refused. */
  public enum Reason {
    /** Fewer sites than the threshold are left. */
    TOO_FEW_SITES,
    /** The step is over, has not begun, or the sum was given up: nothing more is answered. */
    OUT_OF_STEP,
    /** The message belongs to another study, round or attempt. */
    OTHER_SUM,
    /** A site that the study did not agree on, or that has no part in this step. */
    STRANGER,
    /** A signature that is not the named site's. */
    FORGED,
    /** Two statements that cannot both be true, such as a roster that names a site twice. */
    CONTRADICTION,
    /** Shares that were changed on their way, or do not give the secret that was committed to. */
    WRONG_SHARE
  }

  private final Reason reason;

  SecureSumException(Reason reason, String message) {
    super(message);
    this.reason = requireNonNull(reason, "reason is null");
  }

  public Reason reason() {
    return reason;
  }

  /**
   * Returns the kind of trouble: sites that were lost, or a round that is over, are a matter of the
   * network; a message that cannot be believed is bad data.
   */
  public ErrorCode code() {
    return switch (reason) {
      case TOO_FEW_SITES, OUT_OF_STEP -> ErrorCode.NETWORK;
      case OTHER_SUM, STRANGER, FORGED, CONTRADICTION, WRONG_SHARE -> ErrorCode.BAD_DATA;
    };
  }
}
