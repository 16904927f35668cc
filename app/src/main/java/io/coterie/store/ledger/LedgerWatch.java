package io.coterie.store.ledger;

import static java.util.Objects.requireNonNull;

import io.coterie.privacy.LedgerEntry;
import io.coterie.privacy.PrivacyLoss;
import io.coterie.privacy.ReleaseNotice;
import io.coterie.site.PrivacyGate;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Writes every release of a study into a site's ledger before the gate draws its noise. A release
 * that the budget does not allow is not made. One that was charged before the site was killed is
 * not charged again when its reply is made anew: see {@link LedgerFile#chargeOnce}.
 *
 * <p>Not thread-safe; each study at a site has its own.
 */
public final class LedgerWatch implements PrivacyGate.Watch {
  private final LedgerFile ledger;
  private final String study;
  private final int recordsPerPerson;
  private int round;
  private int retry;
  private int releases;
  private String draw = "";

  /**
   * Watches a study.
   *
   * @param ledger of the data source
   * @param study its name and hash, and the id of the journal that the site's replies go to before
   *     they are sent: what tells this run of the study from every other
   * @param recordsPerPerson the most records of one person, who is protected as a whole
   */
  public LedgerWatch(LedgerFile ledger, String study, int recordsPerPerson) {
    this.ledger = requireNonNull(ledger, "ledger is null");
    this.study = requireNonNull(study, "study is null");
    this.recordsPerPerson = recordsPerPerson;
  }

  /**
   * Says which reply is made next.
   *
   * @param round from 1
   * @param attempt at the round, from 0; each draws its own noise and is charged for it
   * @param drawn names the draw of noise; it is in the journal already
   */
  public void forRound(int round, int attempt, String drawn) {
    this.round = round;
    retry = attempt;
    releases = 0;
    draw = drawn;
  }

  @Override
  public void before(List<ReleaseNotice> statements) {
    if (round == 0) {
      throw new IllegalStateException("A release belongs to a round; say which with forRound.");
    }
    PrivacyLoss loss =
        statements.stream()
            .map(statement -> statement.mechanism().loss())
            .reduce(PrivacyLoss.none(), PrivacyLoss::plus);
    String release =
        statements.stream()
            .map(statement -> "%s of %d".formatted(statement.block(), statement.entries()))
            .collect(Collectors.joining(", ", statements.get(0).step() + ": ", ""));
    releases++;
    ledger.chargeOnce(
        new LedgerEntry(study, round, release + ordinal(), loss, draw).forPerson(recordsPerPerson));
  }

  /** Tells releases apart that say the same, so that each is charged. */
  private String ordinal() {
    return (retry > 0 ? ", retry %d".formatted(retry) : "")
        + (releases > 1 ? ", release %d".formatted(releases) : "");
  }
}
