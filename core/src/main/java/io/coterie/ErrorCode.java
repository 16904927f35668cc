package io.coterie;

/** The kinds of trouble a user can meet. Each has an exit code and a section in docs/errors.md. */
public enum ErrorCode {
  /** A fault of ours. */
  INTERNAL(1),
  /** An unknown or contradictory option. */
  USAGE(2),
  /** A file that cannot be read, or records that cannot be clustered as they are. */
  BAD_DATA(3),
  /** A peer that cannot be reached or does not answer. */
  NETWORK(4),
  /** The privacy budget does not allow the release. */
  BUDGET(5),
  /** The answer cannot be written. */
  OUTPUT(6),
  /** An attack on a site's own messages found out more than is promised. */
  AUDIT(7),
  /** An audit of a level that promises nothing. */
  NO_GUARANTEE(8),
  /** The coordinator asked for something that the site did not agree to. */
  NOT_AGREED(9),
  /** Fewer groups are found than were asked for as a condition. */
  NO_GROUPS(10);

  private final int exitCode;

  ErrorCode(int exitCode) {
    this.exitCode = exitCode;
  }

  public int exitCode() {
    return exitCode;
  }

  /** Returns the anchor of this error's section in docs/errors.md. */
  public String anchor() {
    return name().toLowerCase(java.util.Locale.ROOT).replace('_', '-');
  }
}
