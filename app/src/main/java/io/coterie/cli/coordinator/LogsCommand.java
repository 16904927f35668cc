package io.coterie.cli.coordinator;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.coterie.CoterieException;
import io.coterie.cli.options.ConsoleCommand;
import io.coterie.coordinator.HistoryLine;
import io.coterie.coordinator.operator.OperatorClient;
import io.coterie.coordinator.operator.StudyStatus;
import io.coterie.store.journal.BegunStudy;
import io.coterie.store.journal.Journal;
import io.coterie.terminal.Console;
import io.coterie.terminal.Pause;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "logs",
    description = {
      "What has happened in the studies of a coordinator on this machine, from its journal: who"
          + " came and went, which rounds were closed with whom, how it ended. It runs or not."
    },
    footer = {
      "",
      "Examples:",
      "  coterie logs --home federation/coordinator --follow",
      "  coterie logs study.yaml --home federation/coordinator"
    })
public final class LogsCommand extends ConsoleCommand {
  private static final long LOOK_MILLIS = 1_000;

  @Mixin JournalOptions coordinator;

  @Mixin NamedStudy named;

  @Option(names = "--follow", description = "Go on until the coordinator ends.")
  boolean follow;

  private record Line(String study, @JsonUnwrapped HistoryLine line) {}

  @Override
  protected int execute(Console console) {
    if (follow && console.isJson()) {
      throw CoterieException.usage("--follow is for people; ask again and again for JSON.");
    }
    Optional<OperatorClient> client = coordinator.client();
    if (client.isPresent()) {
      follow(client.get(), console);
      return 0;
    }
    try (Journal opened = coordinator.journal().orElseThrow(coordinator::absent)) {
      List<String> studies = opened.studies().stream().map(BegunStudy::name).toList();
      BiFunction<String, Long, List<HistoryLine>> source =
          (name, after) -> opened.events(name, after).stream().map(HistoryLine::of).toList();
      report(news(source, start(studies)), console);
    }
    return 0;
  }

  private void follow(OperatorClient client, Console console) {
    Map<String, Long> seen = start(client.status().stream().map(StudyStatus::study).toList());
    if (!follow) {
      report(news(client::history, seen), console);
      return;
    }
    do {
      news(client::history, seen).forEach(line -> console.say(text(line)));
    } while (Pause.millis(LOOK_MILLIS) && client.isThere());
    console.say("The coordinator has ended.");
  }

  private Map<String, Long> start(List<String> studies) {
    Optional<String> study = named.among(studies);
    Map<String, Long> seen = new LinkedHashMap<>();
    studies.stream()
        .filter(name -> study.isEmpty() || name.equals(study.get()))
        .forEach(name -> seen.put(name, 0L));
    return seen;
  }

  /** Returns all lines after those seen, of all studies by time, and takes note of them. */
  private static List<Line> news(
      BiFunction<String, Long, List<HistoryLine>> source, Map<String, Long> seen) {
    List<Line> news = new ArrayList<>();
    for (Map.Entry<String, Long> entry : seen.entrySet()) {
      List<HistoryLine> part;
      do {
        part = source.apply(entry.getKey(), entry.getValue());
        part.forEach(line -> news.add(new Line(entry.getKey(), line)));
        part.forEach(line -> entry.setValue(line.sequence()));
      } while (!part.isEmpty());
    }
    news.sort(Comparator.comparing(line -> line.line().time()));
    return news;
  }

  private static void report(List<Line> lines, Console console) {
    lines.forEach(line -> console.say(text(line)));
    console.finish(Map.of("events", lines));
  }

  private static String text(Line line) {
    return "%s  %s: %s"
        .formatted(
            line.line().time().truncatedTo(ChronoUnit.SECONDS), line.study(), line.line().text());
  }
}
