package io.coterie;

import java.util.List;
import java.util.Objects;
import java.util.function.UnaryOperator;

/**
 * Something a user can meet and mend: a bad file, a lost site, a spent budget. The message states
 * what is wrong, the limit, and what to do, and never echoes a record's content.
 */
public final class CoterieException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final ErrorCode code;
  private final String[] lines;

  public CoterieException(ErrorCode code, String message) {
    super(message);
    this.code = Objects.requireNonNull(code, "code is null");
    this.lines = new String[] {message};
  }

  public CoterieException(ErrorCode code, String message, Throwable cause) {
    super(message, cause);
    this.code = Objects.requireNonNull(code, "code is null");
    this.lines = new String[] {message};
  }

  private CoterieException(ErrorCode code, List<String> lines, Throwable cause) {
    super(String.join(" ", lines), cause);
    this.code = code;
    this.lines = lines.toArray(String[]::new);
  }

  /** A file or a table that cannot be used as it is. */
  public static CoterieException badData(String message) {
    return new CoterieException(ErrorCode.BAD_DATA, message);
  }

  /**
   * Several things about a file or a table: first what is wrong with it, then each of them, and
   * last what to do. A screen shows each in a line of its own.
   */
  public static CoterieException badData(List<String> lines) {
    return new CoterieException(ErrorCode.BAD_DATA, lines, null);
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

  /** Returns the message in the lines that a screen shows. */
  public List<String> lines() {
    return List.of(lines);
  }

  /** Returns the same in other words, line by line. */
  public CoterieException reworded(UnaryOperator<String> words) {
    return new CoterieException(code, lines().stream().map(words).toList(), this);
  }
}
