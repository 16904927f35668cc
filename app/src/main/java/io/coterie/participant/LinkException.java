package io.coterie.participant;

/** The coordinator cannot be reached just now; what was tried may be tried again. */
public final class LinkException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  LinkException(String message, Throwable cause) {
    super(message, cause);
  }
}
