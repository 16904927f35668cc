package io.coterie.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.coterie.bench.paper.Experiment;
import io.coterie.bench.paper.Setup;
import io.coterie.math.Parallel;
import java.io.IOException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BenchmarkTest {
  @TempDir Path folder;

  private final List<String> ran = new ArrayList<>();
  private final DataLibrary library = new DataLibrary(Optional.empty());

  /** Stops a benchmark from within, as a kill would. */
  private static final class Killed extends RuntimeException {
    private static final long serialVersionUID = 1L;
  }

  /**
   * The class path has the classes of the add-ons, for the architecture tests, but cannot run them.
   */
  private static final ClassLoader WITHOUT_ADD_ONS =
      new ClassLoader(BenchmarkTest.class.getClassLoader()) {
        @Override
        public Enumeration<URL> getResources(String name) throws IOException {
          return Collections.enumeration(
              Collections.list(super.getResources(name)).stream()
                  .filter(url -> !url.getPath().matches(".*/(deep|spark)/target/.*"))
                  .toList());
        }
      };

  private final ClassLoader usual = Thread.currentThread().getContextClassLoader();

  @BeforeEach
  void hideAddOns() {
    Thread.currentThread().setContextClassLoader(WITHOUT_ADD_ONS);
  }

  @AfterEach
  void showAddOns() {
    Thread.currentThread().setContextClassLoader(usual);
  }

  private Grid grid(String data, String methods) {
    Catalogue catalogue = Catalogue.builtIn();
    return Experiment.TABLE1
        .grids(
            new Setup(
                List.of(data.split(",", -1)).stream().map(catalogue::named).toList(),
                List.of(methods.split(",", -1)).stream().map(Variant::parse).toList(),
                OptionalInt.empty(),
                0,
                1),
            library)
        .get(0);
  }

  private Results run(Grid grid, Benchmark.Redo redo, int killAfter) {
    ran.clear();
    Benchmark benchmark =
        new Benchmark(library, CellLog.open(folder), Parallel.sequential(), "test");
    return benchmark.run(
        grid,
        2,
        redo,
        new Benchmark.Listener() {
          @Override
          public void started(BenchmarkRun cell, Benchmark.Position position) {
            if (ran.size() == killAfter) {
              throw new Killed();
            }
            ran.add(cell.toString());
          }

          @Override
          public void finished(BenchmarkRun cell, CellResult result, Benchmark.Position position) {
            assertThat(position.done()).isLessThanOrEqualTo(position.total());
          }
        });
  }

  @Test
  void goesOnWhereItWasKilledAndRedoesNothing() throws IOException {
    Grid grid = grid("iris,moon", "spp-fgc,anchor-graph");
    org.assertj.core.api.Assertions.assertThatThrownBy(() -> run(grid, Benchmark.Redo.NOTHING, 3))
        .isInstanceOf(Killed.class);
    List<String> first = List.copyOf(ran);
    // The kill came while a line was being written.
    Path log = folder.resolve("cells.jsonl");
    Files.writeString(log, Files.readString(log) + "{\"key\":\"abc\",\"sta");

    Results results = run(grid, Benchmark.Redo.NOTHING, 99);
    assertThat(ran).hasSize(5).doesNotContainAnyElementsOf(first);
    assertThat(results.failures()).isZero();

    Results again = run(grid, Benchmark.Redo.NOTHING, 99);
    assertThat(ran).isEmpty();
    assertThat(again.seconds()).isEqualTo(results.seconds());
  }

  @Test
  void freshRunsEverythingAgainWithTheSameScores() {
    Grid grid = grid("iris", "anchor-graph");
    Results first = run(grid, Benchmark.Redo.NOTHING, 99);
    Results second = run(grid, Benchmark.Redo.EVERYTHING, 99);
    assertThat(ran).hasSize(2);
    BenchmarkRun cell = grid.cells(1).get(0);
    assertThat(second.of(cell).get(0).scores()).isEqualTo(first.of(cell).get(0).scores());
  }

  @Test
  void aFailingMethodShowsItsKindAndTheOthersGoOn() {
    Grid grid = grid("iris", "spp-fgc:neighbors=1,anchor-graph");
    Results results = run(grid, Benchmark.Redo.NOTHING, 99);
    Report report = new Report(grid, results, "coterie bench table1", "test");
    assertThat(report.screen().rows().get(0).get(1)).isEqualTo("failed: USAGE");
    assertThat(report.screen().rows().get(0).get(2)).startsWith(".9");
    assertThat(report.markdown()).contains("failed: USAGE<br>ceiling .907");
    assertThat(report.failures())
        .containsExactly(
            "spp-fgc neighbors=1 on Iris failed: USAGE, --neighbors is 1; it must be a whole"
                + " number of at least 2.");

    run(grid, Benchmark.Redo.NOTHING, 99);
    assertThat(ran).isEmpty();
    run(grid, Benchmark.Redo.FAILURES, 99);
    assertThat(ran).hasSize(2).allMatch(cell -> cell.startsWith("spp-fgc"));
  }

  @Test
  void aMissingSetLeavesItsRowEmptyAndSaysWhy() {
    Grid grid = grid("iris,bank", "anchor-graph,ppfc-gan");
    Results results = run(grid, Benchmark.Redo.NOTHING, 99);
    Report report = new Report(grid, results, "coterie bench table1", "test");
    assertThat(report.screen().rows().get(0).get(2)).isEqualTo("-");
    assertThat(report.screen().rows().get(1)).containsExactly("Bank", "", "");
    assertThat(report.markdown())
        .contains("| Bank | not there, see below |  |  |")
        .contains("- Empty (-): ppfc-gan. The add-on deep is not on the class path")
        .contains("- Bank: no data folder; set COTERIE_DATA or --data-dir.");
  }

  @Test
  void withoutTheAddOnTable1HasItsColumnsAndTheOthersSayWhatIsLeftOut() {
    Setup setup = new Setup(List.of(), List.of(), OptionalInt.empty(), 0, 1);
    Grid table1 = Experiment.TABLE1.grids(setup, library).get(0);
    assertThat(table1.columns())
        .contains("ppfc-gan", "spp-fgc-plus", "spp-fgc-plus alone passes=5", "f-dec");
    assertThat(table1.notes())
        .anyMatch(note -> note.startsWith("Empty (-): ppfc-gan, spp-fgc-plus, f-dec. The add-on"))
        .anyMatch(note -> note.startsWith("spp-fgc-plus alone is the paper's own way"));
    for (Experiment experiment : List.of(Experiment.HETEROGENEITY, Experiment.CLIENTS)) {
      Grid grid = experiment.grids(setup, library).get(0);
      assertThat(grid.columns()).contains("anchor-graph").doesNotContain("spp-fgc-plus");
      assertThat(grid.notes())
          .anyMatch(note -> note.startsWith("Left out: ppfc-gan, spp-fgc-plus. The add-on deep"));
    }
  }

  @Test
  void aRehearsalGivesTheSameAnswerAsTheFederation() {
    // The ablation with nothing taken out is SPP-FGC, run by the loop that pictures use.
    Grid grid = grid("wdbc", "spp-fgc,spp-fgc-ablated");
    Results results = run(grid, Benchmark.Redo.NOTHING, 99);
    List<BenchmarkRun> cells = grid.cells(1);
    CellResult whole = results.of(cells.get(0)).get(0);
    CellResult ablated = results.of(cells.get(1)).get(0);
    assertThat(ablated.scores()).isEqualTo(whole.scores());
    assertThat(ablated.cost().bytesOut()).isEqualTo(whole.cost().bytesOut());
    assertThat(ablated.findings()).isEqualTo(whole.findings());
  }

  @Test
  void samplesAreTheSameEachTimeAndKeepTheClasses() {
    BenchData wdbc = library.read(Catalogue.builtIn().named("wdbc"), 0, 0);
    BenchData sample = wdbc.sample(100);
    assertThat(sample.records().rows()).isEqualTo(100);
    assertThat(sample.truth().size()).isEqualTo(100);
    assertThat(wdbc.sample(100).records().array()).isEqualTo(sample.records().array());
    assertThat(wdbc.sample(569)).isSameAs(wdbc);
  }
}
