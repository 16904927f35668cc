package io.coterie.privacy;

/**
 * What has been spent of one data source's privacy, by all studies ever. A site charges its ledger
 * before it sends anything; what was charged and then not sent, as in a crash, counts as spent.
 */
public interface Ledger {
  /**
   * Writes down a release before it is made, and returns only when that will survive a crash. If
   * the budget does not allow the release, nothing is written and a CoterieException of kind BUDGET
   * says so; the release must not be made.
   */
  void charge(LedgerEntry entry);

  /** Returns the cost of all releases so far. */
  PrivacyLoss spent();
}
