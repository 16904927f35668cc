package io.coterie.cli;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coterie.federation.RunEvent;
import io.coterie.federation.RunEvent.Direction;
import io.coterie.federation.RunListener;
import io.coterie.store.Json;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Who sent how many bytes in which round, as JSON for the run's record.
 *
 * <p>Not thread-safe; a run reports on one thread at a time.
 */
final class TrafficLog implements RunListener {
  private static final String ANSWER = "answer";

  private final List<Round> rounds = new ArrayList<>();

  /** One round as it goes on. */
  private static final class Round {
    private final int number;
    private final String question;
    private final Map<String, long[]> bytesOfSites = new LinkedHashMap<>();
    private double seconds;

    Round(int number, String question) {
      this.number = number;
      this.question = question;
    }

    ObjectNode json() {
      ObjectNode node =
          Json.object().put("round", number).put("question", question).put("seconds", seconds);
      node.put("bytes_out", bytesOfSites.values().stream().mapToLong(bytes -> bytes[0]).sum());
      node.put("bytes_in", bytesOfSites.values().stream().mapToLong(bytes -> bytes[1]).sum());
      ObjectNode sites = node.putObject("sites");
      bytesOfSites.forEach(
          (site, bytes) ->
              sites.putObject(site).put("bytes_out", bytes[0]).put("bytes_in", bytes[1]));
      return node;
    }
  }

  @Override
  public void on(RunEvent event) {
    if (event instanceof RunEvent.RoundStarted started) {
      rounds.add(new Round(started.round(), started.question()));
    } else if (event instanceof RunEvent.MessageSent sent) {
      if (rounds.isEmpty() || rounds.get(rounds.size() - 1).number != sent.round()) {
        rounds.add(new Round(sent.round(), ANSWER));
      }
      long[] bytes =
          rounds
              .get(rounds.size() - 1)
              .bytesOfSites
              .computeIfAbsent(sent.site(), site -> new long[2]);
      bytes[sent.direction() == Direction.FROM_SITE ? 0 : 1] += sent.message().bytes();
    } else if (event instanceof RunEvent.RoundEnded ended) {
      rounds.get(rounds.size() - 1).seconds = ended.seconds();
    }
  }

  /** Returns what left the sites, by round. */
  List<Long> bytesOut() {
    return rounds.stream()
        .filter(round -> !round.question.equals(ANSWER))
        .map(round -> round.bytesOfSites.values().stream().mapToLong(bytes -> bytes[0]).sum())
        .toList();
  }

  /** Returns one entry for each round; the last is the answer to the sites. */
  ArrayNode json() {
    ArrayNode array = Json.array();
    rounds.forEach(round -> array.add(round.json()));
    return array;
  }
}
