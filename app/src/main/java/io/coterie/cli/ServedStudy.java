package io.coterie.cli;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coterie.Seconds;
import io.coterie.federation.RunEvent;
import io.coterie.federation.RunListener;
import io.coterie.math.Parallel;
import io.coterie.report.ReportData;
import io.coterie.report.ReportInput;
import io.coterie.report.ReportLog;
import io.coterie.serve.StudyAnswer;
import io.coterie.store.Json;
import io.coterie.store.ModelFile;
import io.coterie.store.Staging;
import io.coterie.study.Study;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.IntStream;

/** A study that a coordinator serves, as its files tell it: model.json and run.json. */
final class ServedStudy implements RunListener {
  private final Study study;
  private final Path out;
  private final TrafficLog traffic = new TrafficLog();
  private final ReportLog log = new ReportLog();
  private final long start = System.nanoTime();
  private ObjectNode record = Json.object();
  private StudyAnswer answer;

  ServedStudy(Study study, Path out) {
    this.study = study;
    this.out = out;
  }

  @Override
  public void on(RunEvent event) {
    traffic.on(event);
    log.on(event);
  }

  /** Writes the files and returns the text of the model. */
  byte[] write(StudyAnswer found) {
    answer = found;
    record = record();
    try (Staging staging = Staging.forFolder(out, true)) {
      Path model = staging.file("model.json");
      try {
        new ModelFile(found.model(), study.schema().kind(), columns(), provenance()).write(model);
        ObjectNode document = Json.object().put("schema_version", Console.SCHEMA_VERSION);
        document.setAll(record);
        Files.writeString(staging.file("run.json"), Json.text(document));
        ReportFiles.write(report(), staging);
        byte[] text = Files.readAllBytes(model);
        staging.publishFolder();
        return text;
      } catch (IOException e) {
        throw staging.unwritten(e);
      }
    }
  }

  private ReportData report() {
    return ReportData.of(
        new ReportInput(
            study.plan(),
            answer.model(),
            columns(),
            study.participation().sites(),
            log,
            Optional.empty()),
        new ServedReport(study, record, answer.model()).told(),
        Parallel.sequential());
  }

  private List<String> columns() {
    List<String> names = study.schema().names();
    return names.isEmpty()
        ? IntStream.range(0, study.plan().input().dimension()).mapToObj(i -> "v" + i).toList()
        : names;
  }

  private ObjectNode provenance() {
    ObjectNode node = Json.object().put("coterie", Version.coterie()).put("java", Version.java());
    node.put("study", study.name()).put("hash", study.hash());
    node.put("method", study.plan().method());
    node.put("clusters", study.plan().clusters().toString());
    node.put("seed", study.seed());
    node.set("privacy", new PrivacyStory(study.plan()).json());
    node.put("sites", study.participation().sites().size());
    return node;
  }

  private ObjectNode record() {
    ObjectNode node = Json.object().put("command", "serve");
    node.put("finished_at", Instant.now().toString());
    node.setAll(provenance());
    if (study.plan().privacy().isStrict()) {
      new ScheduledReleases(study.plan(), answer.takingPart().size())
          .addTo((ObjectNode) node.get("privacy"));
    }
    node.put("effective_study", study.canonical());
    node.put("rounds", answer.takingPart().size());
    ArrayNode rounds = node.putArray("taking_part");
    answer
        .takingPart()
        .forEach(
            (round, sites) -> {
              ArrayNode names = rounds.addObject().put("round", round).putArray("sites");
              sites.forEach(names::add);
            });
    ArrayNode missing = node.putArray("missing");
    missing().forEach(missing::add);
    ObjectNode findings = node.putObject("findings");
    answer.findings().forEach(findings::put);
    node.set("traffic", traffic.json());
    node.put("seconds", Seconds.since(start));
    return node;
  }

  /** Returns the sites that were missing from a round or more. */
  private List<String> missing() {
    TreeSet<String> missing = new TreeSet<>();
    for (List<String> sites : answer.takingPart().values()) {
      List<String> absent = new ArrayList<>(study.participation().sites());
      absent.removeAll(sites);
      missing.addAll(absent);
    }
    return List.copyOf(missing);
  }

  /** Tells how it ended. */
  void say(Console console) {
    Table facts = Table.ofFacts();
    facts.row("study", study.name());
    facts.row("rounds", Integer.toString(answer.takingPart().size()));
    List<String> missing = missing();
    facts.row(
        "took part",
        missing.isEmpty()
            ? "all %d sites, in every round".formatted(study.participation().sites().size())
            : "not in every round: %s; run.json has the rounds"
                .formatted(String.join(", ", missing)));
    for (Map.Entry<String, String> finding : answer.findings().entrySet()) {
      facts.row(finding.getKey(), finding.getValue());
    }
    facts.row("privacy", new PrivacyStory(study.plan()).promise());
    facts.row(out.resolve("report.html").toString(), "the answer in pictures, for a browser");
    facts.row(out.resolve("model.json").toString(), "labels new records");
    facts.row(out.resolve("run.json").toString(), "what was done, and who took part");
    console.say(facts);
  }

  ObjectNode json() {
    ObjectNode node = record.deepCopy();
    node.put("out", out.toString());
    return node;
  }
}
