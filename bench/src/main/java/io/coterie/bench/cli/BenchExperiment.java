package io.coterie.bench.cli;

import io.coterie.bench.Grid;
import io.coterie.bench.paper.Experiments;
import java.util.List;
import java.util.Locale;

/** The paper's tables and figures, by the words that run them. */
enum BenchExperiment {
  TABLE1("Table 1 with the appendix: methods on data sets."),
  BASELINES("Baselines on raw records, beside another implementation's numbers."),
  HETEROGENEITY("Table 2: label skew on MNIST, Het .2 to .95, 10 sites."),
  ABLATION("Table 3: SPP-FGC without noise (DP), private graphs (PSG), the global graph (GSG)."),
  PARTITIONS("Ways of dealing records to 10 sites: even, by Dirichlet shares, in shards, skewed."),
  CLIENTS("Fig. 3: scores over the number of sites, 2 to 50."),
  CONVERGENCE("Fig. 3: scores over the number of rounds."),
  STRICT("The strict level: scores over the budget, with secure sums and with local noise."),
  POISON("Sites that lie about their records: scores of the others, with --robust and without."),
  PRIVACY("Fig. 6: what the sites send, drawn as images."),
  GRAPHS("Fig. 5: private graphs, the fused graph and the learned one, as heat maps."),
  EMBEDDINGS("What methods that learn make of images, round after round, and their clusters.");

  private final String description;

  BenchExperiment(String description) {
    this.description = description;
  }

  String description() {
    return description;
  }

  String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Returns how many seeds it takes unless told otherwise. */
  int seeds() {
    return this == BASELINES ? 10 : 5;
  }

  /** Returns whether its columns are also drawn as curves over its rows. */
  boolean isCurve() {
    return this == HETEROGENEITY || this == CLIENTS || this == CONVERGENCE;
  }

  /** Returns the experiment's tables, if it has any. */
  List<Grid> grids(Experiments experiments) {
    return switch (this) {
      case TABLE1 -> List.of(experiments.table1());
      case BASELINES -> List.of(experiments.baselines());
      case HETEROGENEITY -> List.of(experiments.heterogeneity());
      case ABLATION -> List.of(experiments.ablation());
      case PARTITIONS -> List.of(experiments.partitions());
      case CLIENTS -> List.of(experiments.clients());
      case CONVERGENCE -> experiments.convergence();
      case STRICT -> List.of(experiments.strict());
      case POISON -> List.of(experiments.poison());
      case PRIVACY, GRAPHS, EMBEDDINGS -> List.of();
    };
  }
}
