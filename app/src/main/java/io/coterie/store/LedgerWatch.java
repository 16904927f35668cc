package io.coterie.store;

import static java.util.Objects.requireNonNull;

import io.coterie.privacy.Ledger;
import io.coterie.privacy.LedgerEntry;
import io.coterie.privacy.PrivacyLoss;
import io.coterie.privacy.Statement;
import io.coterie.site.PrivacyGate;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Writes every release of a study into a site's ledger before the gate draws its noise. A release
 * that the budget does not allow is not made.
 *
 * <p>Not thread-safe; each study at a site has its own.
 */
public final class LedgerWatch implements PrivacyGate.Watch {
  private final Ledger ledger;
  private final String study;
  private final int recordsPerPerson;
  private int round;

  /**
   * Watches a study.
   *
   * @param ledger of the data source
   * @param study its id
   * @param recordsPerPerson the most records of one person, who is protected as a whole
   */
  public LedgerWatch(Ledger ledger, String study, int recordsPerPerson) {
    this.ledger = requireNonNull(ledger, "ledger is null");
    this.study = requireNonNull(study, "study is null");
    this.recordsPerPerson = recordsPerPerson;
  }

  @Override
  public void before(List<Statement> statements) {
    PrivacyLoss loss =
        statements.stream()
            .map(statement -> statement.mechanism().loss())
            .reduce(PrivacyLoss.none(), PrivacyLoss::plus);
    String release =
        statements.stream()
            .map(statement -> "%s of %d".formatted(statement.block(), statement.entries()))
            .collect(Collectors.joining(", ", statements.get(0).step() + ": ", ""));
    round++;
    ledger.charge(new LedgerEntry(study, round, release, loss).forPerson(recordsPerPerson));
  }
}
