package io.coterie.store.journal;

/** What became of a message that was received to its end. */
public enum Acceptance {
  /** It is in the journal, and stays there. */
  ACCEPTED,
  /** The same bytes were accepted under this key before; nothing changed. */
  DUPLICATE,
  /** Other bytes were accepted under this key before; these were dropped. */
  CONFLICT,
  /** The bytes have another digest than the sender stated; they were dropped. */
  DAMAGED
}
