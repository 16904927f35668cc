package io.coterie.bench.paper;

import io.coterie.bench.BenchmarkRun;
import io.coterie.bench.BenchmarkRun.Split;
import io.coterie.bench.Grid;
import io.coterie.bench.Variant;
import io.coterie.method.Methods;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** The paper's curves: more and more sites, more and more rounds. */
record PaperCurves(GridParts parts) {
  private static final List<Integer> CLIENTS = List.of(2, 5, 10, 20, 50);
  private static final List<Integer> ROUNDS = List.of(1, 2, 3, 5, 8, 12, 20);

  /** The methods that say on the way what they would answer. */
  private static final Set<String> FOLLOWED = Set.of("spp-fgc-plus", "f-dec");

  Grid clients() {
    List<Variant> methods =
        parts.methodsAndLearned(
            "k-fed", "spp-fgc", GridParts.COARSE, GridParts.GROUPS, Methods.DEFAULT);
    List<String> notes = new ArrayList<>();
    notes.add(GridParts.levels(methods));
    notes.add("The paper draws SPP-FGC+ and prints no numbers.");
    GridParts.addLearnedNotes(methods, notes);
    parts.addLeftOutNote(notes);
    return parts.grid(
        "clients",
        "More and more sites (the paper's Fig. 3)",
        "sites",
        GridParts.titles(methods),
        parts.data("mnist"),
        entry ->
            CLIENTS.stream()
                .map(count -> parts.split(count, "iid"))
                .map(
                    split ->
                        parts.row(
                            "%s M = %d".formatted(entry.title(), split.sites()),
                            entry,
                            split,
                            methods.stream()
                                .map(variant -> new BenchmarkRun(variant, entry, split, 0)))),
        notes);
  }

  Grid convergence() {
    List<Variant> methods =
        parts
            .methods(
                Methods.all().values().stream()
                    .filter(method -> Methods.names(method).contains("rounds"))
                    .map(method -> method.name())
                    .filter(name -> !GridParts.isAddOn(name))
                    .toArray(String[]::new))
            .stream()
            .filter(variant -> !isFollowed(variant))
            .toList();
    return parts.grid(
        "convergence",
        "More and more rounds (the paper's Fig. 3)",
        "rounds",
        GridParts.titles(methods),
        parts.data("mnist"),
        entry -> {
          Split split = parts.iid(entry);
          return ROUNDS.stream()
              .map(
                  round ->
                      parts.row(
                          "%s rounds = %d".formatted(entry.title(), round),
                          entry,
                          split,
                          methods.stream()
                              .map(variant -> variant.with("rounds", Integer.toString(round)))
                              .map(variant -> new BenchmarkRun(variant, entry, split, 0))));
        },
        List.of(
            GridParts.levels(methods),
            "Each value is a run of its own that stops after so many of the method's rounds"
                + " (--rounds); rounds that prepare or read out the answer are not counted.",
            "Methods that ask once, such as spp-fgc and k-fed, have no such curve. The paper"
                + " draws SPP-FGC+ and prints no numbers."));
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
                    .filter(name -> Variant.parse(name).find().isPresent())
                    .toArray(String[]::new))
            .stream()
            .filter(PaperCurves::isFollowed)
            .toList();
    List<String> notes = new ArrayList<>();
    GridParts.addLearnedNotes(methods, notes);
    notes.add(
        "One run a seed. After each round every site says, to the benchmark alone, how it would"
            + " label its records now; the method learns nothing of the scores. The table has the"
            + " answer; its course is in course-SET.csv and on the page.");
    return parts.grid(
        "course",
        "Round after round of methods that learn (the paper's Fig. 3)",
        "data",
        GridParts.titles(methods),
        parts.data("mnist"),
        entry -> {
          Split split = parts.iid(entry);
          return Stream.of(
              parts.row(
                  entry.title(),
                  entry,
                  split,
                  methods.stream().map(variant -> BenchmarkRun.followed(variant, entry, split))));
        },
        notes);
  }
}
