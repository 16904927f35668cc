package io.coterie.coordinator;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coterie.CoterieException;
import io.coterie.ErrorCode;
import io.coterie.Seconds;
import io.coterie.federation.RunListener;
import io.coterie.json.Json;
import io.coterie.math.Parallel;
import io.coterie.method.dp.DpSchedule;
import io.coterie.method.dp.DpStep;
import io.coterie.method.verdict.Verdict;
import io.coterie.model.ProfileAnswer;
import io.coterie.privacy.PrivacyLoss;
import io.coterie.report.ColumnShares;
import io.coterie.report.FindingWords;
import io.coterie.report.PrivacySummary;
import io.coterie.report.ReportData;
import io.coterie.report.ReportHead;
import io.coterie.report.ReportPage;
import io.coterie.report.RunLog;
import io.coterie.report.RunSummary;
import io.coterie.report.profile.FederatedProfile;
import io.coterie.report.profile.ProfileFiles;
import io.coterie.report.profile.ProfileText;
import io.coterie.store.AtomicOutput;
import io.coterie.store.ModelFile;
import io.coterie.store.Version;
import io.coterie.study.Study;
import io.coterie.terminal.Console;
import io.coterie.terminal.Table;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/** A study that a coordinator serves, and its files: model.json, run.json and the report. */
public final class ServedOutput {
  private final Study study;
  private final Path out;
  private final RunLog log = new RunLog();
  private final long start = System.nanoTime();
  private RunSummary.Served run;
  private Optional<FederatedProfile> profile = Optional.empty();

  public ServedOutput(Study study, Path out) {
    this.study = study;
    this.out = out;
  }

  public RunListener log() {
    return log;
  }

  /** Writes the files and returns the text of the model. */
  public byte[] write(StudyAnswer answer) {
    run = summary(answer);
    if (study.isProfile()) {
      return writeProfile((ProfileAnswer) answer.model().clusters());
    }
    return AtomicOutput.writeFolder(
        out,
        true,
        AtomicOutput.Readers.OWNER,
        staging -> {
          Path model = staging.file("model.json");
          RunSummary.Provenance provenance = provenance(new PrivacySummary(study.plan()).agreed());
          new ModelFile(
                  answer.model(),
                  study.schema().kind(),
                  columns(),
                  study.schema().columns(),
                  Json.tree(provenance))
              .write(model);
          Files.writeString(
              staging.file("run.json"), Json.text(Json.versioned(Console.SCHEMA_VERSION, run)));
          ReportPage.write(report(answer), staging);
          return Files.readAllBytes(model);
        });
  }

  /** Returns the report as it was written; none of a profile. */
  public Optional<byte[]> page() {
    Path page = out.resolve("report.html");
    try {
      return study.isProfile() ? Optional.empty() : Optional.of(Files.readAllBytes(page));
    } catch (IOException e) {
      throw new CoterieException(
          ErrorCode.OUTPUT, "The report %s cannot be read again.".formatted(page), e);
    }
  }

  /** A site makes the files of a profile itself, of the answer that it has checked. */
  private byte[] writeProfile(ProfileAnswer answer) {
    profile = Optional.of(FederatedProfile.of(study, answer));
    return AtomicOutput.writeFolder(
        out,
        true,
        AtomicOutput.Readers.OWNER,
        staging -> {
          ProfileFiles.write(profile.get(), staging);
          Files.writeString(
              staging.file("run.json"), Json.text(Json.versioned(Console.SCHEMA_VERSION, run)));
          return new byte[0];
        });
  }

  private ReportData report(StudyAnswer answer) {
    return ReportData.of(
        new ReportData.Input(
            study.plan(),
            answer.model(),
            columns(),
            study.schema().columns(),
            study.participation().sites(),
            log,
            Optional.empty()),
        ReportHead.of(run, study, answer.model()),
        Parallel.sequential());
  }

  private List<String> columns() {
    List<String> names = study.schema().names();
    return names.isEmpty()
        ? IntStream.range(0, study.plan().input().dimension()).mapToObj(i -> "v" + i).toList()
        : names;
  }

