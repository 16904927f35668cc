package io.coterie.coordinator;

import io.coterie.coordinator.operator.StudyStatus.State;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.function.Predicate;

/**
 * Which sites take part, in the study's order, when each was last heard of, and how much was said.
 *
 * <p>Not thread-safe; see {@link SessionLock}.
 */
public final class SiteRegistry {
  /** A site that has not been heard of for so long may have lost what it knew. */
  private static final Duration SILENCE = Duration.ofSeconds(20);

  /** One site. */
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

  private final Map<String, Entry> entries = new LinkedHashMap<>();
  private final LongSupplier clock;

  /**
   * Expects every site.
   *
   * @param clock tells the nanoseconds since some moment
   */
  public SiteRegistry(List<String> sites, LongSupplier clock) {
    this.clock = clock;
    sites.forEach(site -> entries.put(site, new Entry()));
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

  public String doing(String site) {
    return entries.get(site).doing;
  }

  /** Takes note that a site agreed; returns whether its process is another than before. */
  boolean join(String site, String incarnation) {
    Entry entry = entries.get(site);
    boolean restarted = !entry.incarnation.isEmpty() && !entry.incarnation.equals(incarnation);
    entry.state = State.JOINED;
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

  void leave(String site, State state, String reason) {
    Entry entry = entries.get(site);
    entry.state = state;
    entry.reason = reason;
  }

  /** Returns for how long a site has been silent, if it was ever heard of. */
  public Optional<Duration> silence(String site) {
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

  /** Counts bytes from a site. */
  void received(String site, long bytes) {
    entries.get(site).bytesIn += bytes;
  }

  /** Counts bytes to a site. */
  void sent(String site, long bytes) {
    entries.get(site).bytesOut += bytes;
  }

  public long bytesIn(String site) {
    return entries.get(site).bytesIn;
  }

  public long bytesOut(String site) {
    return entries.get(site).bytesOut;
  }

  public List<String> sites() {
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
}
