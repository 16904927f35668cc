package io.coterie.store.journal;

import java.sql.SQLException;

/**
 * The connection to the journal's database was lost. It is made again by itself; what was asked of
 * the journal in the meantime has to be asked again.
 */
public final class LostJournalException extends SQLException {
  private static final long serialVersionUID = 1L;

  LostJournalException(SQLException cause) {
    super(cause);
  }

  public static boolean isCauseOf(Throwable problem) {
    for (Throwable cause = problem; cause != null; cause = cause.getCause()) {
      if (cause instanceof LostJournalException) {
        return true;
      }
    }
    return false;
  }
}
