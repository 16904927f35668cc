package io.coterie.audit;

/** How an audit ends. */
public enum AuditOutcome {
  /** No attack went beyond the promise. */
  PASS("no attack went beyond the promise"),

  /** An attack did. */
  FAIL("an attack found out more than the promise allows; do not send anything"),

  /** Nothing is promised that could be tested. */
  NO_GUARANTEE("this level promises nothing; the attacks show what can be done");

  private final String meaning;

  AuditOutcome(String meaning) {
    this.meaning = meaning;
  }

  /** Returns the word on a report. */
  public String word() {
    return name().replace('_', ' ');
  }

  public String meaning() {
    return meaning;
  }
}
