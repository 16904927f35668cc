package io.coterie.cli;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coterie.method.Methods;
import io.coterie.model.FittedModel;
import io.coterie.protocol.StudyPlan;
import io.coterie.store.Json;
import io.coterie.study.Study;
import java.util.ArrayList;
import java.util.List;

/**
 * The report of a served study. A coordinator has no records, so there is nothing to leave out.
 *
 * @param study what was served
 * @param run its run record
 * @param model the answer
 */
record ServedReport(Study study, ObjectNode run, FittedModel model) {
  ObjectNode told() {
    ObjectNode node = Json.object().put("name", study.name()).put("title", title());
    node.put("made_by", "coterie serve");
    node.put("finished_at", run.path("finished_at").asText());
    node.set("answer", answer());
    node.set("scores", Json.array());
    node.set("privacy", new ReportWords(plan()).privacy(run, false));
    ArrayNode findings = node.putArray("findings");
    run.path("findings")
        .properties()
        .forEach(
            finding -> ReportWords.fact(findings, finding.getKey(), finding.getValue().asText()));
    node.set("provenance", provenance());
    node.putArray("options");
    return node.put("repeat", "coterie serve %s.yaml".formatted(study.name()));
  }

  private StudyPlan plan() {
    return study.plan();
  }

  private String title() {
    return "%s in the records of %s"
        .formatted(
            Amounts.count(model.clusters().clusterCount(), "cluster"),
            Amounts.count(study.participation().sites().size(), "site"));
  }

  private ArrayNode answer() {
    ArrayNode facts = Json.array();
    ReportWords.fact(facts, "Study", study.name());
    ReportWords.fact(
        facts, "Features", "%,d (%s)".formatted(plan().input().dimension(), plan().input().kind()));
    ReportWords.fact(
        facts,
        "Clusters",
        "%d, %s"
            .formatted(
                model.clusters().clusterCount(),
                plan().clusters().isAuto() ? "found" : "as asked for"));
    ReportWords.fact(
        facts,
        "Method",
        "%s: %s".formatted(plan().method(), Methods.named(plan().method()).summary()));
    ReportWords.fact(facts, "Rounds", run.path("rounds").asText());
    ReportWords.fact(facts, "Time", Amounts.seconds(run.path("seconds").asDouble()));
    ReportWords.fact(
        facts,
        "Took part",
        run.path("missing").isEmpty()
            ? "all sites, in every round"
            : "not in every round: " + String.join(", ", missing()));
    return facts;
  }

  private Iterable<String> missing() {
    List<String> names = new ArrayList<>();
    run.path("missing").forEach(name -> names.add(name.asText()));
    return names;
  }

  private ArrayNode provenance() {
    ArrayNode facts = ReportWords.provenance(run);
    ReportWords.fact(facts, "Study, SHA-256", study.hash());
    return facts;
  }
}
