package io.coterie.faults;

/** What a thread meets whose party was killed: nothing that it does afterwards counts. */
final class Crash extends Error {
  private static final long serialVersionUID = 1L;

  Crash(String party) {
    super(party + " was killed", null, false, false);
  }
}
