package io.coterie.bench.paper;

import io.coterie.bench.BenchmarkRun;
import io.coterie.bench.BenchmarkRun.Split;
import io.coterie.bench.Catalogue;
import io.coterie.bench.Catalogue.Entry;
import io.coterie.bench.Grid;
import io.coterie.bench.Grid.Row;
import io.coterie.bench.Grid.Slot;
import io.coterie.bench.ReferenceScores.Mark;
import io.coterie.bench.Variant;
import io.coterie.method.Methods;
import io.coterie.plan.InputKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The paper's tables: methods on data sets, and label skew. */
final class PaperTables {
  private static final List<String> RATIOS = List.of("0.2", "0.4", "0.6", "0.8", "0.95");

  private final GridParts parts;

  PaperTables(GridParts parts) {
    this.parts = parts;
  }

  Grid table1() {
    List<Variant> methods = parts.methods(defaultMethods());
    List<Entry> sets = parts.data(Catalogue.builtIn().entries());
    List<Row> rows = new ArrayList<>();
    for (Entry entry : sets) {
      Split split = Split.iid(parts.sites(entry), parts.setup().sample());
      rows.add(
          new Row(
              entry.title(),
              parts.facts(entry, split),
              methods.stream()
                  .map(
                      variant ->
                          slot(
                              new BenchmarkRun(variant, entry, split, 0),
                              parts.paper(variant, "table1", entry.name())))
                  .toList()));
    }
    List<String> notes = parts.marksNotes();
    notes.add(
        "spp-fgc runs at its default resolution of components, which gives the same labels as the"
            + " paper's record graphs on most sets and sends no record graph.");
    notes.addAll(GridParts.learnedNotes(methods));
    String deep = parts.marks().deep(sets);
    if (!deep.isEmpty()) {
      notes.add(
          "Published deep or tuned methods on pooled records reach (ACC/NMI): %s.".formatted(deep));
    }
    return new Grid(
        "table1",
        "Methods on data sets (the paper's Table 1)",
        "data",
        GridParts.titles(methods),
        rows,
        parts.notes(sets, notes));
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

  private static List<Variant> defaultMethods() {
    List<String> first =
        Stream.concat(
                GridParts.PAPER_METHODS.stream().limit(6),
                Stream.of(
                    GridParts.COARSE, "spp-fgc-plus", GridParts.ALONE, Methods.DEFAULT, "f-dec"))
            .toList();
    return Stream.concat(
            first.stream(), Methods.all().keySet().stream().filter(name -> !first.contains(name)))
        .map(Variant::parse)
        .toList();
  }

  Grid heterogeneity() {
    List<Variant> methods =
        parts.methods(
            GridParts.withLearned("k-fed", "fed-sc", "spp-fgc", GridParts.COARSE, Methods.DEFAULT));
    List<Entry> sets = parts.data(GridParts.mnist());
    List<Row> rows = new ArrayList<>();
    for (Entry entry : sets) {
      for (String ratio : RATIOS) {
        Split split =
            new Split(
                parts.setup().sites().orElse(GridParts.TABLE2_SITES),
                "het:" + ratio,
                parts.setup().sample());
        rows.add(
            new Row(
                "%s Het %s".formatted(entry.title(), ratio.substring(1)),
                parts.facts(entry, split),
                methods.stream()
                    .map(
                        variant ->
                            parts.slot(
                                new BenchmarkRun(variant, entry, split, 0),
                                entry.name().equals("mnist")
                                    ? parts.paper(variant, "heterogeneity", ratio)
                                    : Optional.empty()))
                    .toList()));
      }
    }
    List<String> notes = parts.marksNotes();
    notes.add(
        "Het R: each site takes a share R of its records from one main class, without overlap"
            + " (partition het:R).");
    notes.addAll(GridParts.learnedNotes(methods));
    parts.leftOutNote().ifPresent(notes::add);
    return new Grid(
        "heterogeneity",
        "Label skew (the paper's Table 2)",
        "label skew",
        GridParts.titles(methods),
        rows,
        parts.notes(sets, notes));
  }
}
