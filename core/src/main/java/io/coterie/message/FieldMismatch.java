package io.coterie.message;

/**
 * A field is absent, of another kind or of another size than asked for. The message tells names and
 * sizes, never a value, so it may be shown to whoever sent the fields or received them.
 */
public final class FieldMismatch extends IllegalArgumentException {
  private static final long serialVersionUID = 1;

  public FieldMismatch(String message) {
    super(message);
  }
}
