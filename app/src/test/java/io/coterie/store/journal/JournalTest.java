package io.coterie.store.journal;

/** The journal in a file. */
class JournalTest extends JournalContract {
  JournalTest() {
    super(JournalPlace.SQLITE);
  }
}
