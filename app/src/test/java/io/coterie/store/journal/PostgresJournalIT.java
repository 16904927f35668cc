package io.coterie.store.journal;

/** The journal in a server. */
class PostgresJournalIT extends JournalContract {
  PostgresJournalIT() {
    super(JournalPlace.POSTGRESQL);
  }
}
