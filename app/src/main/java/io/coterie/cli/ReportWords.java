package io.coterie.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coterie.method.Methods;
import io.coterie.protocol.PrivacyLevel;
import io.coterie.protocol.StudyPlan;
import io.coterie.store.Json;
import java.util.List;
import java.util.Map;

/**
 * What a report says of any study, however it was run.
 *
 * @param plan of the study
 */
record ReportWords(StudyPlan plan) {
  /** Returns level, promise, who saw what, and what a run spent. */
  ObjectNode privacy(JsonNode run, boolean isRehearsal) {
    ObjectNode node = privacy(isRehearsal);
    for (String part : List.of("spent", "steps")) {
      if (run.path("privacy").has(part)) {
        node.set(part, run.path("privacy").get(part));
      }
    }
    return node;
  }

  private ObjectNode privacy(boolean isRehearsal) {
    PrivacyStory story = new PrivacyStory(plan);
    ObjectNode node = story.json();
    story.sums().ifPresent(words -> node.put("sums_words", words));
    PrivacyLevel level = plan.privacy().level();
    if (!Methods.named(plan.method()).isFederated()) {
      node.put("warning", "The method pools all records: nothing is hidden from whoever runs it.");
    } else if (level == PrivacyLevel.PAPER) {
      node.put(
          "warning",
          "Level paper: graphs over records left the sites in the clear. Whoever has them can"
              + " rebuild the records; use level component or strict for records that matter.");
    } else if (level == PrivacyLevel.COMPONENT) {
      node.put(
          "caution", "Level component proves nothing: summaries of small groups left the sites.");
    }
    if (isRehearsal) {
      node.put(
          "rehearsal",
          "This is a simulation: its noise can be repeated, so it is not private, whatever its"
              + " level. The report shows what a real study of this level would show%s."
                  .formatted(
                      level == PrivacyLevel.STRICT
                          ? ", and scores, which only a simulation can know"
                          : ""));
    }
    return node;
  }

  /** Returns what made a run, as facts; more can be added. */
  static ArrayNode provenance(JsonNode run) {
    ArrayNode facts = Json.array();
    fact(facts, "Coterie", run.path("coterie").asText());
    fact(facts, "Java", run.path("java").asText());
    fact(facts, "Finished", run.path("finished_at").asText());
    fact(facts, "Seed", run.path("seed").asText());
    return facts;
  }

  /** Returns what the coordinator found out, as facts. */
  static ArrayNode findings(Map<String, String> findings) {
    ArrayNode array = Json.array();
    findings.forEach((name, value) -> fact(array, name, value));
    return array;
  }

  static void fact(ArrayNode facts, String name, String value) {
    if (!value.isEmpty()) {
      facts.addObject().put("name", name).put("value", value);
    }
  }
}
