package io.coterie.audit;

import static java.util.Objects.requireNonNull;

/**
 * One test of the audit.
 *
 * @param name what is tested
 * @param measured what was found
 * @param limit what the promise allows
 * @param passed whether it is within
 */
public record AuditCheck(String name, double measured, double limit, boolean passed) {
  public AuditCheck {
    requireNonNull(name, "name is null");
  }
}
