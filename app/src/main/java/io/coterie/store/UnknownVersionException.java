package io.coterie.store;

/**
 * A file is of a version that this program does not read. The message is a part of a sentence that
 * says so; what to do depends on the file.
 */
public final class UnknownVersionException extends IllegalArgumentException {
  private static final long serialVersionUID = 1;

  public UnknownVersionException(long found, int read) {
    super("it is of version %d, and this Coterie reads version %d".formatted(found, read));
  }
}
