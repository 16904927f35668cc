package io.coterie.secure;

/**
 * Which sum a message belongs to. Every signature and every key is bound to it, so that a message
 * of one sum is worth nothing in another.
 *
 * @param study the study's id
 * @param round from 1
 * @param attempt from 1; above 1 is a retry, see {@link AttemptLog}
 */
public record SumContext(String study, int round, int attempt) {
  public SumContext {
    if (study.isBlank()) {
      throw new IllegalArgumentException("The study has no id; give it one.");
    }
    if (round < 1 || attempt < 1) {
      throw new IllegalArgumentException(
          "Round %d, attempt %d; both count from 1.".formatted(round, attempt));
    }
  }

  /** Refuses a message of another sum. */
  void check(SumContext other, String what) {
    if (!equals(other)) {
      throw new SecureSumException(
          SecureSumException.Reason.OTHER_SUM,
          "%s is of %s, but this sum is %s; messages cannot be used again."
              .formatted(what, other, this));
    }
  }

  @Override
  public String toString() {
    return "study %s, round %d, attempt %d".formatted(study, round, attempt);
  }
}
