package io.coterie.bench.paper;

import io.coterie.bench.CellResult;
import io.coterie.bench.Grid;
import io.coterie.bench.Metric;
import io.coterie.bench.Results;
import io.coterie.bench.Summary;
import io.coterie.bench.paper.Svg.Anchor;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/** The columns of a filled grid as curves over its rows: ACC on the left, NMI on the right. */
final class Curves {
  private static final int WIDTH = 1000;
  private static final int LEFT = 56;
  private static final int LEGEND = Plot.TOP + Plot.HEIGHT + 76;
  private static final int LEGEND_LINE = 24;

  /** A letter of the legend is about so wide. */
  private static final double LETTER = 7.2;

  private Curves() {}

  /**
   * One place of a curve.
   *
   * @param accuracy over the seeds
   * @param nmi over the seeds
   */
  record Value(Summary accuracy, Summary nmi) {
    private Summary of(Metric metric) {
      return metric == Metric.ACC ? accuracy : nmi;
    }
  }

  /**
   * One curve.
   *
   * @param name in the legend
   * @param values one for each place on the axis; nothing where there is no result
   */
  record Curve(String name, List<Optional<Value>> values) {
    Curve {
      values = List.copyOf(values);
    }
  }

  /** Draws one picture for each data set of a grid whose rows end with the place on the axis. */
  static Map<String, String> of(Grid grid, Results results) {
    Map<String, List<Grid.Row>> bySet = new LinkedHashMap<>();
    for (Grid.Row row : grid.rows()) {
      row.slots().stream()
          .flatMap(slot -> slot.cell().stream())
          .findFirst()
          .ifPresent(
              cell ->
                  bySet.computeIfAbsent(cell.entry().name(), name -> new ArrayList<>()).add(row));
    }
    Map<String, String> pictures = new LinkedHashMap<>();
    bySet.forEach(
        (name, rows) -> {
          List<String> places =
              rows.stream().map(row -> row.label().replaceFirst(".* ", "")).toList();
          List<Curve> curves = new ArrayList<>();
          for (int c = 0; c < grid.columns().size(); c++) {
            int column = c;
            curves.add(
                new Curve(
                    grid.columns().get(c),
                    rows.stream().map(row -> value(row.slots().get(column), results)).toList()));
          }
          curves.removeIf(curve -> curve.values().stream().allMatch(Optional::isEmpty));
          pictures.put(name, draw("%s, %s".formatted(name, grid.corner()), places, curves));
        });
    return pictures;
  }

  private static Optional<Value> value(Grid.Slot slot, Results results) {
    return slot.cell()
        .flatMap(
            cell ->
                Summary.of(results.of(cell), CellResult.Scores::accuracy)
                    .map(
                        accuracy ->
                            new Value(
                                accuracy,
                                Summary.of(results.of(cell), CellResult.Scores::nmi)
                                    .orElseThrow())));
  }

  static String draw(String axis, List<String> places, List<Curve> curves) {
    List<double[]> legend = legend(curves);
    double last = legend.isEmpty() ? LEGEND : legend.get(legend.size() - 1)[1];
    Svg svg = new Svg(WIDTH, (int) last + 20, "ACC and NMI, " + axis);
    for (Metric metric : List.of(Metric.ACC, Metric.NMI)) {
      int left = metric == Metric.ACC ? LEFT : WIDTH - 16 - Plot.WIDTH;
      List<Plot.Line> lines =
          IntStream.range(0, curves.size()).mapToObj(c -> line(curves.get(c), c, metric)).toList();
      new Plot(svg, metric.name(), left, Plot.lowest(lines), places).draw(axis, lines);
    }
    for (int c = 0; c < curves.size(); c++) {
      double x = legend.get(c)[0];
      double y = legend.get(c)[1];
      svg.line(c, false, x, y, x + 26, y);
      svg.dot(c, x + 13, y, curves.get(c).name());
      svg.text(curves.get(c).name(), x + 34, y + 4.5, Anchor.START);
    }
    return svg.finish();
  }

  private static Plot.Line line(Curve curve, int series, Metric metric) {
    return new Plot.Line(
        curve.name(),
        series,
        curve.values().stream().map(value -> value.map(found -> found.of(metric))).toList());
  }

  /** Returns where each curve's entry begins; lines are broken at the right edge. */
  private static List<double[]> legend(List<Curve> curves) {
    List<double[]> starts = new ArrayList<>();
    double x = LEFT;
    double y = LEGEND;
    for (Curve curve : curves) {
      double width = 34 + LETTER * curve.name().length();
      if (x > LEFT && x + width > WIDTH - 16) {
        x = LEFT;
        y += LEGEND_LINE;
      }
      starts.add(new double[] {x, y});
      x += width + 22;
    }
    return starts;
  }
}
