package io.coterie.coordinator;

import com.fasterxml.jackson.annotation.JsonValue;
import io.coterie.EnumText;

/** Where a study stands. */
public enum Phase {
  STARTING,
  /** Sites join. */
  GATHERING,
  /** Sites answer a step of a round. */
  COLLECTING,
  /** The coordinator computes. */
  WORKING,
  /** Sites fetch their labels. */
  LABELLING,
  FINISHED,
  FAILED,
  STOPPED,
  /** The coordinator leaves and will come back; sites wait. */
  PAUSED,
  /** A journal has the study without an end, and nobody runs it. */
  INTERRUPTED;

  /** Returns whether no other phase follows in the same process. */
  public boolean isTerminal() {
    return switch (this) {
      case FINISHED, FAILED, STOPPED, PAUSED -> true;
      default -> false;
    };
  }

  @JsonValue
  public String word() {
    return EnumText.of(this);
  }
}
