package io.coterie.bench.paper;

import io.coterie.bench.BenchmarkRun;
import io.coterie.bench.BenchmarkRun.Split;
import io.coterie.bench.Catalogue.Entry;
import io.coterie.bench.Grid;
import io.coterie.bench.Grid.Row;
import io.coterie.bench.Variant;
import io.coterie.bench.attack.PoisoningAttack;
import io.coterie.method.Methods;
import java.util.ArrayList;
import java.util.List;

/** What lying sites do to the scores of the honest ones, and what robust totals do about it. */
final class PoisonTable {
  private static final List<String> ROBUST = List.of("none", "cap", "trimmed", "median");

  /** In tenths of all sites. */
  private static final List<Integer> SHARES = List.of(1, 3);

  private final GridParts parts;

  PoisonTable(GridParts parts) {
    this.parts = parts;
  }

  Grid grid() {
    int sites = parts.setup().sites().orElse(GridParts.TABLE2_SITES);
    List<Entry> sets = parts.data(GridParts.named("wdbc", "usps", "moon"));
    List<Row> rows = new ArrayList<>();
    for (Entry entry : sets) {
      Split split = Split.iid(sites, parts.setup().sample());
      for (PoisoningAttack poison : poisons(sites)) {
        rows.add(
            parts.row(
                "%s %s".formatted(entry.title(), title(poison)),
                entry,
                split,
                ROBUST.stream()
                    .map(
                        word ->
                            Variant.of(Methods.DEFAULT)
                                .with("robust", word)
                                .with(PoisoningAttack.OPTION, poison.word()))
                    .map(variant -> new BenchmarkRun(variant, entry, split, 0))));
      }
    }
    return new Grid(
        "poison",
        "Sites that lie: scores of the honest sites' records",
        "data",
        ROBUST,
        rows,
        parts.notes(
            sets,
            List.of(
                "Method: anchor-graph with --sums plain; columns: --robust. %d sites."
                    .formatted(sites),
                "shift: a liar's records lie three deviations beside where they are (images:"
                    + " mirrored). far: they are in two places a thousand deviations away (images:"
                    + " at the edge of what can be). mass: a twentieth of them counts for ten times"
                    + " all. Liars say the same and follow the protocol; every message adds up.",
                "Suspects are among each run's findings.")));
  }

  private static List<PoisoningAttack> poisons(int sites) {
    List<PoisoningAttack> poisons = new ArrayList<>();
    for (PoisoningAttack.Kind kind : PoisoningAttack.Kind.values()) {
      if (poisons.isEmpty()) {
        poisons.add(new PoisoningAttack(kind, 0));
      }
      for (int share : SHARES) {
        poisons.add(new PoisoningAttack(kind, Math.max(1, share * sites / 10)));
      }
    }
    return poisons;
  }

  private static String title(PoisoningAttack poison) {
    return poison.liars() == 0
        ? "nobody lies"
        : "%s, %d %s"
            .formatted(
                poison.kind().word(), poison.liars(), poison.liars() == 1 ? "liar" : "liars");
  }
}
