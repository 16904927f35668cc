package io.coterie.bench.paper;

import io.coterie.EnumText;
import io.coterie.bench.BenchmarkRun;
import io.coterie.bench.BenchmarkRun.Split;
import io.coterie.bench.Catalogue.Entry;
import io.coterie.bench.Grid;
import io.coterie.bench.Grid.Row;
import io.coterie.bench.Grid.Slot;
import io.coterie.bench.Variant;
import io.coterie.bench.attack.PoisoningAttack;
import io.coterie.method.Methods;
import io.coterie.plan.NoiseMode;
import io.coterie.plan.Scaling;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Tables that the paper does not have: ways of dealing records, budgets, reference values, lies.
 */
record OtherTables(GridParts parts) {
  private static final List<String> PARTITIONS =
      List.of("iid", "dirichlet:0.3", "shards:2", "het:0.8", "het-overlap:0.8");
  private static final String K = Variant.SMALLEST_GROUP;
  private static final List<String> SMALLEST = List.of("1", "5", "10", "20");
  private static final List<Double> BUDGETS = List.of(0.5, 1.0, 2.0, 5.0, 10.0);
  private static final List<String> ROBUST = List.of("none", "cap", "trimmed", "median");

  /** Of lying sites, in tenths of all sites. */
  private static final List<Integer> SHARES = List.of(1, 3);

  Grid partitions() {
    List<Variant> methods = parts.methods(Methods.DEFAULT);
    return parts.grid(
        "partitions",
        "Ways of dealing records to sites",
        "data",
        PARTITIONS,
        parts.data("wdbc", "bank", "ring", "usps"),
        entry ->
            methods.stream()
                .map(
                    variant ->
                        parts.row(
                            methods.size() == 1
                                ? entry.title()
                                : "%s %s".formatted(entry.title(), variant.title()),
                            entry,
                            parts.split(parts.sites(), "iid"),
                            PARTITIONS.stream()
                                .map(partition -> parts.split(parts.sites(), partition))
                                .map(split -> new BenchmarkRun(variant, entry, split, 0)))),
        List.of(
            GridParts.levels(methods),
            "Columns: as simulate --partition takes them. het-overlap draws records with repetition"
                + " and classes by chance, so the pooled records themselves are skewed.",
            "Ceiling: " + parts.marks().ceilingSource()));
  }

  /** The default method by K, the fewest records of a total, beside the groups of each site. */
  Grid totals() {
    List<Variant> methods =
        parts.methods(
            Stream.concat(
                    SMALLEST.stream().map(k -> Variant.of(Methods.DEFAULT).with(K, k)),
                    Stream.of(Variant.of(GridParts.GROUPS).with(Variant.SUMS, "masked")))
                .map(Variant::toString)
                .toArray(String[]::new));
    return parts
        .grid(
            "totals",
            "Level totals by the fewest records of a total (K)",
            "data",
            GridParts.titles(methods),
            parts.data(GridParts.everySet()),
            entry ->
                Stream.of(
                    parts.row(
                        entry.title(),
                        entry,
                        parts.iid(entry),
                        methods.stream()
                            .map(method -> new BenchmarkRun(method, entry, parts.iid(entry), 0)))),
            List.of(
                GridParts.levels(methods),
                "Labels at level totals do not depend on how records are dealt; the seed enters by"
                    + " the start of k-means and draws the generated sets.",
                "Bytes per site: the mean over the sites of all messages that leave one in a served"
                    + " study, as encoded. A sum under masks counts with all five steps: the site's"
                    + " keys, its shares for every other site, its words (8 bytes each, sealed"
                    + " counts twice), its consent, and the shares that it reveals. Not counted:"
                    + " joining, signs of life, what HTTP/2 and TLS add, and rounds that are tried"
                    + " again.",
                "Ceiling: " + parts.marks().ceilingSource()))
        .withCosts();
  }

