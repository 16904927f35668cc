package io.coterie.bench.paper;

import io.coterie.bench.BenchmarkRun;
import io.coterie.bench.BenchmarkRun.Split;
import io.coterie.bench.Catalogue.Entry;
import io.coterie.bench.Grid;
import io.coterie.bench.Grid.Row;
import io.coterie.bench.Variant;
import io.coterie.method.Methods;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** The paper's curves: more and more sites, more and more rounds. */
final class PaperCurves {
  private static final List<Integer> CLIENTS = List.of(2, 5, 10, 20, 50);
  private static final List<Integer> ROUNDS = List.of(1, 2, 3, 5, 8, 12, 20);

  /** The name of the grid whose runs are followed. */
  private static final String COURSE = "course";

  /** The methods that say on the way what they would answer. */
  private static final Set<String> FOLLOWED = Set.of("spp-fgc-plus", "f-dec");

  private final GridParts parts;

  PaperCurves(GridParts parts) {
    this.parts = parts;
  }

  Grid clients() {
    List<Variant> methods =
        parts.methods(GridParts.withLearned("k-fed", "spp-fgc", GridParts.COARSE, Methods.DEFAULT));
    List<Entry> sets = parts.data(GridParts.mnist());
    List<Row> rows = new ArrayList<>();
    for (Entry entry : sets) {
      for (int count : CLIENTS) {
        Split split = Split.iid(count, parts.setup().sample());
        rows.add(
            parts.row(
                "%s M = %d".formatted(entry.title(), count),
                entry,
                split,
                methods.stream().map(variant -> new BenchmarkRun(variant, entry, split, 0))));
      }
    }
    List<String> notes = new ArrayList<>();
    notes.add("The paper draws SPP-FGC+ and prints no numbers.");
    notes.addAll(GridParts.learnedNotes(methods));
    parts.leftOutNote().ifPresent(notes::add);
    return new Grid(
        "clients",
        "More and more sites (the paper's Fig. 3)",
        "sites",
        GridParts.titles(methods),
        rows,
        parts.notes(sets, notes));
  }

  Grid convergence() {
    List<Variant> methods =
        parts
            .methods(
                Methods.all().values().stream()
                    .filter(method -> Methods.names(method).contains("rounds"))
                    .filter(method -> !GridParts.isAddOn(method.name()))
                    .map(method -> Variant.of(method.name()))
                    .toList())
            .stream()
            .filter(variant -> !isFollowed(variant))
            .toList();
    List<Entry> sets = parts.data(GridParts.mnist());
    List<Row> rows = new ArrayList<>();
    for (Entry entry : sets) {
      Split split = Split.iid(parts.sites(entry), parts.setup().sample());
      for (int round : ROUNDS) {
        rows.add(
            parts.row(
                "%s rounds = %d".formatted(entry.title(), round),
                entry,
                split,
                methods.stream()
                    .map(variant -> variant.with("rounds", Integer.toString(round)))
                    .map(variant -> new BenchmarkRun(variant, entry, split, 0))));
      }
    }
    return new Grid(
        "convergence",
        "More and more rounds (the paper's Fig. 3)",
        "rounds",
        GridParts.titles(methods),
        rows,
        parts.notes(
            sets,
            List.of(
                "Each value is a run of its own that stops after so many of the method's rounds"
                    + " (--rounds); rounds that prepare or read out the answer are not counted.",
                "Methods that ask once, such as spp-fgc and k-fed, have no such curve. The paper"
                    + " draws SPP-FGC+ and prints no numbers.")));
  }

  private static boolean isFollowed(Variant variant) {
    return FOLLOWED.contains(variant.method());
  }

  /** Fig. 3, left, of methods that learn: one run, scored after each of its rounds. */
  Grid course() {
    List<Variant> methods =
        parts
            .methods(
                Stream.of("spp-fgc-plus", "spp-fgc-plus:encoder=vae-dec", GridParts.ALONE)
                    .map(Variant::parse)
                    .filter(variant -> variant.find().isPresent())
                    .toList())
            .stream()
            .filter(PaperCurves::isFollowed)
            .toList();
    List<Entry> sets = parts.data(GridParts.mnist());
    List<Row> rows = new ArrayList<>();
    for (Entry entry : sets) {
      Split split = Split.iid(parts.sites(entry), parts.setup().sample());
      rows.add(
          parts.row(
              entry.title(),
              entry,
              split,
              methods.stream().map(variant -> BenchmarkRun.followed(variant, entry, split))));
    }
    List<String> notes = new ArrayList<>(GridParts.learnedNotes(methods));
    notes.add(
        "One run a seed. After each round every site says, to the benchmark alone, how it would"
            + " label its records now; the method learns nothing of the scores. The table has the"
            + " answer; its course is in course-SET.csv and on the page.");
    return new Grid(
        COURSE,
        "Round after round of methods that learn (the paper's Fig. 3)",
        "data",
        GridParts.titles(methods),
        rows,
        parts.notes(sets, notes));
  }
}
