package io.coterie.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coterie.data.DataSet;
import io.coterie.math.Parallel;
import io.coterie.method.Methods;
import io.coterie.partition.Partition;
import io.coterie.protocol.StudyPlan;
import io.coterie.report.ReportData;
import io.coterie.report.ReportInput;
import io.coterie.store.Json;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The report of a simulation: what its run record says, less what the level hides. At level strict
 * no exact number of records, no hash of the data and, with noise that nobody can repeat, no score
 * is told: each is an exact function of the records.
 *
 * @param record of the run
 * @param run the same as JSON
 */
record RunReport(RunRecord record, ObjectNode run) {
  /** Where files went and how many threads there were is nobody's business. */
  private static final Set<String> NOT_REPEATED =
      Set.of("out", "labels-format", "threads", "study", "study-hash");

  ReportData data(Parallel parallel) {
    Simulation simulation = record.simulation();
    Simulation.Outcome outcome = record.outcome();
    Placement placement = outcome.placement();
    return ReportData.of(
        new ReportInput(
            simulation.plan(),
            outcome.result().model(),
            simulation.input().data().columns(),
            simulation.partition().sites().stream().map(Partition.Site::name).toList(),
            outcome.log(),
            Optional.of(
                new ReportInput.Held(
                    simulation.input().data().records(),
                    placement.rows(),
                    placement.sites(),
                    placement.clusters(),
                    outcome.seen().lines(),
                    outcome.seen().points()))),
        told(),
        parallel);
  }

  private StudyPlan plan() {
    return record.simulation().plan();
  }

  private boolean isStrict() {
    return plan().privacy().isStrict();
  }

  private ObjectNode told() {
    DataSet data = record.simulation().input().data();
    ObjectNode node = Json.object().put("name", data.name()).put("title", title());
    node.put("made_by", "coterie " + record.command());
    node.put("finished_at", run.path("finished_at").asText());
    node.set("answer", answer());
    node.set("scores", scores());
    node.set("privacy", privacy());
    node.set("findings", ReportWords.findings(record.outcome().result().findings()));
    node.set("provenance", provenance());
    node.set("options", options());
    return node.put("repeat", repeat());
  }

  private int found() {
    return record.outcome().placement().clusters().clusterCount();
  }

  /** Returns "569 records", or what is public of them. */
  private String records() {
    return isStrict()
        ? "about %s"
            .formatted(
                Amounts.count(plan().privacy().terms().orElseThrow().publicRecords(), "record"))
        : Amounts.count(record.simulation().input().data().size(), "record");
  }

  private String title() {
    return "%s in %s of %s"
        .formatted(
            Amounts.count(found(), "cluster"),
            records(),
            Amounts.count(record.simulation().partition().sites().size(), "site"));
  }

  private ArrayNode answer() {
    DataSet data = record.simulation().input().data();
    ArrayNode facts = Json.array();
    ReportWords.fact(facts, "Data", data.name());
    ReportWords.fact(facts, "Records", records());
    ReportWords.fact(facts, "Features", "%,d (%s)".formatted(data.columns().size(), data.kind()));
    ReportWords.fact(
        facts,
        "Clusters",
        "%d, %s".formatted(found(), plan().clusters().isAuto() ? "found" : "as asked for"));
    ReportWords.fact(
        facts,
        "Method",
        "%s: %s".formatted(plan().method(), Methods.named(plan().method()).summary()));
    ReportWords.fact(facts, "Rounds", Integer.toString(record.outcome().result().rounds()));
    ReportWords.fact(facts, "Left the sites", Amounts.bytes(record.outcome().result().bytesOut()));
    ReportWords.fact(facts, "Reached them", Amounts.bytes(record.outcome().result().bytesIn()));
    ReportWords.fact(facts, "Time", Amounts.seconds(record.outcome().times().run()));
    return facts;
  }

  private ArrayNode scores() {
    ArrayNode array = Json.array();
    if (isStrict() && record.simulation().secureNoise()) {
      return array;
    }
    JsonNode scores = run.path("scores");
    String against = "against the labels that were given; no method sees them";
    score(array, scores, "accuracy", "Accuracy (ACC)", against);
    score(array, scores, "nmi", "Information (NMI)", against);
    score(array, scores, "ari", "Rand index (ARI)", against);
    score(array, scores, "silhouette", "Silhouette", "-1 to 1, larger is better");
    score(array, scores, "davies_bouldin", "Davies-Bouldin", "smaller is better");
    score(array, scores, "calinski_harabasz", "Calinski-Harabasz", "larger is better");
    return array;
  }

  private static void score(
      ArrayNode array, JsonNode scores, String key, String name, String note) {
    if (scores.path(key).isNumber()) {
      array
          .addObject()
          .put("key", key)
          .put("name", name)
          .put("value", scores.get(key).doubleValue())
          .put("note", note);
    }
  }

  private ObjectNode privacy() {
    return new ReportWords(plan())
        .privacy(run, !record.simulation().secureNoise())
        .put("noise_source", record.simulation().noiseWords());
  }

  private ArrayNode provenance() {
    ArrayNode facts = ReportWords.provenance(run);
    if (!isStrict()) {
      ReportWords.fact(facts, "Data, SHA-256", run.path("data").path("sha256").asText());
    }
    ReportWords.fact(facts, "Study", run.path("options").path("study").asText());
    ReportWords.fact(facts, "Study, SHA-256", run.path("options").path("study-hash").asText());
    return facts;
  }

  private ArrayNode options() {
    ArrayNode facts = Json.array();
    record
        .options()
        .properties()
        .forEach(
            option -> ReportWords.fact(facts, "--" + option.getKey(), option.getValue().asText()));
    return facts;
  }

  /** Returns the command that repeats the run. */
  private String repeat() {
    if (record.command().equals("demo")) {
      return "coterie demo";
    }
    StringBuilder line = new StringBuilder("coterie ").append(record.command());
    if (record.options().has("study")) {
      line.append(' ').append(record.options().get("study").asText()).append(".yaml");
    }
    record
        .options()
        .properties()
        .forEach(
            option -> {
              if (!NOT_REPEATED.contains(option.getKey())) {
                append(line, option);
              }
            });
    return line.toString();
  }

  private static void append(StringBuilder line, Map.Entry<String, JsonNode> option) {
    String value = option.getValue().asText();
    String flag = " --" + option.getKey();
    if (value.equals("true")) {
      line.append(flag);
    } else if (option.getKey().equals("site")) {
      for (String site : value.split(",", -1)) {
        line.append(flag).append(' ').append(quoted(site));
      }
    } else if (!value.equals("false")) {
      line.append(flag).append(' ').append(quoted(value));
    }
  }

  private static String quoted(String word) {
    return word.matches("[\\w.,:=/@%+-]+") ? word : "'" + word.replace("'", "'\\''") + "'";
  }
}
