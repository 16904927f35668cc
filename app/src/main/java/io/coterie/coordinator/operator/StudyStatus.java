package io.coterie.coordinator.operator;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import com.fasterxml.jackson.annotation.JsonValue;
import io.coterie.EnumText;
import io.coterie.coordinator.Phase;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * A study as its operator sees it at one moment. Keys that begin with "seconds_" change by
 * themselves; keys of a later version are ignored.
 *
 * @param study its name
 * @param hash of the effective study
 * @param phase where it stands
 * @param round the last one opened; 0 before the first
 * @param step of the round that is being collected
 * @param left until the wait ends
 * @param quorum how many sites are enough
 * @param ending why it ended, if it has
 * @param messages how many were accepted, refused and so on, since this process began
 * @param course what came of the rounds so far
 * @param sites in the study's order
 */
@JsonIgnoreProperties(ignoreUnknown = true)
@JsonPropertyOrder({"study", "hash", "phase", "round", "quorum", "waiting_for"})
public record StudyStatus(
    String study,
    String hash,
    Phase phase,
    int round,
    Optional<String> step,
    @JsonProperty("seconds_left") Optional<Duration> left,
    int quorum,
    Optional<String> ending,
    Map<String, Long> messages,
    @JsonUnwrapped Course course,
    List<Site> sites) {
  private static final int SHOWN_NAMES = 10;

  public StudyStatus {
    messages = Collections.unmodifiableMap(new TreeMap<>(messages));
    sites = List.copyOf(sites);
  }

  /** Where a site stands. */
  public enum State {
    /** Named in the study, not heard of yet. */
    EXPECTED,
    /** Agreed to the study. */
    JOINED,
    /** Joined, but a round went on without it; counts again when it comes back. */
    ABSENT,
    /** Will not take part, and said so. */
    DECLINED,
    /** Sent what cannot be used; is out of the study. */
    REFUSED;

    @JsonValue
    public String word() {
      return EnumText.of(this);
    }
  }

  /**
   * One site.
   *
   * @param name of the site
   * @param state where it stands
   * @param awaited whether the open step waits for it
   * @param silence since it was last heard of, if ever
   * @param remark what it is doing, or why it is out
   * @param bytesIn from the site
   * @param bytesOut to the site
   * @param rounds that it has answered
   */
  @JsonIgnoreProperties(ignoreUnknown = true)
  @JsonPropertyOrder({"name", "state", "awaited", "remark", "bytes_in", "bytes_out", "rounds"})
  public record Site(
      String name,
      State state,
      boolean awaited,
      @JsonProperty("seconds_silent") Optional<Duration> silence,
      String remark,
      long bytesIn,
      long bytesOut,
      int rounds) {}

  /**
   * What came of the rounds so far.
   *
   * @param rounds that are closed, the last of them if there are very many
   * @param findings of the coordinator, in the order it came by them
   * @param sizes of the clusters as they form; empty where nothing is known or may be shown
   */
  public record Course(List<Round> rounds, Map<String, String> findings, List<Long> sizes) {
    public Course {
      rounds = List.copyOf(rounds);
      findings = Collections.unmodifiableMap(new LinkedHashMap<>(findings));
      sizes = List.copyOf(sizes);
    }

    static Course none() {
      return new Course(List.of(), Map.of(), List.of());
    }
  }

  /**
   * A round that is closed.
   *
   * @param round from 1
   * @param question that was asked
   * @param sites how many answered
   * @param bytes from them all
   * @param took from the question to the last answer
   */
  @JsonIgnoreProperties(ignoreUnknown = true)
  public record Round(int round, String question, int sites, long bytes, Duration took) {}

  public boolean isOver() {
    return ending.isPresent();
  }

  @JsonProperty(access = JsonProperty.Access.READ_ONLY)
  public String waitingFor() {
    List<String> missing = missing();
    return missing.isEmpty()
        ? phase.word()
        : "waiting for %d of %d: %s".formatted(missing.size(), sites.size(), some(missing));
  }

  /** Says it to one of the sites, which need not be told its own name. */
  public String waitingFor(String site) {
    List<String> others = missing().stream().filter(name -> !name.equals(site)).toList();
    if (others.size() == missing().size()) {
      return waitingFor();
    }
    return others.isEmpty()
        ? "waiting for this site"
        : "waiting for this site and %d of %d others: %s"
            .formatted(others.size(), sites.size() - 1, some(others));
  }

  private List<String> missing() {
    return sites.stream()
        .filter(site -> phase == Phase.GATHERING ? site.state() == State.EXPECTED : site.awaited())
        .map(Site::name)
        .toList();
  }

  private static String some(List<String> names) {
    return names.stream().limit(SHOWN_NAMES).collect(Collectors.joining(", "))
        + (names.size() > SHOWN_NAMES ? ", ..." : "");
  }
}
