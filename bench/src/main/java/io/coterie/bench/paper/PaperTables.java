package io.coterie.bench.paper;

import io.coterie.bench.AblatedMethod;
import io.coterie.bench.BenchmarkRun;
import io.coterie.bench.BenchmarkRun.Split;
import io.coterie.bench.Catalogue.Entry;
import io.coterie.bench.Grid;
import io.coterie.bench.Grid.Row;
import io.coterie.bench.Grid.Slot;
import io.coterie.bench.ReferenceScores.Mark;
import io.coterie.bench.Variant;
import io.coterie.method.Methods;
import io.coterie.plan.InputKind;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The paper's tables: methods on data sets, label skew, and SPP-FGC with parts taken out. */
record PaperTables(GridParts parts) {
  private static final List<String> RATIOS = List.of("0.2", "0.4", "0.6", "0.8", "0.95");

  Grid table1() {
    List<Variant> methods = parts.methods(defaultMethods());
    List<Entry> sets = parts.data(GridParts.everySet());
    List<String> notes = parts.marksNotes();
    notes.add(GridParts.levels(methods));
    notes.add(
        "spp-fgc runs at its default resolution of components, which gives the same labels as the"
            + " paper's record graphs on most sets and sends no record graph.");
    GridParts.addLearnedNotes(methods, notes);
    String deep = parts.marks().deep(sets);
    if (!deep.isEmpty()) {
      notes.add(
          "Published deep or tuned methods on pooled records reach (ACC/NMI): %s.".formatted(deep));
    }
    return parts.grid(
        "table1",
        "Methods on data sets (the paper's Table 1)",
        "data",
        GridParts.titles(methods),
        sets,
        entry -> {
          Split split = parts.iid(entry);
          List<Slot> slots =
              methods.stream()
                  .map(
                      variant ->
                          slot(
                              new BenchmarkRun(variant, entry, split, 0),
                              parts.paper(variant, "table1", entry.name())))
                  .toList();
          return Stream.of(parts.row(entry.title(), entry, split, slots));
        },
        notes);
  }

  /** Networks that train alone are for images, as in the paper; no other set has a run of them. */
  private Slot slot(BenchmarkRun cell, Optional<Mark> paper) {
    Slot slot = parts.slot(cell, paper);
    boolean isRun =
        !cell.variant().equals(Variant.parse(GridParts.ALONE))
            || InputKind.parse(cell.entry().kind()).isImage();
    return isRun || slot.cell().isEmpty()
        ? slot
        : new Slot(Optional.empty(), "images only", paper, slot.ceiling());
  }

  private static String[] defaultMethods() {
    return Stream.of(
            GridParts.PAPER_METHODS.stream().limit(6),
            Stream.of(
                GridParts.COARSE,
                "spp-fgc-plus",
                GridParts.ALONE,
                Methods.DEFAULT,
                GridParts.GROUPS,
                "f-dec"),
            Methods.all().keySet().stream())
        .flatMap(names -> names)
        .distinct()
        .toArray(String[]::new);
  }

  Grid heterogeneity() {
    List<Variant> methods =
        parts.methodsAndLearned(
            "k-fed", "fed-sc", "spp-fgc", GridParts.COARSE, GridParts.GROUPS, Methods.DEFAULT);
    List<String> notes = parts.marksNotes();
    notes.add(GridParts.levels(methods));
    notes.add(
        "Het R: each site takes a share R of its records from one main class, without overlap"
            + " (partition het:R).");
    GridParts.addLearnedNotes(methods, notes);
    parts.addLeftOutNote(notes);
    return parts.grid(
        "heterogeneity",
        "Label skew (the paper's Table 2)",
        "label skew",
        GridParts.titles(methods),
        parts.data("mnist"),
        entry -> RATIOS.stream().map(ratio -> skewed(entry, ratio, methods)),
        notes);
  }

  private Row skewed(Entry entry, String ratio, List<Variant> methods) {
    Split split = parts.split(parts.sites(), "het:" + ratio);
    return parts.row(
        "%s Het %s".formatted(entry.title(), ratio.substring(1)),
        entry,
        split,
        methods.stream()
            .map(
                variant ->
                    parts.slot(
                        new BenchmarkRun(variant, entry, split, 0),
                        entry.name().equals("mnist")
                            ? parts.paper(variant, "heterogeneity", ratio)
                            : Optional.empty()))
            .toList());
  }

  Grid ablation() {
    List<Entry> sets = parts.data("mnist");
    List<Row> rows =
        List.of(
            ablated(true, true, true, sets),
            ablated(false, true, true, sets),
            ablated(true, false, true, sets),
            ablated(true, true, false, sets),
            ablated(true, false, false, sets),
            ablated(false, false, true, sets),
            ablated(false, true, false, sets),
            ablated(false, false, false, sets),
            ablated("spp-fgc coarse", Variant.parse(GridParts.COARSE), "", sets),
            ablated(GridParts.GROUPS, Variant.of(GridParts.GROUPS), "", sets),
            ablated(Methods.DEFAULT, Variant.of(Methods.DEFAULT), "", sets));
    List<String> notes = parts.marksNotes();
    notes.add(
        ("DP: the paper's Laplace noise on the prototypes, nominal epsilon %s (the paper does not"
                + " state its own); no proof of privacy.")
            .formatted(parts.setup().epsilon()));
    notes.add(
        "PSG: the private structural graph. ✗: a site groups its records by k-means, not along its"
            + " rank-constrained graph.");
    notes.add(
        "GSG: the global structural graph. ✗: the coordinator runs k-means on the prototypes, as"
            + " k-FED does, and fuses no graph.");
    notes.add(
        "spp-fgc coarse, anchor-graph:groups (level component) and anchor-graph (level totals, K ="
            + " 10) are whole methods for comparison, without noise. The first two have a site's"
            + " graph and a global graph, the last a global graph only.");
    return new Grid(
        "ablation",
        "Parts of SPP-FGC taken out (the paper's Table 3)",
        "parts",
        sets.stream().map(Entry::title).toList(),
        rows,
        parts.notes(sets, notes));
  }

  /** SPP-FGC with noise (DP), the private (PSG) and the global structural graph (GSG), or not. */
  private Row ablated(boolean dp, boolean psg, boolean gsg, List<Entry> sets) {
    Variant variant = Variant.of(psg && gsg ? "spp-fgc" : AblatedMethod.NAME);
    variant = psg ? variant : variant.with("psg", "off");
    variant = gsg ? variant : variant.with("gsg", "off");
    variant = dp ? variant.with("epsilon", Double.toString(parts.setup().epsilon())) : variant;
    String label = "DP %s  PSG %s  GSG %s".formatted(tick(dp), tick(psg), tick(gsg));
    String marks = (dp ? "dp " : "") + (psg ? "psg " : "") + (gsg ? "gsg" : "");
    return ablated(label, variant, marks.strip(), sets);
  }

  private static String tick(boolean has) {
    return has ? "✓" : "✗";
  }

  private Row ablated(String label, Variant variant, String marks, List<Entry> sets) {
    return new Row(
        label,
        variant.toString(),
        sets.stream()
            .map(
                entry ->
                    parts.slot(
                        new BenchmarkRun(variant, entry, parts.iid(entry), 0),
                        entry.name().equals("mnist")
                            ? parts.marks().paperAblation(marks)
                            : Optional.empty()))
            .toList());
  }
}
