package io.coterie.study;

import static java.util.Objects.requireNonNull;

import io.coterie.CoterieException;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;

/**
 * Who takes part in a study and how long the coordinator waits.
 *
 * @param sites expected, by name; replies are given to the method in this order
 * @param quorum how many sites are enough to start without the others and to close a round
 * @param joinWithin how long the coordinator waits for sites to join
 * @param answerWithin how long a round waits for answers
 */
public record Participation(
    List<String> sites, int quorum, Duration joinWithin, Duration answerWithin) {
  public static final Duration DEFAULT_JOIN = Duration.ofHours(24);
  public static final Duration DEFAULT_ANSWER = Duration.ofHours(1);

  /** Far above any study; it bounds what a list of sites can cost. */
  public static final int MOST_SITES = 1000;

  public Participation {
    sites = List.copyOf(sites);
    requireNonNull(joinWithin, "joinWithin is null");
    requireNonNull(answerWithin, "answerWithin is null");
    if (sites.isEmpty() || sites.size() > MOST_SITES) {
      throw CoterieException.usage(
          "participation.sites names %d sites; it must name 1 to %d."
              .formatted(sites.size(), MOST_SITES));
    }
    sites.forEach(site -> Names.require("Site", site));
    if (new HashSet<>(sites).size() < sites.size()) {
      throw CoterieException.usage(
          "participation.sites names a site twice; each needs a name of its own.");
    }
    if (quorum < 1 || quorum > sites.size()) {
      throw CoterieException.usage(
          "participation.quorum is %d; it must be from 1 to the number of sites, %d."
              .formatted(quorum, sites.size()));
    }
    if (!Durations.isValid(joinWithin) || !Durations.isValid(answerWithin)) {
      throw CoterieException.usage(
          "participation.join-within and answer-within must be from 1s to %s."
              .formatted(Durations.text(Durations.LONGEST)));
    }
  }
}
