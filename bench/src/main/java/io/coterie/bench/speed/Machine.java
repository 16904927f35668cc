package io.coterie.bench.speed;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coterie.json.Json;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;

/** What the figures were taken on. */
final class Machine {
  private Machine() {}

  /** Returns the machine as it is now; call it before the work, for the load of others. */
  static ObjectNode json(Optional<Python> python) {
    ObjectNode node =
        Json.object()
            .put("date", Instant.now().truncatedTo(ChronoUnit.SECONDS).toString())
            .put("cores", Runtime.getRuntime().availableProcessors())
            .put("processor", processor())
            .put("system", System.getProperty("os.name") + " " + System.getProperty("os.arch"))
            .put("java", System.getProperty("java.version"));
    double load = ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
    if (load >= 0) {
      node.put("load_before", Math.round(100 * load) / 100.0);
    }
    python.ifPresent(found -> node.set("peers", found.versions()));
    return node;
  }

  private static String processor() {
    try {
      return Files.readString(Path.of("/proc/cpuinfo"))
          .lines()
          .filter(line -> line.startsWith("model name"))
          .map(line -> line.substring(line.indexOf(':') + 1).strip())
          .findFirst()
          .orElse("unknown");
    } catch (IOException e) {
      return "unknown";
    }
  }

  /** Returns what must be the same for two times to be compared. */
  static String words(JsonNode machine) {
    return "%s, %d cores, Java %s"
        .formatted(
            machine.path("processor").asText(),
            machine.path("cores").asInt(),
            machine.path("java").asText());
  }
}