  private RunSummary.Provenance provenance(RunSummary.Privacy privacy) {
    return new RunSummary.Provenance(
        new RunSummary.Software(Version.coterie(), Version.java(), Optional.empty()),
        Optional.of(study.name()),
        Optional.of(study.hash()),
        study.plan().method(),
        Optional.empty(),
        study.plan().clusters().toString(),
        study.seed(),
        Optional.empty(),
        privacy,
        study.participation().sites().size(),
        Optional.empty());
  }

  private RunSummary.Served summary(StudyAnswer answer) {
    int rounds = answer.takingPart().size();
    return new RunSummary.Served(
        "serve",
        Instant.now(),
        provenance(
            study.plan().privacy().isDp()
                ? scheduledReleases(rounds)
                : new PrivacySummary(study.plan()).agreed()),
        study.canonical(),
        rounds,
        answer.takingPart().entrySet().stream()
            .map(entry -> new RunSummary.TakingPart(entry.getKey(), entry.getValue()))
            .toList(),
        missing(answer),
        RunSummary.named(answer.findings(), study.schema().names()),
        log.rounds(),
        Seconds.since(start),
        ColumnShares.of(study.plan(), answer.model(), columns()));
  }

  /**
   * Returns what the rounds of a dp study cost each site that answered them, as its coordinator
   * knows it: a site answers the steps of the schedule in their order, each once, and refuses any
   * other. Its own ledger has what it spent; that is never more.
   */
  private RunSummary.Privacy scheduledReleases(int rounds) {
    List<DpStep> schedule = DpSchedule.of(study.plan()).steps();
    List<DpStep> taken = schedule.subList(0, Math.min(rounds, schedule.size()));
    PrivacyLoss spent =
        taken.stream().map(DpStep::total).reduce(PrivacyLoss.none(), PrivacyLoss::plus);
    List<RunSummary.Step> steps = new ArrayList<>();
    for (DpStep step : taken) {
      List<RunSummary.Block> blocks = new ArrayList<>();
      step.losses().forEach((block, loss) -> blocks.add(RunSummary.Block.of(block, loss)));
      steps.add(new RunSummary.Step(steps.size() + 1, step.kind(), blocks));
    }
    return new PrivacySummary(study.plan())
        .after(Optional.of(spent), Optional.empty(), Optional.of(steps));
  }

  /** Returns the sites that were missing from a round or more, by name. */
  private List<String> missing(StudyAnswer answer) {
    return study.participation().sites().stream()
        .filter(
            site -> answer.takingPart().values().stream().anyMatch(sites -> !sites.contains(site)))
        .sorted()
        .toList();
  }

  public void say(Console console) {
    profile.ifPresent(found -> new ProfileText(found).say(console));
    Table facts = Table.ofFacts();
    facts.row("study", study.name());
    facts.row("rounds", Integer.toString(run.rounds()));
    facts.row(
        "took part",
        run.attendance() + (run.missing().isEmpty() ? "" : "; run.json has the rounds"));
    Optional.ofNullable(run.findings().get("clusters"))
        .ifPresent(found -> facts.row("clusters", found));
    Optional.ofNullable(run.findings().get(Verdict.FINDING))
        .ifPresent(verdict -> facts.row(Verdict.FINDING, verdict));
    FindingWords.rows(facts, run.findings(), console.isVerbose());
    facts.row("privacy", run.privacy().promise());
    if (profile.isPresent()) {
      facts.row(out.resolve(ProfileFiles.PAGE).toString(), "the profile, for a browser");
      facts.row(out.resolve(ProfileFiles.DOCUMENT).toString(), "the profile, and agreed levels");
    } else {
      facts.row(out.resolve("report.html").toString(), "the answer in pictures, for a browser");
      facts.row(out.resolve("model.json").toString(), "labels new records");
    }
    facts.row(out.resolve("run.json").toString(), "what was done, and who took part");
    console.say(facts);
  }

  public ObjectNode json() {
    return Json.tree(run).put("out", out.toString());
  }
}
