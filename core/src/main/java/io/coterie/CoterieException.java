package io.coterie;

import java.util.Objects;

/**
 * Something a user can meet and mend: a bad file, a lost site, a spent budget. The message states
 * what is wrong, the limit, and what to do, and never echoes a record's content.
 */
public final class CoterieException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final ErrorCode code;

  public CoterieException(ErrorCode code, String message) {
    super(message);
    this.code = Objects.requireNonNull(code, "code is null");
  }

  public CoterieException(ErrorCode code, String message, Throwable cause) {
    super(message, cause);
    this.code = Objects.requireNonNull(code, "code is null");
  }

  /** A file or a table that cannot be used as it is. */
  public static CoterieException badData(String message) {
    return new CoterieException(ErrorCode.BAD_DATA, message);
  }

  /** An option that is unknown, missing or contradicts another. */
  public static CoterieException usage(String message) {
    return new CoterieException(ErrorCode.USAGE, message);
  }

  /** A question that the site refuses: it is no part of what its owner agreed to. */
  public static CoterieException notAgreed(String message) {
    return new CoterieException(ErrorCode.NOT_AGREED, message);
  }

  public ErrorCode code() {
    return code;
  }
}
