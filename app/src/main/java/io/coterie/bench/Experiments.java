package io.coterie.bench;

import io.coterie.bench.Catalogue.Entry;
import io.coterie.bench.Cell.Split;
import io.coterie.bench.Grid.Row;
import io.coterie.bench.Grid.Slot;
import io.coterie.bench.Library.Availability;
import io.coterie.bench.Marks.Mark;
import io.coterie.method.Methods;
import io.coterie.protocol.NoiseMode;
import io.coterie.protocol.Scaling;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;

/** The paper's tables and curves as grids of runs. */
public final class Experiments {
  private static final List<String> PAPER_METHODS =
      List.of("k-fed", "ffcm", "dsc", "fed-sc", "ppfc-gan", "spp-fgc", "spp-fgc-plus");
  private static final List<String> RATIOS = List.of("0.2", "0.4", "0.6", "0.8", "0.95");
  private static final List<Integer> CLIENTS = List.of(2, 5, 10, 20, 50);
  private static final List<Integer> ROUNDS = List.of(1, 2, 3, 5, 8, 12, 20);
  private static final List<String> PARTITIONS =
      List.of("iid", "dirichlet:0.3", "shards:2", "het:0.8", "het-overlap:0.8");
  private static final List<Double> BUDGETS = List.of(0.5, 1.0, 2.0, 5.0, 10.0);
  private static final int TABLE2_SITES = 10;
  private static final String COARSE = "spp-fgc:resolution=coarse";

  private final Setup setup;
  private final Library library;
  private final Marks marks = new Marks();

  /**
   * What was asked for.
   *
   * @param data the sets; empty for the experiment's own
   * @param methods the methods; empty for the experiment's own
   * @param sites how many sites, instead of each set's own number
   * @param sample how many records of a larger set are used; 0 for all
   * @param epsilon the nominal epsilon of the ablation's noise
   */
  public record Setup(
      List<Entry> data, List<Variant> methods, OptionalInt sites, int sample, double epsilon) {
    public Setup {
      data = List.copyOf(data);
      methods = List.copyOf(methods);
    }
  }

  /** Returns the names of methods that have a column even where they are not on the class path. */
  public static List<String> awaitedMethods() {
    return PAPER_METHODS;
  }

  public Experiments(Setup setup, Library library) {
    this.setup = setup;
    this.library = library;
  }

  /** Table 1 with the appendix: every method on every set. */
  public Grid table1() {
    List<Variant> methods = methods(defaultMethods());
    List<Entry> sets = data(Catalogue.builtIn().entries());
    List<Row> rows = new ArrayList<>();
    for (Entry entry : sets) {
      Split split = Split.iid(sites(entry), setup.sample());
      rows.add(
          new Row(
              entry.title(),
              facts(entry, split),
              methods.stream()
                  .map(
                      variant ->
                          slot(
                              new Cell(variant, entry, split, 0),
                              paper(variant, "table1", entry.name())))
                  .toList()));
    }
    List<String> notes = marksNotes();
    notes.add(
        "spp-fgc runs at its default resolution of components, which gives the same labels as the"
            + " paper's record graphs on most sets and sends no record graph.");
    addOnNote(methods).ifPresent(notes::add);
    String deep = marks.deep(sets);
    if (!deep.isEmpty()) {
      notes.add(
          "Published deep or tuned methods on pooled records reach (ACC/NMI): %s.".formatted(deep));
    }
    return new Grid(
        "table1",
        "Methods on data sets (the paper's Table 1)",
        "data",
        titles(methods),
        rows,
        notes(sets, notes));
  }

  /** Table 2: label skew. */
  public Grid heterogeneity() {
    List<Variant> methods =
        methods(variants("k-fed", "fed-sc", "spp-fgc", COARSE, Methods.DEFAULT));
    List<Entry> sets = data(mnist());
    List<Row> rows = new ArrayList<>();
    for (Entry entry : sets) {
      for (String ratio : RATIOS) {
        Split split = new Split(setup.sites().orElse(TABLE2_SITES), "het:" + ratio, setup.sample());
        rows.add(
            new Row(
                "%s Het %s".formatted(entry.title(), ratio.substring(1)),
                facts(entry, split),
                methods.stream()
                    .map(
                        variant ->
                            slot(
                                new Cell(variant, entry, split, 0),
                                entry.name().equals("mnist")
                                    ? paper(variant, "heterogeneity", ratio)
                                    : Optional.empty()))
                    .toList()));
      }
    }
    List<String> notes = marksNotes();
    notes.add(
        "Het R: each site takes a share R of its records from one main class, without overlap"
            + " (partition het:R).");
    return new Grid(
        "heterogeneity",
        "Label skew (the paper's Table 2)",
        "label skew",
        titles(methods),
        rows,
        notes(sets, notes));
  }

