package io.coterie.audit;

/**
 * One test of the audit.
 *
 * @param name what is tested
 * @param measured what was found
 * @param limit what the promise allows
 * @param passed whether it is within
 */
public record AuditCheck(String name, double measured, double limit, boolean passed) {}
