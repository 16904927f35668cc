package io.coterie.cli;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.coterie.json.Json;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * run.json is read by the programs of others. As long as it says version 1 it has whatever it had
 * when that was kept under test resources, in the same places and of the same kinds; more may come.
 */
class RunFileTest {
  @TempDir private Path folder;

  private static JsonNode kept() throws IOException {
    try (InputStream stream = RunFileTest.class.getResourceAsStream("/formats/run-1.json")) {
      String text =
          new String(requireNonNull(stream, "run-1.json").readAllBytes(), StandardCharsets.UTF_8);
      return Json.parse(text);
    }
  }

  /** Returns the places of a document with the kinds of value there. */
  private static Set<String> places(JsonNode node, String at) {
    Set<String> places = new TreeSet<>();
    places.add(at + " " + node.getNodeType());
    node.forEach(
        element -> {
          if (node.isArray()) {
            places.addAll(places(element, at + "[]"));
          }
        });
    for (Map.Entry<String, JsonNode> entry : node.properties()) {
      places.addAll(places(entry.getValue(), at + "/" + entry.getKey()));
    }
    return places;
  }

  @Test
  void aRunFileOfVersionOneHasWhatItAlwaysHad() throws IOException {
    Path out = folder.resolve("flowers");
    CommandRun run =
        CommandRun.of(
            "simulate",
            "--data",
            "iris",
            "--sites",
            "2",
            "--clusters",
            "3",
            "--method",
            "k-fed",
            "--accept-group-disclosure",
            "--out",
            out);
    assertThat(run.exitCode()).as(run.err()).isZero();
    JsonNode now = Json.parse(Files.readString(out.resolve("run.json")));

    assertThat(now.path("schema_version").asInt()).isEqualTo(1);
    assertThat(places(now, "")).containsAll(places(kept(), ""));
  }
}