  /** Table 3: parts taken out. */
  public Grid ablation() {
    String epsilon = Double.toString(setup.epsilon());
    List<Part> parts = new ArrayList<>();
    Variant ablated = Variant.of(AblatedMethod.NAME);
    parts.add(
        new Part(
            "DP ✓  PSG ✓  GSG ✓", Variant.of("spp-fgc").with("epsilon", epsilon), "dp psg gsg"));
    parts.add(new Part("DP ✗  PSG ✓  GSG ✓", Variant.of("spp-fgc"), "psg gsg"));
    parts.add(
        new Part(
            "DP ✓  PSG ✗  GSG ✓", ablated.with("psg", "off").with("epsilon", epsilon), "dp gsg"));
    parts.add(
        new Part(
            "DP ✓  PSG ✓  GSG ✗", ablated.with("gsg", "off").with("epsilon", epsilon), "dp psg"));
    parts.add(
        new Part(
            "DP ✓  PSG ✗  GSG ✗",
            ablated.with("psg", "off").with("gsg", "off").with("epsilon", epsilon),
            "dp"));
    parts.add(new Part("DP ✗  PSG ✗  GSG ✓", ablated.with("psg", "off"), ""));
    parts.add(new Part("DP ✗  PSG ✓  GSG ✗", ablated.with("gsg", "off"), ""));
    parts.add(new Part("DP ✗  PSG ✗  GSG ✗", ablated.with("psg", "off").with("gsg", "off"), ""));
    parts.add(new Part("spp-fgc coarse", Variant.parse(COARSE), ""));
    parts.add(new Part("anchor-graph", Variant.of(Methods.DEFAULT), ""));
    List<Entry> sets = data(mnist());
    List<Row> rows = new ArrayList<>();
    for (Part part : parts) {
      List<Slot> slots = new ArrayList<>();
      for (Entry entry : sets) {
        Split split = Split.iid(sites(entry), setup.sample());
        slots.add(
            slot(
                new Cell(part.variant(), entry, split, 0),
                entry.name().equals("mnist")
                    ? marks.paperAblation(part.marks())
                    : Optional.empty()));
      }
      rows.add(new Row(part.label(), part.variant().toString(), slots));
    }
    List<String> notes = marksNotes();
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
        notes(sets, notes));
  }

  private record Part(String label, Variant variant, String marks) {}

  /** Fig. 3, right: more and more sites. */
  public Grid clients() {
    List<Variant> methods = methods(variants("k-fed", "spp-fgc", COARSE, Methods.DEFAULT));
    List<Entry> sets = data(mnist());
    List<Row> rows = new ArrayList<>();
    for (Entry entry : sets) {
      for (int count : CLIENTS) {
        Split split = Split.iid(count, setup.sample());
        rows.add(
            new Row(
                "%s M = %d".formatted(entry.title(), count),
                facts(entry, split),
                methods.stream()
                    .map(variant -> slot(new Cell(variant, entry, split, 0), Optional.empty()))
                    .toList()));
      }
    }
    return new Grid(
        "clients",
        "More and more sites (the paper's Fig. 3)",
        "sites",
        titles(methods),
        rows,
        notes(sets, List.of("The paper draws SPP-FGC+ and prints no numbers.")));
  }

  /** Every way of dealing records to sites; not in the paper. */
  public Grid partitions() {
    List<Variant> methods = methods(variants(Methods.DEFAULT));
    List<Entry> sets = data(named("wdbc", "bank", "ring", "usps"));
    int sites = setup.sites().orElse(TABLE2_SITES);
    List<Row> rows = new ArrayList<>();
    for (Entry entry : sets) {
      for (Variant variant : methods) {
        rows.add(
            new Row(
                methods.size() == 1
                    ? entry.title()
                    : "%s %s".formatted(entry.title(), variant.title()),
                facts(entry, Split.iid(sites, setup.sample())),
                PARTITIONS.stream()
                    .map(partition -> new Split(sites, partition, setup.sample()))
                    .map(split -> slot(new Cell(variant, entry, split, 0), Optional.empty()))
                    .toList()));
      }
    }
    List<String> notes =
        List.of(
            "Method: %s.".formatted(String.join(", ", titles(methods))),
            "Columns: as simulate --partition takes them. het-overlap draws records with repetition"
                + " and classes by chance, so the pooled records themselves are skewed.",
            "Ceiling: " + marks.ceilingSource());
    return new Grid(
        "partitions",
        "Ways of dealing records to sites",
        "data",
        PARTITIONS,
        rows,
        notes(sets, notes));
  }

  /** Fig. 3, left: more and more rounds. */
  public Grid convergence() {
    List<Variant> methods =
        methods(
            Methods.all().values().stream()
                .filter(method -> method.options().contains("rounds"))
                .map(method -> Variant.of(method.name()))
                .toList());
    List<Entry> sets = data(mnist());
    List<Row> rows = new ArrayList<>();
    for (Entry entry : sets) {
      Split split = Split.iid(sites(entry), setup.sample());
      for (int round : ROUNDS) {
        rows.add(
            new Row(
                "%s rounds = %d".formatted(entry.title(), round),
                facts(entry, split),
                methods.stream()
                    .map(
                        variant ->
                            slot(
                                new Cell(
                                    variant.with("rounds", Integer.toString(round)),
                                    entry,
                                    split,
                                    0),
                                Optional.empty()))
                    .toList()));
      }
    }
    return new Grid(
        "convergence",
        "More and more rounds (the paper's Fig. 3)",
        "rounds",
        titles(methods),
        rows,
        notes(
            sets,
            List.of(
                "Each value is a run of its own that stops after so many of the method's rounds"
                    + " (--rounds); rounds that prepare or read out the answer are not counted.",
                "Methods that ask once, such as spp-fgc and k-fed, have no such curve. The paper"
                    + " draws SPP-FGC+ and prints no numbers.")));
  }

  /** The strict level over budgets: what a proof of privacy costs. */
  public Grid strict() {
    Variant method = methods(variants(Methods.DEFAULT)).get(0);
    List<Entry> sets =
        data(named("iris", "wdbc", "moon", "bank", "usps", "mnist", "fashion-mnist"));
    List<Row> rows = new ArrayList<>();
    for (Entry entry : sets) {
      int sites = setup.sites().orElse(entry.kind().startsWith("image") ? 10 : entry.sites());
      Split split = Split.iid(sites, setup.sample());
      for (NoiseMode noise : List.of(NoiseMode.SECURE_SUMS, NoiseMode.LOCAL)) {
        rows.add(
            new Row(
                "%s %s".formatted(entry.title(), noise.word()),
                facts(entry, split),
                BUDGETS.stream()
                    .map(epsilon -> Optional.of(new Cell.Terms(epsilon, noise)))
                    .map(terms -> new Cell(method, entry, split, Cell.Input.AUTO, terms, 0))
                    .map(cell -> slot(cell, Optional.empty()))
                    .toList()));
      }
    }
    return new Grid(
        "strict",
        "The strict level: scores over the budget",
        "data",
        BUDGETS.stream().map(epsilon -> "ε = %s".formatted(epsilon)).toList(),
        rows,
        notes(
            sets,
            List.of(
                "(ε, δ)-differential privacy for one record, δ = 1e-5, everything that is sent"
                    + " counted; discrete noise on whole numbers. Public: bounds, order of magnitude"
                    + " of the number of records (the catalogue has both), number of clusters.",
                "secure-sums: one noise for the total, no colluders. local: every site adds its own.",
                "Noise is repeatable here, so that the table can be repeated; the same sampler with"
                    + " secure bits is used where it matters.",
                "Ceiling: " + marks.ceilingSource())));
  }

  /** Baselines on the inputs that another implementation of them was measured on. */
  public Grid baselines() {
    List<Variant> methods =
        methods(
            variants("k-fed", "ffcm", "dsc", "central-kmeans", "central-spectral:neighbors=10"));
    List<Entry> sets =
        data(
            Stream.of("iris", "wdbc", "bank", "coil20", "usps", "letters")
                .map(Catalogue.builtIn()::named)
                .toList());
    List<Row> rows = new ArrayList<>();
    for (Entry entry : sets) {
      for (Scaling scaling : List.of(Scaling.NONE, Scaling.MINMAX)) {
        String scale = scaling.name().toLowerCase(Locale.ROOT);
        boolean isReferred =
            methods.stream()
                .anyMatch(variant -> marks.reference(entry.name(), scale, variant).isPresent());
        if (scaling == Scaling.NONE || isReferred) {
          rows.add(baselineRow(entry, scaling, methods));
        }
      }
    }
    return new Grid(
        "baselines",
        "Baselines against the reference values",
        "data",
        titles(methods),
        rows,
        notes(
            sets,
            List.of(
                "Reference: " + marks.referenceSource(),
                "Records and pixels as they are, or each feature onto [0, 1] (min-max); no oriented"
                    + " gradients. The fuzzifier of ffcm is 2, or 1.1 beyond 30 features or 20"
                    + " clusters.")));
  }

  private Row baselineRow(Entry entry, Scaling scaling, List<Variant> methods) {
    Split split = Split.iid(sites(entry), setup.sample());
    Cell.Input input = Cell.Input.raw(scaling);
    String scale = scaling.name().toLowerCase(Locale.ROOT);
    List<Slot> slots = new ArrayList<>();
    for (Variant variant : methods) {
      Slot slot = slot(new Cell(variant, entry, split, input, 0), Optional.empty());
      slots.add(
          new Slot(
              slot.cell(),
              slot.absent(),
              Optional.empty(),
              Optional.empty(),
              marks.reference(entry.name(), scale, variant)));
    }
    String label = entry.title() + (scaling == Scaling.NONE ? " raw" : " min-max");
    return new Row(label, facts(entry, split), slots);
  }

  private List<Variant> defaultMethods() {
    List<String> first =
        Stream.concat(
                PAPER_METHODS.stream().limit(6), Stream.of(COARSE, "spp-fgc-plus", Methods.DEFAULT))
            .toList();
    return Stream.concat(
            first.stream(), Methods.all().keySet().stream().filter(name -> !first.contains(name)))
        .map(Variant::parse)
        .toList();
  }

  private Slot slot(Cell cell, Optional<Mark> paper) {
    Availability there = library.availability(cell.entry());
    Optional<Mark> ceiling = marks.ceiling(cell.entry().name());
    if (!there.isPresent()) {
      return new Slot(Optional.empty(), "", paper, ceiling);
    }
    return cell.variant().find().isEmpty()
        ? new Slot(Optional.empty(), "-", paper, ceiling)
        : new Slot(Optional.of(cell), "", paper, ceiling);
  }

  private Optional<Mark> paper(Variant variant, String table, String row) {
    return variant.options().isEmpty()
        ? marks.paper(table, row, variant.method())
        : Optional.empty();
  }

  /** Says which columns are empty because their methods are not on the class path. */
  private static Optional<String> addOnNote(List<Variant> methods) {
    List<String> absent =
        methods.stream()
            .filter(variant -> variant.find().isEmpty())
            .map(Variant::method)
            .distinct()
            .toList();
    return absent.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "Empty (-): %s. The add-on deep is not on the class path; the launcher ./coterie of a checkout adds it where --methods names one of them."
                .formatted(String.join(", ", absent)));
  }

  private List<String> marksNotes() {
    List<String> notes = new ArrayList<>();
    notes.add("Paper: " + marks.paperSource() + " " + marks.paperCaution());
    notes.add("Ceiling: " + marks.ceilingSource());
    return notes;
  }

  /** Adds what must be said of the sets: missing, other bytes, features of a network. */
  private List<String> notes(List<Entry> entries, List<String> others) {
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

  private int sites(Entry entry) {
    return setup.sites().orElse(entry.sites());
  }

  private List<Entry> data(List<Entry> otherwise) {
    return setup.data().isEmpty() ? otherwise : setup.data();
  }

  private List<Variant> methods(List<Variant> otherwise) {
    return setup.methods().isEmpty() ? otherwise : setup.methods();
  }

  private static List<Entry> mnist() {
    return named("mnist");
  }

  private static List<Entry> named(String... names) {
    return Stream.of(names).map(Catalogue.builtIn()::named).toList();
  }

  private static List<Variant> variants(String... names) {
    return Stream.of(names).map(Variant::parse).toList();
  }

  private static List<String> titles(List<Variant> variants) {
    return variants.stream().map(Variant::title).toList();
  }
}
