package io.coterie.serve;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coterie.store.Json;
import java.time.Duration;
import java.util.ArrayList;
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
    ArrayNode sites = node.putArray("sites");
    status.sites().forEach(site -> sites.add(of(site)));
    return node;
  }

  private static ObjectNode of(StudyStatus.Site site) {
    ObjectNode node =
        Json.object()
            .put("name", site.name())
            .put("state", site.state().word())
            .put("awaited", site.awaited())
            .put("remark", site.remark())
            .put("bytes_in", site.bytesIn())
            .put("bytes_out", site.bytesOut());
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
        sites);
  }

  private static StudyStatus.Site site(JsonNode node) {
    return new StudyStatus.Site(
        node.path("name").asText(),
        StudyStatus.State.valueOf(node.path("state").asText().toUpperCase(Locale.ROOT)),
        node.path("awaited").asBoolean(),
        time(node, "seconds_silent"),
        node.path("remark").asText(),
        node.path("bytes_in").asLong(),
        node.path("bytes_out").asLong());
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
