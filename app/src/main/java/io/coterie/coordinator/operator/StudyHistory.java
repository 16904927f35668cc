package io.coterie.coordinator.operator;

import io.coterie.federation.RunListener;
import io.coterie.federation.RunListener.RunEvent;
import io.coterie.federation.RunListener.RunEvent.Direction;
import io.coterie.method.Diagnostics;
import io.coterie.terminal.RoundNames;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * What came of a study's rounds so far, for those who look while it goes on: how much was said, by
 * how many, and what the coordinator makes of it. It tells no more of the clusters than a report
 * would.
 *
 * <p>Thread-safe.
 */
public final class StudyHistory implements RunListener {
  /** What a picture can show; whoever wants all rounds reads run.json. */
  private static final int MOST_ROUNDS = 400;

  private final int smallestGroup;
  private final Deque<StudyStatus.Round> rounds = new ArrayDeque<>();
  private final Map<String, String> findings = new LinkedHashMap<>();
  private final Map<String, Integer> roundsOfSites = new HashMap<>();
  private final Set<String> answered = new TreeSet<>();
  private List<Long> sizes = List.of();
  private String question = "";
  private long bytes;

  /**
   * Makes an empty log.
   *
   * @param smallestGroup a cluster of fewer records is not shown
   */
  public StudyHistory(int smallestGroup) {
    this.smallestGroup = smallestGroup;
  }

  @Override
  public synchronized void on(RunEvent event) {
    if (event instanceof RunEvent.RoundStarted started) {
      question = RoundNames.words(started.question());
      answered.clear();
      bytes = 0;
    } else if (event instanceof RunEvent.MessageSent sent
        && sent.direction() == Direction.FROM_SITE) {
      answered.add(sent.site());
      bytes += sent.message().bytes();
    } else if (event instanceof RunEvent.RoundEnded ended) {
      end(ended);
    } else if (event instanceof RunEvent.Finding finding) {
      findings.put(finding.name(), finding.value());
    } else if (event instanceof RunEvent.Sketched sketched
        && sketched.sketch() instanceof Diagnostics.Places places) {
      sizes = sizes(places);
    }
  }

  private void end(RunEvent.RoundEnded ended) {
    if (rounds.size() == MOST_ROUNDS) {
      rounds.removeFirst();
    }
    rounds.addLast(
        new StudyStatus.Round(
            ended.round(),
            question,
            answered.size(),
            bytes,
            Duration.ofMillis(Math.round(1000 * ended.seconds()))));
    answered.forEach(site -> roundsOfSites.merge(site, 1, Integer::sum));
  }

  private List<Long> sizes(Diagnostics.Places places) {
    int[] clusters = places.clusters().toArray();
    double[] sums = new double[Arrays.stream(clusters).max().orElse(-1) + 1];
    for (int p = 0; p < clusters.length; p++) {
      sums[clusters[p]] += places.mass().at(p);
    }
    return Arrays.stream(sums).allMatch(sum -> sum == 0 || sum >= smallestGroup)
        ? Arrays.stream(sums).mapToObj(sum -> Math.round(Math.max(0, sum))).toList()
        : List.of();
  }

  public synchronized StudyStatus.Course soFar() {
    return new StudyStatus.Course(List.copyOf(rounds), findings, sizes);
  }

  public synchronized int rounds(String site) {
    return roundsOfSites.getOrDefault(site, 0);
  }
}
