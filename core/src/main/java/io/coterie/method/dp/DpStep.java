package io.coterie.method.dp;

import io.coterie.privacy.PrivacyLoss;
import java.io.Serializable;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * One step of a dp study: a question of a kind, and what each block of the reply may cost.
 *
 * @param kind of the question
 * @param losses by block
 */
public record DpStep(String kind, Map<String, PrivacyLoss> losses) implements Serializable {
  public DpStep {
    losses = java.util.Collections.unmodifiableMap(new LinkedHashMap<>(losses));
  }

  PrivacyLoss loss(String block) {
    PrivacyLoss loss = losses.get(block);
    if (loss == null) {
      throw new IllegalArgumentException("Step %s has no block %s.".formatted(kind, block));
    }
    return loss;
  }

  public PrivacyLoss total() {
    return losses.values().stream().reduce(PrivacyLoss.none(), PrivacyLoss::plus);
  }
}
