package io.coterie.store.ledger;

import io.coterie.CoterieException;
import io.coterie.ErrorCode;
import io.coterie.privacy.LedgerEntry;
import io.coterie.privacy.PrivacyLoss;
import java.nio.file.Path;

/** Charges a ledger until its budget is spent: what two processes do at the same time in a test. */
final class LedgerSpender {
  private LedgerSpender() {}

  /** Takes the folder and the source; ends with as many as it charged, or 100 for trouble. */
  public static void main(String[] args) {
    try {
      System.exit(spend(new LedgerFolder(Path.of(args[0])).ledger(args[1])));
    } catch (RuntimeException e) {
      System.exit(100);
    }
  }

  /** Charges 0.5 again and again; returns how often that was allowed. */
  static int spend(LedgerFile ledger) {
    for (int charged = 0; ; charged++) {
      try {
        ledger.charge(new LedgerEntry("race", charged + 1, "counts", new PrivacyLoss(0, 0.5)));
      } catch (CoterieException e) {
        if (e.code() != ErrorCode.BUDGET) {
          throw e;
        }
        return charged;
      }
    }
  }
}
