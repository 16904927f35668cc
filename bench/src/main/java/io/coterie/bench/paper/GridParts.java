package io.coterie.bench.paper;

import io.coterie.bench.BenchmarkRun;
import io.coterie.bench.BenchmarkRun.Split;
import io.coterie.bench.Catalogue;
import io.coterie.bench.Catalogue.Entry;
import io.coterie.bench.DataLibrary;
import io.coterie.bench.DataLibrary.Availability;
import io.coterie.bench.Grid;
import io.coterie.bench.Grid.Row;
import io.coterie.bench.Grid.Slot;
import io.coterie.bench.ReferenceScores;
import io.coterie.bench.ReferenceScores.Mark;
import io.coterie.bench.Variant;
import io.coterie.method.Methods;
import io.coterie.method.anchor.AnchorGroupsMethod;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What the grids have in common: which sets and methods were asked for, and what is said of them.
 *
 * @param marks to look at beside ours
 */
public record GridParts(Setup setup, DataLibrary library, ReferenceScores marks) {
  public GridParts(Setup setup, DataLibrary library) {
    this(setup, library, new ReferenceScores());
  }

  private static final int TABLE2_SITES = 10;

  /** The anchor graph of groups of each site, whose messages can be drawn and lied in. */
  static final String GROUPS = AnchorGroupsMethod.NAME;

  static final String COARSE = "spp-fgc:resolution=coarse";

  /** SPP-FGC+ as the paper has it: every site trains its own network, and prototypes join them. */
  static final String ALONE = "spp-fgc-plus:alignment=prototypes:passes=5";

  public static final List<String> PAPER_METHODS =
      List.of("k-fed", "ffcm", "dsc", "fed-sc", "ppfc-gan", "spp-fgc", "spp-fgc-plus");

  private static final String WHERE_THE_ADD_ON_IS =
      "The add-on deep is not on the class path; the launcher ./coterie of a checkout builds it"
          + " where --methods names one of them, and adds it wherever it is built.";

  /** The methods of the add-on that every experiment on images has where they are there. */
  private static final List<String> LEARNED = List.of("ppfc-gan", "spp-fgc-plus");

  /** Returns the names of methods that may be asked for where they are not on the class path. */
  public static List<String> awaitedMethods() {
    return Stream.concat(PAPER_METHODS.stream(), Stream.of("f-dec")).toList();
  }

  Slot slot(BenchmarkRun cell, Optional<Mark> paper) {
    Availability there = library.availability(cell.entry());
    Optional<Mark> ceiling = marks.ceiling(cell.entry().name());
    if (!there.isPresent()) {
      return new Slot(Optional.empty(), "", paper, ceiling);
    }
    return cell.variant().find().isEmpty()
        ? new Slot(Optional.empty(), "-", paper, ceiling)
        : new Slot(Optional.of(cell), "", paper, ceiling);
  }

  /** Returns a row of runs on one set, none of which the paper has. */
  Row row(String label, Entry entry, Split split, Stream<BenchmarkRun> runs) {
    return row(label, entry, split, runs.map(run -> slot(run, Optional.empty())).toList());
  }

  Row row(String label, Entry entry, Split split, List<Slot> slots) {
    return new Row(label, facts(entry, split), slots);
  }

  Grid grid(
      String name,
      String title,
      String corner,
      List<String> columns,
      List<Entry> sets,
      Function<Entry, Stream<Row>> rows,
      List<String> notes) {
    return new Grid(
        name, title, corner, columns, sets.stream().flatMap(rows).toList(), notes(sets, notes));
  }

  Optional<Mark> paper(Variant variant, String table, String row) {
    return variant.options().isEmpty()
        ? marks.paper(table, row, variant.method())
        : Optional.empty();
  }

  /** Returns the methods asked for, else these and those of the add-on on the class path. */
  List<Variant> methodsAndLearned(String... names) {
    return methods(
        Stream.concat(
                Stream.of(names), LEARNED.stream().filter(name -> Methods.all().containsKey(name)))
            .toArray(String[]::new));
  }

  /** Returns whether a method is of the add-on, whose runs take minutes. */
  public static boolean isAddOn(String method) {
    return LEARNED.contains(method) || method.equals("f-dec");
  }

