package io.coterie.bench;

import io.coterie.bench.ReferenceScores.Mark;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.stream.Stream;

/** What a table shows of runs: their scores, and in some tables what the sites send. */
public enum Metric {
  ACC,
  NMI,
  ARI,

  /** Cells that the coordinator makes its graph of. */
  ANCHORS,

  /** Questions to the sites. */
  ROUNDS,

  /** What leaves a site, see {@link ServedBytes}. */
  BYTES_PER_SITE;

  boolean isScore() {
    return this == ACC || this == NMI || this == ARI;
  }

  /** Returns its name in a document. */
  String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  String title() {
    return isScore() ? name() : name().charAt(0) + word().substring(1).replace('_', ' ');
  }

  public double of(CellResult.Scores scores) {
    return switch (this) {
      case ACC -> scores.accuracy();
      case NMI -> scores.nmi();
      case ARI -> scores.ari();
      default -> throw new IllegalArgumentException("%s is no score.".formatted(this));
    };
  }

  /** Returns its value of a run; nothing of one that failed or does not have it. */
  OptionalDouble of(BenchmarkRun run, CellResult result) {
    if (result.scores().isEmpty()) {
      return OptionalDouble.empty();
    }
    return switch (this) {
      case ACC, NMI, ARI -> OptionalDouble.of(of(result.scores().get()));
      case ANCHORS ->
          Stream.ofNullable(result.findings().get("anchors"))
              .mapToDouble(Double::parseDouble)
              .findFirst();
      case ROUNDS -> OptionalDouble.of(result.cost().rounds());
      case BYTES_PER_SITE ->
          OptionalDouble.of((double) result.cost().bytesOut() / run.split().sites());
    };
  }

  OptionalDouble of(Mark mark) {
    return switch (this) {
      case ACC -> OptionalDouble.of(mark.accuracy());
      case NMI -> OptionalDouble.of(mark.nmi());
      case ARI -> mark.ari();
      case ANCHORS, ROUNDS, BYTES_PER_SITE -> OptionalDouble.empty();
    };
  }

  String text(Summary summary) {
    if (isScore()) {
      return summary.toString();
    }
    String mean = String.format(Locale.ROOT, "%,.0f", summary.mean());
    return summary.count() > 1
        ? mean + String.format(Locale.ROOT, " ± %,.0f", summary.deviation())
        : mean;
  }

  /** Returns ACC and NMI, ARI where the paper has it, and costs where the grid is of them. */
  static List<Metric> shownIn(Grid grid) {
    boolean hasAri =
        grid.rows().stream()
            .flatMap(row -> row.slots().stream())
            .flatMap(slot -> slot.paper().stream())
            .anyMatch(mark -> mark.ari().isPresent());
    return Stream.of(values())
        .filter(metric -> metric == ARI ? hasAri : metric.isScore() || grid.hasCosts())
        .toList();
  }

  /** Returns all scores, and costs where the grid is of them. */
  static List<Metric> writtenOf(Grid grid) {
    return Stream.of(values()).filter(metric -> metric.isScore() || grid.hasCosts()).toList();
  }
}
