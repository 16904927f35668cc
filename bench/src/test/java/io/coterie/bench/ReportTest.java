package io.coterie.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.coterie.bench.Catalogue.Entry;
import io.coterie.bench.Grid.Row;
import io.coterie.bench.Grid.Slot;
import io.coterie.bench.ReferenceScores.Mark;
import io.coterie.bench.paper.GridParts;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class ReportTest {
  private static final Entry IRIS = Catalogue.builtIn().named("iris");

  private static BenchmarkRun cell(String method) {
    return new BenchmarkRun(Variant.parse(method), IRIS, BenchmarkRun.Split.iid(5, 0), 0);
  }

  private static CellResult scored(double accuracy, double nmi) {
    return new CellResult(
        Optional.of(new CellResult.Scores(accuracy, nmi, 0.5)),
        Optional.empty(),
        new CellResult.Cost(1.5, 3, 1000),
        Map.of("anchors", "50"));
  }

  private static Report report() {
    Optional<Mark> ceiling = Optional.of(new Mark(0.907, 0.806, OptionalDouble.empty()));
    Optional<Mark> paper = Optional.of(new Mark(0.9629, 0.8818, OptionalDouble.empty()));
    Grid grid =
        new Grid(
            "table1",
            "Methods on data sets",
            "data",
            List.of("anchor-graph", "spp-fgc", "ppfc-gan"),
            List.of(
                new Row(
                    "Iris",
                    "records, 150, 5 sites",
                    List.of(
                        new Slot(Optional.of(cell("anchor-graph")), "", Optional.empty(), ceiling),
                        new Slot(Optional.of(cell("spp-fgc")), "", paper, ceiling),
                        new Slot(Optional.empty(), "-", paper, ceiling))),
                new Row(
                    "Bank",
                    "not there, see below",
                    List.of(
                        new Slot(Optional.empty(), "", Optional.empty(), ceiling),
                        new Slot(Optional.empty(), "", paper, ceiling),
                        new Slot(Optional.empty(), "", paper, ceiling)))),
            List.of("Bank: no data folder."));
    Results results = new Results(2);
    results.put(cell("anchor-graph").withSeed(0), scored(0.97, 0.9));
    results.put(cell("anchor-graph").withSeed(1), scored(1, 0.9));
    results.put(
        cell("spp-fgc").withSeed(0),
        new CellResult(
            Optional.empty(),
            Optional.of(new CellResult.Failure("OutOfMemoryError", "The heap is too small.")),
            new CellResult.Cost(2, 0, 0),
            Map.of()));
    return new Report(grid, results, "coterie bench table1 --seeds 2", "0.1.0");
  }

  @Test
  void rendersTheTablesAsTheyShouldLook() {
    assertThat(report().markdown())
        .isEqualTo(
            """
            # Methods on data sets

            `coterie bench table1 --seeds 2`, Coterie 0.1.0. Each cell: **ours** (mean ± standard deviation over 2 seeds), the paper's number, the honest ceiling.

            ## ACC

            | data | what | anchor-graph | spp-fgc | ppfc-gan |
            |---|---|---|---|---|
            | Iris | records, 150, 5 sites | **.985 ± .021**<br>ceiling .907 | failed: OutOfMemoryError<br>paper .963<br>ceiling .907 | -<br>paper .963<br>ceiling .907 |
            | Bank | not there, see below |  |  |  |

            ## NMI

            | data | what | anchor-graph | spp-fgc | ppfc-gan |
            |---|---|---|---|---|
            | Iris | records, 150, 5 sites | **.900 ± .000**<br>ceiling .806 | failed: OutOfMemoryError<br>paper .882<br>ceiling .806 | -<br>paper .882<br>ceiling .806 |
            | Bank | not there, see below |  |  |  |

            - Bank: no data folder.
            - spp-fgc on Iris failed: OutOfMemoryError, The heap is too small.
            """);
  }

  @Test
  void marksWhatIsNotTheReference() {
    Optional<Mark> reference = Optional.of(new Mark(0.92, 0.85, OptionalDouble.empty()));
    Slot slot =
        new Slot(Optional.of(cell("k-fed")), "", Optional.empty(), Optional.empty(), reference);
    Grid grid =
        new Grid(
            "baselines",
            "Baselines",
            "data",
            List.of("k-fed"),
            List.of(new Row("Iris raw", "records", List.of(slot))),
            List.of());
    Results results = new Results(1);
    results.put(cell("k-fed"), scored(0.94, 0.829));
    Report report = new Report(grid, results, "coterie bench baselines", "0.1.0");

    // .940 is within .02 of .920, but .829 is not of .850.
    assertThat(report.markdown())
        .contains("**.940**<br>reference .920 |", "**.829**<br>reference .850 ! |");
    assertThat(report.screen().rows().get(0).get(1)).isEqualTo(".940/.829 (.920/.850) !");
    assertThat(report.json().path("rows").path(0).path("cells").path(0).path("off").asBoolean())
        .isTrue();
  }

  @Test
  void tellsEveryRunWithItsTimeAsJson() {
    var cell = report().json().path("rows").path(0).path("cells").path(0);
    assertThat(cell.path("column").asText()).isEqualTo("anchor-graph");
    assertThat(cell.path("acc").path("mean").doubleValue()).isEqualTo(0.985);
    assertThat(cell.path("ceiling").path("acc").doubleValue()).isEqualTo(0.907);
    assertThat(cell.path("runs")).hasSize(2);
    assertThat(cell.path("runs").path(1).path("seconds").doubleValue()).isEqualTo(1.5);
    var empty = report().json().path("rows").path(1).path("cells").path(0);
    assertThat(empty.path("absent").asText()).isEqualTo("data");
  }

  @Test
  void paperAndCeilingsAreThoseOfTheirTables() {
    ReferenceScores marks = new ReferenceScores();
    assertThat(marks.paper("table1", "mnist", "spp-fgc"))
        .contains(new Mark(0.6305, 0.7193, OptionalDouble.empty()));
    assertThat(marks.paper("heterogeneity", "0.95", "fed-sc"))
        .contains(new Mark(0.1557, 0.0279, OptionalDouble.empty()));
    assertThat(marks.paperAblation("psg gsg"))
        .contains(new Mark(0.6845, 0.7228, OptionalDouble.of(0.6931)));
    assertThat(marks.ceiling("usps")).contains(new Mark(0.669, 0.806, OptionalDouble.empty()));
    assertThat(marks.ceiling("moon")).isEmpty();
  }

  @Test
  void everySetHasThePapersNumbersForEveryMethodOfThePaper() {
    ReferenceScores marks = new ReferenceScores();
    for (Entry entry : Catalogue.builtIn().entries()) {
      for (String method : GridParts.PAPER_METHODS) {
        assertThat(marks.paper("table1", entry.name(), method))
            .as(entry.name() + " " + method)
            .matches(mark -> mark.isPresent() != entry.name().endsWith("-v2")); // not the paper's
      }
    }
  }
}
