package io.coterie.coordinator;

import io.coterie.coordinator.operator.StudyStatus;
import io.coterie.coordinator.operator.StudyStatus.State;
import io.coterie.study.Durations;
import io.coterie.study.Participation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.function.Predicate;

/**
 * Which sites take part, in the study's order, when each was last heard of, how much was sent, and
 * whether they are enough for the quorum.
 *
 * <p>Not thread-safe; see {@link StudySession}.
 */
public final class SiteRegistry {
  private static final String ADVICE =
      "Start coterie join at all sites and go on with coterie resume, or begin a study with a lower"
          + " participation.quorum.";

  /** While sites join nothing was released, so the study can be changed. */
  private static final String ADVICE_BEFORE =
      "Start coterie join at all sites and go on with coterie resume; or lower"
          + " participation.quorum in the study file and begin again with coterie serve --corrected.";

  /** A site that has not been heard of for so long may have lost what it knew. */
  private static final Duration SILENCE = Duration.ofSeconds(20);

  private static final class Entry {
    private State state = State.EXPECTED;
    private String incarnation = "";
    private String doing = "";
    private String reason = "";
    private long heard;
    private boolean everHeard;
    private long bytesIn;
    private long bytesOut;
  }

  private final Participation participation;
  private final LongSupplier clock;
  private final Map<String, Entry> entries = new LinkedHashMap<>();

  /**
   * Expects every site.
   *
   * @param clock gives the nanoseconds since some moment
   */
  public SiteRegistry(Participation participation, LongSupplier clock) {
    this.participation = participation;
    this.clock = clock;
    participation.sites().forEach(site -> entries.put(site, new Entry()));
  }

  boolean knows(String site) {
    return entries.containsKey(site);
  }

  public State state(String site) {
    return entries.get(site).state;
  }

  public String reason(String site) {
    return entries.get(site).reason;
  }

  String doing(String site) {
    return entries.get(site).doing;
  }

  /** Takes note that a site agreed; returns whether its process is another than before. */
  boolean join(String site, String incarnation) {
    Entry entry = entries.get(site);
    boolean restarted = !entry.incarnation.isEmpty() && !entry.incarnation.equals(incarnation);
    entry.state = State.JOINED;
    entry.reason = "";
    entry.incarnation = incarnation;
    return restarted;
  }

  boolean isIncarnation(String site, String incarnation) {
    return entries.get(site).incarnation.equals(incarnation);
  }

  void beat(String site, String doing) {
    Entry entry = entries.get(site);
    entry.doing = doing;
    entry.heard = clock.getAsLong();
    entry.everHeard = true;
  }

  /** Takes note of a site that is back; returns whether it was away. */
  boolean back(String site) {
    Entry entry = entries.get(site);
    boolean wasAbsent = entry.state == State.ABSENT;
    if (wasAbsent) {
      entry.state = State.JOINED;
    }
    return wasAbsent;
  }

  /** Takes note of what keeps a site that has not joined from it; returns whether it is news. */
  boolean falter(String site, String reason) {
    Entry entry = entries.get(site);
    if (entry.state != State.EXPECTED || entry.reason.equals(reason)) {
      return false;
    }
    entry.reason = reason;
    return true;
  }

  void leave(String site, State state, String reason) {
    Entry entry = entries.get(site);
    entry.state = state;
    entry.reason = reason;
  }

  /** Returns for how long a site has been silent, if it was ever heard of. */
  private Optional<Duration> silence(String site) {
    Entry entry = entries.get(site);
    return entry.everHeard
        ? Optional.of(Duration.ofNanos(clock.getAsLong() - entry.heard))
        : Optional.empty();
  }

  boolean isSilent(String site) {
    return silence(site).map(silence -> silence.compareTo(SILENCE) > 0).orElse(true);
  }

  /** Counts a time in which nobody could be heard as no time at all. */
  void forgive(long nanos) {
    long now = clock.getAsLong();
    entries.values().forEach(entry -> entry.heard = Math.min(entry.heard + nanos, now));
  }

  void received(String site, long bytes) {
    entries.get(site).bytesIn += bytes;
  }

  void sent(String site, long bytes) {
    entries.get(site).bytesOut += bytes;
  }

  /**
   * Returns a site as its operator sees it.
   *
   * @param isAwaited whether the open step waits for it
   * @param rounds that it has answered
   */
  StudyStatus.Site status(String site, boolean isAwaited, int rounds) {
    Entry entry = entries.get(site);
    return new StudyStatus.Site(
        site,
        entry.state,
        isAwaited,
        silence(site),
        entry.state == State.JOINED ? entry.doing : entry.reason,
        entry.bytesIn,
        entry.bytesOut,
        rounds);
  }

  public List<String> names() {
    return List.copyOf(entries.keySet());
  }

  List<String> in(State... states) {
    return where(site -> List.of(states).contains(state(site)));
  }

  List<String> where(Predicate<String> test) {
    List<String> found = new ArrayList<>(entries.keySet());
    found.removeIf(test.negate());
    return found;
  }

  public static String list(Collection<String> names) {
    return names.isEmpty() ? "none" : String.join(", ", names);
  }

  private static String count(int sites) {
    return sites == 1 ? "1 site" : sites + " sites";
  }

  // ---- the quorum

  void requireJoined() {
    List<String> joined = in(State.JOINED, State.ABSENT);
    if (joined.size() < participation.quorum()) {
      throw StudyEndException.failed(
          "Only %s joined within %s: %s; the quorum is %d. Missing: %s. %s"
              .formatted(
                  count(joined.size()),
                  Durations.text(participation.joinWithin()),
                  list(joined),
                  participation.quorum(),
                  list(
                      in(State.EXPECTED, State.DECLINED, State.REFUSED).stream()
                          .map(this::withReason)
                          .toList()),
                  ADVICE_BEFORE));
    }
  }

  private String withReason(String site) {
    String reason = reason(site);
    String how =
        state(site) == State.EXPECTED ? (reason.isEmpty() ? "never called" : "tried") : "left";
    return reason.isEmpty()
        ? "%s (%s)".formatted(site, how)
        : "%s (%s: %s)".formatted(site, how, reason);
  }

  void requireAnswers(int round, List<String> present) {
    if (present.size() < participation.quorum()) {
      throw StudyEndException.failed(
          "Round %d has answers of %s (%s) after %s; the quorum is %d. Missing: %s. %s"
              .formatted(
                  round,
                  count(present.size()),
                  list(present),
                  Durations.text(participation.answerWithin()),
                  participation.quorum(),
                  list(where(site -> !present.contains(site))),
                  ADVICE));
    }
  }

  /** Ends a study that cannot reach its quorum any more, whichever sites come. */
  void requirePossible() {
    List<String> out = in(State.DECLINED, State.REFUSED);
    if (entries.size() - out.size() < participation.quorum()) {
      StringBuilder why = new StringBuilder();
      for (String site : out) {
        String how = state(site) == State.DECLINED ? "declined" : "was refused";
        why.append(" %s %s: %s".formatted(site, how, reason(site)));
      }
      throw StudyEndException.failed(
          ("The quorum of %d sites cannot be reached any more.%s Settle this with the sites and"
                  + " begin a new study.")
              .formatted(participation.quorum(), why));
    }
  }
}
