package io.coterie.bench.paper;

import io.coterie.EnumText;
import io.coterie.bench.DataLibrary;
import io.coterie.bench.Grid;
import java.util.List;
import java.util.stream.Stream;

/** The paper's tables and figures, and some more, by the words that run them. */
public enum Experiment {
  TABLE1("Table 1 with the appendix: methods on data sets."),
  BASELINES("Baselines on raw records, beside another implementation's numbers."),
  HETEROGENEITY("Table 2: label skew on MNIST, Het .2 to .95, 10 sites."),
  ABLATION("Table 3: SPP-FGC without noise (DP), private graphs (PSG), the global graph (GSG)."),
  PARTITIONS("Ways of dealing records to 10 sites: even, by Dirichlet shares, in shards, skewed."),
  CLIENTS("Fig. 3: scores over the number of sites, 2 to 50."),
  CONVERGENCE("Fig. 3: scores over the number of rounds."),
  TOTALS(
      "Level totals by the fewest records of a total: scores, anchors, rounds and bytes a site, beside"
          + " anchor-graph:groups."),
  DP("Level dp: scores over the budget, with secure sums and with local noise."),
  POISON("Sites that lie about their records: scores of the others, with --robust and without."),
  PRIVACY("Fig. 6: what the sites send, drawn as images."),
  GRAPHS("Fig. 5: private graphs, the fused graph and the learned one, as heat maps."),
  EMBEDDINGS("What methods that learn make of images, round after round, and their clusters.");

  private final String description;

  Experiment(String description) {
    this.description = description;
  }

  public String description() {
    return description;
  }

  public String word() {
    return EnumText.of(this);
  }

  public int seeds() {
    return this == BASELINES ? 10 : 5;
  }

  public boolean isCurve() {
    return this == HETEROGENEITY || this == CLIENTS || this == CONVERGENCE;
  }

  /** Returns its tables; none of an experiment that ends in pictures. */
  public List<Grid> grids(Setup setup, DataLibrary library) {
    GridParts parts = new GridParts(setup, library);
    return switch (this) {
      case TABLE1 -> List.of(new PaperTables(parts).table1());
      case BASELINES -> List.of(new OtherTables(parts).baselines());
      case HETEROGENEITY -> List.of(new PaperTables(parts).heterogeneity());
      case ABLATION -> List.of(new PaperTables(parts).ablation());
      case PARTITIONS -> List.of(new OtherTables(parts).partitions());
      case CLIENTS -> List.of(new PaperCurves(parts).clients());
      case CONVERGENCE ->
          Stream.of(new PaperCurves(parts).convergence(), new PaperCurves(parts).course())
              .filter(grid -> !grid.columns().isEmpty())
              .toList();
      case TOTALS -> List.of(new OtherTables(parts).totals());
      case DP -> List.of(new OtherTables(parts).dp());
      case POISON -> List.of(new OtherTables(parts).poison());
      case PRIVACY, GRAPHS, EMBEDDINGS -> List.of();
    };
  }
}
