package io.coterie.audit;

import java.util.List;

/** How an audit ends. */
public enum AuditOutcome {
  PASS("no attack went beyond the promise"),
  FAIL("an attack found out more than the promise allows; do not send anything"),
  NO_GUARANTEE("this level promises nothing; the attacks show what can be done");

  private final String meaning;

  AuditOutcome(String meaning) {
    this.meaning = meaning;
  }

  /** Returns how an audit ends whose level promises something. */
  static AuditOutcome of(List<AuditCheck> checks) {
    return checks.stream().allMatch(AuditCheck::passed) ? PASS : FAIL;
  }

  public String word() {
    return name().replace('_', ' ');
  }

  public String meaning() {
    return meaning;
  }
}
