package io.coterie.cli.coordinator;

import io.coterie.coordinator.Phase;
import io.coterie.coordinator.operator.StudyStatus;
import io.coterie.terminal.Console;
import io.coterie.terminal.Format;
import io.coterie.terminal.Table;
import java.util.List;

/**
 * The status of a study as people read it.
 *
 * @param isRunning whether somebody runs it; else it is what a journal knows
 */
record StatusView(StudyStatus status, boolean isRunning) {
  void say(Console console) {
    Table facts = Table.ofFacts();
    facts.row("study", status.study());
    facts.row("phase", phase());
    facts.row("quorum", "%d of %d sites".formatted(status.quorum(), status.sites().size()));
    if (!status.course().rounds().isEmpty()) {
      facts.row("bytes", bytes(console.hasScreen()));
    }
    status.ending().ifPresent(ending -> facts.row("ending", ending));
    String waiting = status.waitingFor();
    if (isRunning && !status.isOver() && !waiting.equals(status.phase().word())) {
      facts.row("", waiting);
    }
    boolean isSaid = status.ending().map(why -> why.contains("coterie resume")).orElse(false);
    if (!isRunning && status.phase() != Phase.FINISHED && !isSaid) {
      facts.row("", "coterie resume continues it");
    }
    console.say(facts, "");
    console.say(sites(), "");
  }

  /** Bytes of the last rounds, the tallest mark for the most; digits alone where nobody looks. */
  private String bytes(boolean isDrawn) {
    List<StudyStatus.Round> rounds = status.course().rounds();
    long total = rounds.stream().mapToLong(StudyStatus.Round::bytes).sum();
    String words = "%s in %s".formatted(Format.bytes(total), Format.count(rounds.size(), "round"));
    if (!isDrawn) {
      return words;
    }
    return Format.bars(rounds.stream().map(StudyStatus.Round::bytes).toList()) + "  " + words;
  }

  private String phase() {
    StringBuilder text = new StringBuilder(status.phase().word());
    if (status.round() > 0) {
      text.append(", round ").append(status.round());
    }
    status.step().ifPresent(step -> text.append(" (%s)".formatted(step)));
    status.left().ifPresent(left -> text.append(", %s left".formatted(Format.time(left))));
    return text.toString();
  }

  private Table sites() {
    if (!isRunning) {
      Table table = Table.withHeader(List.of("site", "state", "remark"));
      status.sites().forEach(site -> table.row(site.name(), site.state().word(), site.remark()));
      return table;
    }
    Table table =
        Table.withHeader(List.of("site", "state", "last heard", "received", "sent", "doing"));
    for (StudyStatus.Site site : status.sites()) {
      table.row(
          site.name(),
          site.state().word() + (site.awaited() ? ", awaited" : ""),
          site.silence().map(Format::time).map("%s ago"::formatted).orElse("never"),
          Format.bytes(site.bytesIn()),
          Format.bytes(site.bytesOut()),
          site.remark());
    }
    return table;
  }
}