  Grid dp() {
    Variant method = parts.methods(Methods.DEFAULT).get(0);
    return parts.grid(
        "dp",
        "Level dp: scores over the budget",
        "data",
        BUDGETS.stream().map(epsilon -> "ε = %s".formatted(epsilon)).toList(),
        parts.data("iris", "wdbc", "moon", "bank", "usps", "mnist", "fashion-mnist"),
        entry -> {
          int usual = entry.kind().startsWith("image") ? 10 : entry.sites();
          Split split = parts.split(parts.setup().sites().orElse(usual), "iid");
          return Stream.of(NoiseMode.SECURE_SUMS, NoiseMode.LOCAL)
              .map(
                  noise ->
                      parts.row(
                          "%s %s".formatted(entry.title(), noise.word()),
                          entry,
                          split,
                          BUDGETS.stream()
                              .map(epsilon -> new BenchmarkRun.Terms(epsilon, noise))
                              .map(terms -> BenchmarkRun.dp(method, entry, split, terms))));
        },
        List.of(
            "(ε, δ)-differential privacy for one record, δ = 1e-5, everything that is sent"
                + " counted; discrete noise on whole numbers. Public: bounds, order of magnitude"
                + " of the number of records (the catalogue has both), number of clusters.",
            "secure-sums: one noise for the total, no colluders. local: every site adds its own.",
            "Noise is repeatable here, so that the table can be repeated; the same sampler with"
                + " secure bits is used where it matters.",
            "Ceiling: " + parts.marks().ceilingSource()));
  }

  Grid baselines() {
    List<Variant> methods =
        parts.methods("k-fed", "ffcm", "dsc", "central-kmeans", "central-spectral:neighbors=10");
    return parts.grid(
        "baselines",
        "Baselines against the reference values",
        "data",
        GridParts.titles(methods),
        parts.data("iris", "wdbc", "bank", "coil20", "usps", "letters"),
        entry ->
            Stream.of(
                    baselines(entry, Scaling.NONE, methods),
                    baselines(entry, Scaling.MINMAX, methods))
                .filter(
                    row ->
                        row.label().endsWith(" raw")
                            || row.slots().stream().anyMatch(slot -> slot.reference().isPresent())),
        List.of(
            "Reference: " + parts.marks().referenceSource(),
            "Records and pixels as they are, or each feature onto [0, 1] (min-max); no oriented"
                + " gradients. The fuzzifier of ffcm is 2, or 1.1 beyond 30 features or from 20"
                + " clusters."));
  }

  private Row baselines(Entry entry, Scaling scaling, List<Variant> methods) {
    Split split = parts.iid(entry);
    BenchmarkRun.Input input = BenchmarkRun.Input.raw(scaling);
    String scale = EnumText.of(scaling);
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
    return parts.row(label, entry, split, slots);
  }

  /** What lying sites do to the scores of the honest ones, and what robust totals do about it. */
  Grid poison() {
    int sites = parts.sites();
    return parts.grid(
        "poison",
        "Sites that lie: scores of the honest sites' records",
        "data",
        ROBUST,
        parts.data("wdbc", "usps", "moon"),
        entry -> poisons(sites).map(poison -> poisoned(entry, poison)),
        List.of(
            "Method: anchor-graph:groups with --sums plain; columns: --robust. %d sites."
                .formatted(sites),
            "shift: a liar's records lie three deviations beside where they are (images:"
                + " mirrored). far: they are in two places a thousand deviations away (images:"
                + " at the edge of what can be). mass: a twentieth of them counts for ten times"
                + " all. Liars say the same and follow the protocol; every message adds up.",
            "Suspects are among each run's findings."));
  }

  /** No liar at first, then every kind of lie by some and by more sites. */
  private static Stream<PoisoningAttack> poisons(int sites) {
    PoisoningAttack.Kind[] kinds = PoisoningAttack.Kind.values();
    return Stream.concat(
        Stream.of(new PoisoningAttack(kinds[0], 0)),
        Stream.of(kinds)
            .flatMap(
                kind ->
                    SHARES.stream()
                        .map(share -> Math.max(1, share * sites / 10))
                        .map(liars -> new PoisoningAttack(kind, liars))));
  }

  private Row poisoned(Entry entry, PoisoningAttack poison) {
    Split split = parts.split(parts.sites(), "iid");
    String liars = poison.liars() == 1 ? "1 liar" : poison.liars() + " liars";
    return parts.row(
        "%s %s"
            .formatted(
                entry.title(),
                poison.liars() == 0 ? "nobody lies" : poison.kind().word() + ", " + liars),
        entry,
        split,
        ROBUST.stream()
            .map(word -> Variant.of(GridParts.GROUPS).with("robust", word))
            .map(variant -> variant.with(PoisoningAttack.OPTION, poison.word()))
            .map(variant -> new BenchmarkRun(variant, entry, split, 0)));
  }
}
