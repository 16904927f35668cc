package io.coterie.bench;

import io.coterie.bench.ReferenceScores.Mark;
import java.util.List;
import java.util.OptionalDouble;

public enum Metric {
  ACC,
  NMI,
  ARI;

  public double of(CellResult.Scores scores) {
    return switch (this) {
      case ACC -> scores.accuracy();
      case NMI -> scores.nmi();
      case ARI -> scores.ari();
    };
  }

  OptionalDouble of(Mark mark) {
    return switch (this) {
      case ACC -> OptionalDouble.of(mark.accuracy());
      case NMI -> OptionalDouble.of(mark.nmi());
      case ARI -> mark.ari();
    };
  }

  /** Returns ACC and NMI, and ARI where the paper has it. */
  static List<Metric> shownIn(Grid grid) {
    boolean hasAri =
        grid.rows().stream()
            .flatMap(row -> row.slots().stream())
            .flatMap(slot -> slot.paper().stream())
            .anyMatch(mark -> mark.ari().isPresent());
    return hasAri ? List.of(ACC, NMI, ARI) : List.of(ACC, NMI);
  }
}
