package io.coterie.secure;

/** The steps of a secure sum, in order. Each site answers each of them at most once. */
public enum SumStep {
  /** Sites say which fresh public keys they use. */
  ADVERTISE,
  /** Sites share their two secrets among all sites. */
  SHARE,
  /** Sites send their masked vectors. */
  MASK,
  /** Sites sign who is counted. */
  CONSENT,
  /** Sites reveal shares: of those counted the self mask, of those lost the masking key. */
  REVEAL,
  /** Nothing more is said. */
  ENDED;

  SumStep next() {
    return switch (this) {
      case ADVERTISE -> SHARE;
      case SHARE -> MASK;
      case MASK -> CONSENT;
      case CONSENT -> REVEAL;
      case REVEAL, ENDED -> ENDED;
    };
  }

  /** Refuses what belongs to another step than this one. */
  void check(SumStep asked, String who) {
    if (asked != this) {
      throw new SecureSumException(
          SecureSumException.Reason.OUT_OF_STEP,
          "%s is asked for step %s, but is at step %s; each step is answered once and in order."
              .formatted(who, asked, this));
    }
  }
}