  /** Says what an experiment has no column for, because the add-on is not on the class path. */
  void addLeftOutNote(List<String> notes) {
    List<String> absent =
        LEARNED.stream().filter(name -> !Methods.all().containsKey(name)).toList();
    if (!absent.isEmpty() && setup.methods().isEmpty()) {
      notes.add("Left out: %s. %s".formatted(String.join(", ", absent), WHERE_THE_ADD_ON_IS));
    }
  }

  /** Says which columns are empty because their methods are not on the class path, and more. */
  static void addLearnedNotes(List<Variant> methods, List<String> notes) {
    List<String> absent =
        methods.stream()
            .filter(variant -> variant.find().isEmpty())
            .map(Variant::method)
            .distinct()
            .toList();
    if (!absent.isEmpty()) {
      notes.add("Empty (-): %s. %s".formatted(String.join(", ", absent), WHERE_THE_ADD_ON_IS));
    }
    if (methods.contains(Variant.of("spp-fgc-plus"))) {
      notes.add(
          "spp-fgc-plus makes a graph of images' gradients and teaches its clusters to a network."
              + " Of tables and vectors it learns nothing unless encoder= says so, and is"
              + " anchor-graph:groups.");
    }
    if (methods.contains(Variant.parse(ALONE))) {
      notes.add(
          "spp-fgc-plus alone is the paper's own way: every site trains a network of its own"
              + " (vae-dec), and prototypes alone bring them together.");
    }
  }

  List<String> marksNotes() {
    List<String> notes = new ArrayList<>();
    notes.add("Paper: " + marks.paperSource() + " " + marks.paperCaution());
    notes.add("Ceiling: " + marks.ceilingSource());
    return notes;
  }

  /** Adds what must be said of the sets: missing, other bytes, features of a network. */
  List<String> notes(List<Entry> entries, List<String> others) {
    List<String> notes = new ArrayList<>();
    notes.add(
        "Ours: label-free. Labels are read after a run, to score it; the number of clusters is"
            + " told.");
    notes.addAll(others);
    for (Entry entry : entries) {
      Availability there = library.availability(entry);
      if (!there.remark().isEmpty()) {
        notes.add("%s: %s.".formatted(entry.title(), there.remark()));
      }
      if (!entry.note().isEmpty()) {
        notes.add("%s: %s. %s".formatted(entry.title(), entry.input(), entry.note()));
      }
    }
    return notes;
  }

  private String facts(Entry entry, Split split) {
    if (!library.availability(entry).isPresent()) {
      return "not there, see below";
    }
    int all = entry.shape().records();
    boolean isSampled = split.sample() > 0 && split.sample() < all;
    return "%s, %s%,d, %d sites"
        .formatted(
            entry.input(),
            isSampled ? "%,d of ".formatted(split.sample()) : "",
            all,
            split.sites());
  }

  public int sites(Entry entry) {
    return setup.sites().orElse(entry.sites());
  }

  /** Returns the number of sites of experiments that have as many of every set. */
  int sites() {
    return setup.sites().orElse(TABLE2_SITES);
  }

  Split split(int sites, String partition) {
    return new Split(sites, partition, setup.sample());
  }

  Split iid(Entry entry) {
    return split(sites(entry), "iid");
  }

  /** Returns the sets asked for, else these. */
  public List<Entry> data(String... otherwise) {
    return setup.data().isEmpty()
        ? Stream.of(otherwise).map(Catalogue.builtIn()::named).toList()
        : setup.data();
  }

  /** Returns the methods asked for, else these. */
  public List<Variant> methods(String... otherwise) {
    return setup.methods().isEmpty()
        ? Stream.of(otherwise).map(Variant::parse).toList()
        : setup.methods();
  }

  /** Returns the names of all data sets of the catalogue. */
  static String[] everySet() {
    return Catalogue.builtIn().entries().stream().map(Entry::name).toArray(String[]::new);
  }

  /** States at which privacy level each method runs that is there. */
  static String levels(List<Variant> variants) {
    Map<String, List<String>> methods = new LinkedHashMap<>();
    variants.stream()
        .filter(variant -> variant.find().isPresent())
        .forEach(
            variant ->
                methods
                    .computeIfAbsent(variant.level(), level -> new ArrayList<>())
                    .add(variant.title()));
    return methods.entrySet().stream()
        .map(level -> "%s: %s".formatted(level.getKey(), String.join(", ", level.getValue())))
        .collect(Collectors.joining("; ", "Runs: ", "."));
  }

  static List<String> titles(List<Variant> variants) {
    return variants.stream().map(Variant::title).toList();
  }
}
