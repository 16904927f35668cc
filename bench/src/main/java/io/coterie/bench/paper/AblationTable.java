package io.coterie.bench.paper;

import io.coterie.bench.AblatedMethod;
import io.coterie.bench.BenchmarkRun;
import io.coterie.bench.BenchmarkRun.Split;
import io.coterie.bench.Catalogue.Entry;
import io.coterie.bench.Grid;
import io.coterie.bench.Grid.Row;
import io.coterie.bench.Grid.Slot;
import io.coterie.bench.Variant;
import io.coterie.method.Methods;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The paper's Table 3: SPP-FGC with parts taken out. */
final class AblationTable {
  private final GridParts parts;

  AblationTable(GridParts parts) {
    this.parts = parts;
  }

  Grid grid() {
    String epsilon = Double.toString(parts.setup().epsilon());
    List<Part> taken = new ArrayList<>();
    Variant ablated = Variant.of(AblatedMethod.NAME);
    taken.add(
        new Part(
            "DP ✓  PSG ✓  GSG ✓", Variant.of("spp-fgc").with("epsilon", epsilon), "dp psg gsg"));
    taken.add(new Part("DP ✗  PSG ✓  GSG ✓", Variant.of("spp-fgc"), "psg gsg"));
    taken.add(
        new Part(
            "DP ✓  PSG ✗  GSG ✓", ablated.with("psg", "off").with("epsilon", epsilon), "dp gsg"));
    taken.add(
        new Part(
            "DP ✓  PSG ✓  GSG ✗", ablated.with("gsg", "off").with("epsilon", epsilon), "dp psg"));
    taken.add(
        new Part(
            "DP ✓  PSG ✗  GSG ✗",
            ablated.with("psg", "off").with("gsg", "off").with("epsilon", epsilon),
            "dp"));
    taken.add(new Part("DP ✗  PSG ✗  GSG ✓", ablated.with("psg", "off"), ""));
    taken.add(new Part("DP ✗  PSG ✓  GSG ✗", ablated.with("gsg", "off"), ""));
    taken.add(new Part("DP ✗  PSG ✗  GSG ✗", ablated.with("psg", "off").with("gsg", "off"), ""));
    taken.add(new Part("spp-fgc coarse", Variant.parse(GridParts.COARSE), ""));
    taken.add(new Part("anchor-graph", Variant.of(Methods.DEFAULT), ""));
    List<Entry> sets = parts.data(GridParts.mnist());
    List<Row> rows = new ArrayList<>();
    for (Part part : taken) {
      List<Slot> slots = new ArrayList<>();
      for (Entry entry : sets) {
        Split split = Split.iid(parts.sites(entry), parts.setup().sample());
        slots.add(
            parts.slot(
                new BenchmarkRun(part.variant(), entry, split, 0),
                entry.name().equals("mnist")
                    ? parts.marks().paperAblation(part.marks())
                    : Optional.empty()));
      }
      rows.add(new Row(part.label(), part.variant().toString(), slots));
    }
    List<String> notes = parts.marksNotes();
    notes.add(
        ("DP: the paper's Laplace noise on the prototypes, nominal epsilon %s (the paper does not"
                + " state its own); no proof of privacy.")
            .formatted(epsilon));
    notes.add(
        "PSG: the private structural graph. ✗: a site groups its records by k-means, not along its"
            + " rank-constrained graph.");
    notes.add(
        "GSG: the global structural graph. ✗: the coordinator runs k-means on the prototypes, as"
            + " k-FED does, and fuses no graph.");
    notes.add(
        "spp-fgc coarse and anchor-graph are whole methods for comparison: both have a site's graph"
            + " and a global graph, and neither adds noise.");
    return new Grid(
        "ablation",
        "Parts of SPP-FGC taken out (the paper's Table 3)",
        "parts",
        sets.stream().map(Entry::title).toList(),
        rows,
        parts.notes(sets, notes));
  }

  private record Part(String label, Variant variant, String marks) {}
}
