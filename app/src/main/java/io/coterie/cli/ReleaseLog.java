package io.coterie.cli;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coterie.federation.RunEvent;
import io.coterie.federation.RunListener;
import io.coterie.privacy.PrivacyLoss;
import io.coterie.privacy.Statement;
import io.coterie.store.Json;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What each round of noisy sums cost a site. Every site agreed to the same steps, so one tells it
 * for all; the dearest counts.
 *
 * <p>Not thread-safe; a run reports on one thread at a time.
 */
final class ReleaseLog implements RunListener {
  private final Map<Integer, List<Statement>> rounds = new TreeMap<>();
  private final Map<String, PrivacyLoss> losses = new HashMap<>();

  @Override
  public void on(RunEvent event) {
    if (event instanceof RunEvent.Released released) {
      rounds.putIfAbsent(released.round(), released.statements());
      PrivacyLoss loss =
          released.statements().stream()
              .map(statement -> statement.mechanism().loss())
              .reduce(PrivacyLoss.none(), PrivacyLoss::plus);
      losses.merge(released.site(), loss, PrivacyLoss::plus);
    }
  }

  /** Returns in how many rounds something was spent. */
  int steps() {
    return rounds.size();
  }

  /** Returns what a site spent on one record, if anything was. */
  Optional<PrivacyLoss> spent() {
    return losses.values().stream()
        .reduce(
            (a, b) ->
                new PrivacyLoss(
                    Math.max(a.rho(), b.rho()), Math.max(a.pureEpsilon(), b.pureEpsilon())));
  }

  /** Returns one entry for each round. */
  ArrayNode json() {
    ArrayNode array = Json.array();
    rounds.forEach(
        (round, statements) -> {
          ObjectNode node =
              array.addObject().put("round", round).put("step", statements.get(0).step());
          ArrayNode blocks = node.putArray("blocks");
          statements.forEach(statement -> blocks.add(block(statement)));
        });
    return array;
  }

  /** Returns what is said of one block, never its values. */
  static ObjectNode block(Statement statement) {
    PrivacyLoss loss = statement.mechanism().loss();
    ObjectNode node =
        Json.object()
            .put("block", statement.block())
            .put("entries", statement.entries())
            .put("law", PrivacyStory.law(statement.mechanism().law()))
            .put("sensitivity", statement.mechanism().sensitivity())
            .put("noise_deviation", statement.mechanism().deviation())
            .put("shares", statement.shares());
    return loss.pureEpsilon() > 0
        ? node.put("epsilon", loss.pureEpsilon())
        : node.put("rho", loss.rho());
  }
}
