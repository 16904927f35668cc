package io.coterie.bench.paper;

import io.coterie.bench.BenchmarkRun;
import io.coterie.bench.BenchmarkRun.Split;
import io.coterie.bench.Catalogue.Entry;
import io.coterie.bench.Grid;
import io.coterie.bench.Grid.Row;
import io.coterie.bench.Grid.Slot;
import io.coterie.bench.Variant;
import io.coterie.method.Methods;
import io.coterie.plan.NoiseMode;
import io.coterie.plan.Scaling;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Tables that the paper does not have: ways of dealing records, budgets, reference values. */
final class OtherTables {
  private static final List<String> PARTITIONS =
      List.of("iid", "dirichlet:0.3", "shards:2", "het:0.8", "het-overlap:0.8");
  private static final List<Double> BUDGETS = List.of(0.5, 1.0, 2.0, 5.0, 10.0);

  private final GridParts parts;

  OtherTables(GridParts parts) {
    this.parts = parts;
  }

  Grid partitions() {
    List<Variant> methods = parts.methods(GridParts.variants(Methods.DEFAULT));
    List<Entry> sets = parts.data(GridParts.named("wdbc", "bank", "ring", "usps"));
    int sites = parts.setup().sites().orElse(GridParts.TABLE2_SITES);
    List<Row> rows = new ArrayList<>();
    for (Entry entry : sets) {
      for (Variant variant : methods) {
        rows.add(
            parts.row(
                methods.size() == 1
                    ? entry.title()
                    : "%s %s".formatted(entry.title(), variant.title()),
                entry,
                Split.iid(sites, parts.setup().sample()),
                PARTITIONS.stream()
                    .map(partition -> new Split(sites, partition, parts.setup().sample()))
                    .map(split -> new BenchmarkRun(variant, entry, split, 0))));
      }
    }
    List<String> notes =
        List.of(
            "Method: %s.".formatted(String.join(", ", GridParts.titles(methods))),
            "Columns: as simulate --partition takes them. het-overlap draws records with repetition"
                + " and classes by chance, so the pooled records themselves are skewed.",
            "Ceiling: " + parts.marks().ceilingSource());
    return new Grid(
        "partitions",
        "Ways of dealing records to sites",
        "data",
        PARTITIONS,
        rows,
        parts.notes(sets, notes));
  }

  Grid strict() {
    Variant method = parts.methods(GridParts.variants(Methods.DEFAULT)).get(0);
    List<Entry> sets =
        parts.data(
            GridParts.named("iris", "wdbc", "moon", "bank", "usps", "mnist", "fashion-mnist"));
    List<Row> rows = new ArrayList<>();
    for (Entry entry : sets) {
      int sites =
          parts.setup().sites().orElse(entry.kind().startsWith("image") ? 10 : entry.sites());
      Split split = Split.iid(sites, parts.setup().sample());
      for (NoiseMode noise : List.of(NoiseMode.SECURE_SUMS, NoiseMode.LOCAL)) {
        rows.add(
            parts.row(
                "%s %s".formatted(entry.title(), noise.word()),
                entry,
                split,
                BUDGETS.stream()
                    .map(epsilon -> new BenchmarkRun.Terms(epsilon, noise))
                    .map(terms -> BenchmarkRun.strict(method, entry, split, terms))));
      }
    }
    return new Grid(
        "strict",
        "The strict level: scores over the budget",
        "data",
        BUDGETS.stream().map(epsilon -> "ε = %s".formatted(epsilon)).toList(),
        rows,
        parts.notes(
            sets,
            List.of(
                "(ε, δ)-differential privacy for one record, δ = 1e-5, everything that is sent"
                    + " counted; discrete noise on whole numbers. Public: bounds, order of magnitude"
                    + " of the number of records (the catalogue has both), number of clusters.",
                "secure-sums: one noise for the total, no colluders. local: every site adds its own.",
                "Noise is repeatable here, so that the table can be repeated; the same sampler with"
                    + " secure bits is used where it matters.",
                "Ceiling: " + parts.marks().ceilingSource())));
  }

  Grid baselines() {
    List<Variant> methods =
        parts.methods(
            GridParts.variants(
                "k-fed", "ffcm", "dsc", "central-kmeans", "central-spectral:neighbors=10"));
    List<Entry> sets =
        parts.data(GridParts.named("iris", "wdbc", "bank", "coil20", "usps", "letters"));
    List<Row> rows = new ArrayList<>();
    for (Entry entry : sets) {
      for (Scaling scaling : List.of(Scaling.NONE, Scaling.MINMAX)) {
        String scale = scaling.name().toLowerCase(Locale.ROOT);
        boolean isReferred =
            methods.stream()
                .anyMatch(
                    variant -> parts.marks().reference(entry.name(), scale, variant).isPresent());
        if (scaling == Scaling.NONE || isReferred) {
          rows.add(baselineRow(entry, scaling, methods));
        }
      }
    }
    return new Grid(
        "baselines",
        "Baselines against the reference values",
        "data",
        GridParts.titles(methods),
        rows,
        parts.notes(
            sets,
            List.of(
                "Reference: " + parts.marks().referenceSource(),
                "Records and pixels as they are, or each feature onto [0, 1] (min-max); no oriented"
                    + " gradients. The fuzzifier of ffcm is 2, or 1.1 beyond 30 features or from 20"
                    + " clusters.")));
  }

  private Row baselineRow(Entry entry, Scaling scaling, List<Variant> methods) {
    Split split = Split.iid(parts.sites(entry), parts.setup().sample());
    BenchmarkRun.Input input = BenchmarkRun.Input.raw(scaling);
    String scale = scaling.name().toLowerCase(Locale.ROOT);
    List<Slot> slots = new ArrayList<>();
    for (Variant variant : methods) {
      Slot slot = parts.slot(new BenchmarkRun(variant, entry, split, input, 0), Optional.empty());
      slots.add(
          new Slot(
              slot.cell(),
              slot.absent(),
              Optional.empty(),
              Optional.empty(),
              parts.marks().reference(entry.name(), scale, variant)));
    }
    String label = entry.title() + (scaling == Scaling.NONE ? " raw" : " min-max");
    return new Row(label, parts.facts(entry, split), slots);
  }
}
