package io.coterie.cli;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coterie.data.DataSet;
import io.coterie.federation.RunResult;
import io.coterie.partition.Partition;
import io.coterie.store.Json;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/**
 * run.json: everything needed to repeat a run and to judge it.
 *
 * @param command simulate or demo
 * @param options as they took effect, by the names of the flags
 * @param simulation what was run
 * @param outcome how it ended
 */
record RunRecord(
    String command, ObjectNode options, Simulation simulation, Simulation.Outcome outcome) {
  ObjectNode json() {
    RunResult result = outcome.result();
    ObjectNode node = Json.object().put("command", command);
    node.put("finished_at", Instant.now().toString());
    node.setAll(software());
    node.set("options", options);
    node.put("seed", simulation.seed().value());
    node.put("noise", simulation.noiseWords());
    node.set("privacy", privacy());
    node.set("data", data(simulation.input().data()));
    node.set("sites", sites());
    node.set("clusters", clusters());
    node.put("rounds", result.rounds());
    node.set("traffic", traffic());
    node.set("findings", texts(result.findings()));
    node.set("scores", outcome.scores().json());
    node.putObject("seconds")
        .put("run", outcome.times().run())
        .put("scores", outcome.times().score());
    return node;
  }

  /** Returns where the model comes from, the same for the same run. */
  ObjectNode provenance() {
    ObjectNode node = software();
    node.put("method", simulation.plan().method());
    node.set("options", texts(simulation.plan().options().values()));
    node.put("clusters", simulation.plan().clusters().toString());
    node.put("seed", simulation.seed().value());
    node.put("noise", simulation.noiseWords());
    node.set("privacy", promised());
    node.put("sites", simulation.partition().sites().size());
    node.set("data", data(simulation.input().data()));
    return node;
  }

  /** Returns what was promised and spent. */
  private ObjectNode promised() {
    PrivacyStory story = new PrivacyStory(simulation.plan());
    ObjectNode node = story.json();
    outcome.releases().spent().ifPresent(loss -> node.set("spent", story.json(loss)));
    return node.put("noise_source", simulation.noiseWords());
  }

  private ObjectNode privacy() {
    ObjectNode node = promised();
    if (outcome.releases().steps() > 0) {
      node.set("steps", outcome.releases().json());
    }
    return node;
  }

  private ObjectNode software() {
    ObjectNode node = Json.object().put("coterie", Version.coterie()).put("java", Version.java());
    NetworkOptions.description(simulation.plan()).ifPresent(words -> node.put("networks", words));
    return node;
  }

  static ObjectNode data(DataSet data) {
    return Json.object()
        .put("name", data.name())
        .put("sha256", data.sha256())
        .put("records", data.size())
        .put("features", data.columns().size())
        .put("kind", data.kind().toString())
        .put("kind_guessed", data.isGuessed());
  }

  private ArrayNode sites() {
    ArrayNode array = Json.array();
    List<String> classes = simulation.input().truth().map(truth -> truth.names()).orElse(List.of());
    for (Partition.Row row : simulation.partition().table()) {
      ObjectNode site = array.addObject().put("site", row.site()).put("records", row.records());
      if (!classes.isEmpty()) {
        ObjectNode counts = site.putObject("classes");
        for (int c = 0; c < row.strata().size(); c++) {
          counts.put(classes.get(c), row.strata().get(c));
        }
      }
    }
    return array;
  }

  private ObjectNode clusters() {
    ObjectNode node = Json.object().put("asked", simulation.plan().clusters().toString());
    node.put("found", outcome.placement().clusters().clusterCount());
    ArrayNode sizes = node.putArray("sizes");
    outcome.placement().sizes().forEach(sizes::add);
    return node;
  }

  private ObjectNode traffic() {
    RunResult result = outcome.result();
    ObjectNode node =
        Json.object().put("bytes_out", result.bytesOut()).put("bytes_in", result.bytesIn());
    ObjectNode sites = node.putObject("sites");
    result
        .traffic()
        .forEach(
            (site, bytes) ->
                sites
                    .putObject(site)
                    .put("bytes_out", bytes.bytesOut())
                    .put("bytes_in", bytes.bytesIn()));
    node.set("rounds", outcome.traffic().json());
    return node;
  }

  private static ObjectNode texts(Map<String, String> values) {
    ObjectNode node = Json.object();
    values.forEach(node::put);
    return node;
  }
}
