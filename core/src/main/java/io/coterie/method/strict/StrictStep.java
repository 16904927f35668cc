package io.coterie.method.strict;

import static java.util.Objects.requireNonNull;

import io.coterie.privacy.PrivacyLoss;
import java.io.Serializable;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * One step of a strict study: a question of a kind, and what each block of the reply may cost.
 *
 * @param kind of the question
 * @param losses by block
 */
public record StrictStep(String kind, Map<String, PrivacyLoss> losses) implements Serializable {
  public StrictStep {
    requireNonNull(kind, "kind is null");
    losses = java.util.Collections.unmodifiableMap(new LinkedHashMap<>(losses));
  }

  /** Returns what a block may cost. */
  PrivacyLoss loss(String block) {
    PrivacyLoss loss = losses.get(block);
    if (loss == null) {
      throw new IllegalArgumentException("Step %s has no block %s.".formatted(kind, block));
    }
    return loss;
  }

  /** Returns what the whole step costs. */
  public PrivacyLoss total() {
    return losses.values().stream().reduce(PrivacyLoss.none(), PrivacyLoss::plus);
  }
}
