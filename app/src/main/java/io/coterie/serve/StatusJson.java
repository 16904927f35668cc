package io.coterie.serve;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coterie.store.Json;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The status of a study as JSON: what is absent has no key, times are in seconds. */
public final class StatusJson {
  private StatusJson() {}

  public static ObjectNode of(StudyStatus status) {
    ObjectNode node =
        Json.object()
            .put("study", status.study())
            .put("hash", status.hash())
            .put("phase", status.phase())
            .put("round", status.round())
            .put("quorum", status.quorum())
            .put("waiting_for", status.waitingFor());
    status.step().ifPresent(step -> node.put("step", step));
    status.left().ifPresent(left -> node.put("seconds_left", seconds(left)));
    status.ending().ifPresent(ending -> node.put("ending", ending));
    ObjectNode messages = node.putObject("messages");
    status.messages().forEach(messages::put);
    add(node, status.course());
    ArrayNode sites = node.putArray("sites");
    status.sites().forEach(site -> sites.add(of(site)));
    return node;
  }

  private static void add(ObjectNode node, StudyStatus.Course course) {
    ArrayNode rounds = node.putArray("rounds");
    for (StudyStatus.Round round : course.rounds()) {
      rounds
          .addObject()
          .put("round", round.round())
          .put("question", round.question())
          .put("sites", round.sites())
          .put("bytes", round.bytes())
          .put("took", seconds(round.took()));
    }
    ObjectNode findings = node.putObject("findings");
    course.findings().forEach(findings::put);
    ArrayNode sizes = node.putArray("sizes");
    course.sizes().forEach(sizes::add);
  }

  private static ObjectNode of(StudyStatus.Site site) {
    ObjectNode node =
        Json.object()
            .put("name", site.name())
            .put("state", site.state().word())
            .put("awaited", site.awaited())
            .put("remark", site.remark())
            .put("bytes_in", site.bytesIn())
            .put("bytes_out", site.bytesOut())
            .put("rounds", site.rounds());
    site.silence().ifPresent(silence -> node.put("seconds_silent", seconds(silence)));
    return node;
  }

  private static double seconds(Duration time) {
    return time.toMillis() / 1e3;
  }

  /**
   * Reads what {@link #of(StudyStatus)} wrote; IllegalArgumentException if it is something else.
   */
  public static StudyStatus parse(JsonNode node) {
    Map<String, Long> messages = new TreeMap<>();
    node.path("messages")
        .properties()
        .forEach(entry -> messages.put(entry.getKey(), entry.getValue().asLong()));
    List<StudyStatus.Site> sites = new ArrayList<>();
    node.path("sites").forEach(site -> sites.add(site(site)));
    return new StudyStatus(
        node.path("study").asText(),
        node.path("hash").asText(),
        node.path("phase").asText(),
        node.path("round").asInt(),
        text(node, "step"),
        time(node, "seconds_left"),
        node.path("quorum").asInt(),
        text(node, "ending"),
        messages,
        course(node),
        sites);
  }

  private static StudyStatus.Course course(JsonNode node) {
    List<StudyStatus.Round> rounds = new ArrayList<>();
    node.path("rounds")
        .forEach(
            round ->
                rounds.add(
                    new StudyStatus.Round(
                        round.path("round").asInt(),
                        round.path("question").asText(),
                        round.path("sites").asInt(),
                        round.path("bytes").asLong(),
                        time(round, "took").orElse(Duration.ZERO))));
    Map<String, String> findings = new LinkedHashMap<>();
    node.path("findings")
        .properties()
        .forEach(entry -> findings.put(entry.getKey(), entry.getValue().asText()));
    List<Long> sizes = new ArrayList<>();
    node.path("sizes").forEach(size -> sizes.add(size.asLong()));
    return new StudyStatus.Course(rounds, findings, sizes);
  }

  private static StudyStatus.Site site(JsonNode node) {
    return new StudyStatus.Site(
        node.path("name").asText(),
        StudyStatus.State.valueOf(node.path("state").asText().toUpperCase(Locale.ROOT)),
        node.path("awaited").asBoolean(),
        time(node, "seconds_silent"),
        node.path("remark").asText(),
        node.path("bytes_in").asLong(),
        node.path("bytes_out").asLong(),
        node.path("rounds").asInt());
  }

  private static Optional<String> text(JsonNode node, String key) {
    return node.has(key) ? Optional.of(node.path(key).asText()) : Optional.empty();
  }

  private static Optional<Duration> time(JsonNode node, String key) {
    return node.has(key)
        ? Optional.of(Duration.ofMillis(Math.round(node.path(key).asDouble() * 1e3)))
        : Optional.empty();
  }
}
