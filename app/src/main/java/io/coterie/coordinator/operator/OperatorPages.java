package io.coterie.coordinator.operator;

import io.coterie.coordinator.Coordinator;
import io.coterie.coordinator.HistoryLine;
import io.coterie.coordinator.SiteRegistry;
import io.coterie.dashboard.Answer;
import io.coterie.dashboard.LiveServer;
import io.coterie.dashboard.LiveSource;
import io.coterie.dashboard.PageContent;
import io.coterie.json.Json;
import io.coterie.report.StudyFacts;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;

/** What the operator's endpoint answers. */
final class OperatorPages implements PageContent {
  /** Lines of one answer; whoever wants more asks for those after the last. */
  private static final int MOST_LINES = 1000;

  private final Coordinator coordinator;
  private final String software;
  private final Predicate<String> resumes;
  private final Metrics metrics;
  private final Map<String, Function<Map<String, String>, Answer>> reads =
      Map.of(
          LiveServer.HEALTH,
          query -> health(),
          "/status",
          query -> status(),
          "/metrics",
          query -> metrics(),
          "/study",
          this::study,
          "/events",
          this::events);
  private final Map<String, Function<Map<String, String>, Answer>> acts =
      Map.of(
          "/stop", this::stop,
          "/close-round", this::closeRound,
          "/resume", this::resume);

  private record Status(String coterie, int port, List<StudyStatus> studies) {}

  private record Events(String study, List<HistoryLine> events, boolean more) {}

  /**
   * Makes the answers.
   *
   * @param resumes goes on with a study that has ended, and returns whether it does
   */
  OperatorPages(Coordinator coordinator, String software, Predicate<String> resumes) {
    this.coordinator = coordinator;
    this.software = software;
    this.resumes = resumes;
    this.metrics = new Metrics(software, System.nanoTime());
  }

  @Override
  public Map<String, Function<Map<String, String>, Answer>> reads() {
    return reads;
  }

  @Override
  public Map<String, Function<Map<String, String>, Answer>> acts() {
    return acts;
  }

  @Override
  public Optional<LiveSource> live(Map<String, String> query) {
    String study = name(query);
    return coordinator.status(study).isEmpty()
        ? Optional.empty()
        : Optional.of(after -> news(study, after));
  }

  private LiveSource.News news(String study, long after) {
    // The status first: lines may then be newer than it, and never older.
    StudyStatus status = coordinator.status(study).orElseThrow();
    List<LiveSource.Line> lines =
        coordinator.history(study, after).orElse(List.of()).stream()
            .map(line -> new LiveSource.Line(line.sequence(), line))
            .toList();
    return new LiveSource.News(status, lines);
  }

  private static String name(Map<String, String> query) {
    return query.getOrDefault("study", "");
  }

  private Answer health() {
    return Answer.json(Json.object().put("status", "ok").put("coterie", software));
  }

  private Answer status() {
    return Answer.json(new Status(software, coordinator.port(), coordinator.status()));
  }

  private Answer study(Map<String, String> query) {
    return coordinator
        .study(name(query))
        .map(study -> Answer.json(StudyFacts.of(study)))
        .orElseGet(this::unknown);
  }

  private Answer metrics() {
    return Answer.text(
        "text/plain; version=0.0.4; charset=utf-8",
        metrics.text(coordinator.status(), System.nanoTime()));
  }

  private Answer events(Map<String, String> query) {
    String study = name(query);
    String after = query.getOrDefault("after", "0");
    if (!after.matches("[0-9]{1,18}")) {
      return Answer.problem(400, "after is a sequence number");
    }
    Optional<List<HistoryLine>> lines = coordinator.history(study, Long.parseLong(after));
    if (lines.isEmpty()) {
      return unknown();
    }
    return Answer.json(
        new Events(
            study,
            lines.get().stream().limit(MOST_LINES).toList(),
            lines.get().size() > MOST_LINES));
  }

  private Answer stop(Map<String, String> query) {
    String study = name(query);
    return done(
        study,
        coordinator.stop(
            study, "The operator stopped the study. Go on with coterie resume, or begin another."),
        "the study has ended");
  }

  private Answer closeRound(Map<String, String> query) {
    String study = name(query);
    return done(
        study, coordinator.closeRound(study), "the study has ended, or waits for nobody just now");
  }

  private Answer resume(Map<String, String> query) {
    String study = name(query);
    return done(study, resumes.test(study), "the study continues, or has come to its answer");
  }

  private Answer done(String study, boolean isDone, String why) {
    if (isDone) {
      return Answer.json(Json.object().put("study", study).put("done", true));
    }
    return coordinator.status(study).isEmpty() ? unknown() : Answer.problem(409, why);
  }

  private Answer unknown() {
    List<String> known = coordinator.status().stream().map(StudyStatus::study).toList();
    return Answer.problem(
        404, "name a study that runs here with ?study=: " + SiteRegistry.list(known));
  }
}
