package io.coterie.store.ledger;

import java.nio.file.Path;
import java.time.Clock;

/** Ledgers whose clock can be set, for tests of other packages. */
public final class ClockedLedgers {
  private ClockedLedgers() {}

  public static LedgerFolder in(Path folder, Clock clock) {
    return new LedgerFolder(folder, clock);
  }
}
