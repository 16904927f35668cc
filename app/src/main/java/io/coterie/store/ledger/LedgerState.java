package io.coterie.store.ledger;

import io.coterie.privacy.LedgerEntry;
import io.coterie.privacy.PrivacyBudget;
import io.coterie.privacy.PrivacyLoss;
import java.util.List;
import java.util.Optional;

/**
 * What a ledger says.
 *
 * @param lines in the order written
 * @param unfinished whether a crash left a part of a line at the end; nothing was sent for it
 */
public record LedgerState(List<LedgerLine> lines, boolean unfinished) {
  public LedgerState {
    lines = List.copyOf(lines);
  }

  /** Returns the cost of all releases; one that was charged counts, sent or not. */
  public PrivacyLoss spent() {
    PrivacyLoss spent = PrivacyLoss.none();
    for (LedgerLine line : lines) {
      spent = spent.plus(line.charge().map(LedgerEntry::loss).orElse(PrivacyLoss.none()));
    }
    return spent;
  }

  /**
   * Whether a draw of noise was charged, in the last round that its study has charged anything for.
   */
  boolean endsWith(LedgerEntry entry) {
    boolean found = false;
    if (entry.draw().isEmpty()) {
      return false;
    }
    for (LedgerLine line : lines) {
      LedgerEntry charge = line.charge().orElse(null);
      if (charge != null && charge.study().equals(entry.study())) {
        found = charge.equals(entry) || (found && charge.round() == entry.round());
      }
    }
    return found;
  }

  /** Returns the limit that was set last, if any. */
  public Optional<PrivacyBudget> budget() {
    return lines.stream().flatMap(line -> line.budget().stream()).reduce((first, last) -> last);
  }
}
