package io.coterie.bench.paper;

import io.coterie.bench.Catalogue.Entry;
import io.coterie.bench.DataLibrary;
import io.coterie.bench.Grid;
import io.coterie.bench.ReferenceScores;
import io.coterie.bench.Variant;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.Stream;

/** The paper's tables and curves, and some more, as grids of runs. */
public final class Experiments {
  private final GridParts parts;

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

  /** Returns the names of methods that may be asked for where they are not on the class path. */
  public static List<String> awaitedMethods() {
    return Stream.concat(GridParts.PAPER_METHODS.stream(), Stream.of("f-dec")).toList();
  }

  public Experiments(Setup setup, DataLibrary library) {
    this.parts = new GridParts(setup, library, new ReferenceScores());
  }

  /** Table 1 with the appendix: every method on every set. */
  public Grid table1() {
    return new PaperTables(parts).table1();
  }

  /** Table 2: label skew. */
  public Grid heterogeneity() {
    return new PaperTables(parts).heterogeneity();
  }

  /** Table 3: parts taken out. */
  public Grid ablation() {
    return new AblationTable(parts).grid();
  }

  /** Fig. 3, right: more and more sites. */
  public Grid clients() {
    return new PaperCurves(parts).clients();
  }

  /** Fig. 3, left: more and more rounds, of methods that are told how many and of others. */
  public List<Grid> convergence() {
    PaperCurves curves = new PaperCurves(parts);
    return Stream.of(curves.convergence(), curves.course())
        .filter(grid -> !grid.columns().isEmpty())
        .toList();
  }

  /** Every way of dealing records to sites; not in the paper. */
  public Grid partitions() {
    return new OtherTables(parts).partitions();
  }

  /** The strict level over budgets: what a proof of privacy costs. */
  public Grid strict() {
    return new OtherTables(parts).strict();
  }

  /** Sites that lie, and robust totals. */
  public Grid poison() {
    return new PoisonTable(parts).grid();
  }

  /** Baselines on the inputs that another implementation of them was measured on. */
  public Grid baselines() {
    return new OtherTables(parts).baselines();
  }
}
