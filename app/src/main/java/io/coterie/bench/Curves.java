package io.coterie.bench;

import io.coterie.bench.Svg.Anchor;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The columns of a filled grid as curves over its rows: ACC on the left, NMI on the right. */
final class Curves {
  private static final int WIDTH = 1000;
  private static final int LEFT = 56;
  private static final int PLOT_WIDTH = 410;
  private static final int PLOT_HEIGHT = 280;
  private static final int TOP = 52;
  private static final int LEGEND = TOP + PLOT_HEIGHT + 76;
  private static final int LEGEND_LINE = 24;

  /** A letter of the legend is about so wide. */
  private static final double LETTER = 7.2;

  /** Curves stand beside each other, so that their spreads can be told apart. */
  private static final double STEP_ASIDE = 4;

  /** The first and the last curve are at most so far from each other. */
  private static final double WIDEST_ASIDE = 28;

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
      int left = metric == Metric.ACC ? LEFT : WIDTH - 16 - PLOT_WIDTH;
      new Plot(svg, metric, left, lowest(curves, metric), places).draw(axis, curves);
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

  /** One of the two plots: where it stands and which score it shows, from its lowest mark to 1. */
  private record Plot(Svg svg, Metric metric, int left, double low, List<String> places) {
    void draw(String axis, List<Curve> curves) {
      svg.heading(metric.name(), left, TOP - 20);
      int tenths = (int) Math.round(10 * (1 - low));
      for (int mark = 0; mark <= tenths; mark++) {
        double value = low + mark / 10.0;
        svg.gridLine(left, y(value), left + PLOT_WIDTH, y(value));
        String text = Summary.text(value).substring(0, mark == tenths ? 3 : 2);
        svg.text(text, left - 8, y(value) + 4.5, Anchor.END);
      }
      for (int i = 0; i < places.size(); i++) {
        svg.text(places.get(i), x(i), TOP + PLOT_HEIGHT + 22, Anchor.MIDDLE);
      }
      svg.text(axis, left + PLOT_WIDTH / 2.0, TOP + PLOT_HEIGHT + 46, Anchor.MIDDLE);
      double step = Math.min(STEP_ASIDE, WIDEST_ASIDE / Math.max(1, curves.size() - 1));
      for (int c = 0; c < curves.size(); c++) {
        draw(curves.get(c), c, step * (c - (curves.size() - 1) / 2.0));
      }
    }

    private void draw(Curve curve, int series, double aside) {
      double[] last = null;
      for (int i = 0; i < places.size(); i++) {
        Optional<Value> value = curve.values().get(i);
        if (value.isEmpty()) {
          last = null;
          continue;
        }
        Summary summary = value.get().of(metric);
        double[] point = {x(i) + aside, y(summary.mean())};
        double top = Math.max(TOP, y(summary.mean() + summary.deviation()));
        double bottom = Math.min(TOP + PLOT_HEIGHT, y(summary.mean() - summary.deviation()));
        svg.line(series, true, point[0], top, point[0], bottom);
        if (last != null) {
          svg.line(series, false, last[0], last[1], point[0], point[1]);
        }
        svg.dot(
            series,
            point[0],
            point[1],
            "%s at %s: %s %s".formatted(curve.name(), places.get(i), metric, summary));
        last = point;
      }
    }

    private double x(int place) {
      int count = places.size();
      return left + 16 + (PLOT_WIDTH - 32.0) * (count == 1 ? 0.5 : place / (count - 1.0));
    }

    private double y(double value) {
      return TOP + PLOT_HEIGHT * (1 - (value - low) / (1 - low));
    }
  }

  /** Returns the tenth below every value that is drawn. */
  private static double lowest(List<Curve> curves, Metric metric) {
    List<Double> all = new ArrayList<>();
    curves.forEach(
        curve ->
            curve.values().stream()
                .flatMap(Optional::stream)
                .map(value -> value.of(metric))
                .forEach(summary -> all.add(summary.mean() - summary.deviation())));
    double smallest = all.stream().mapToDouble(Double::doubleValue).min().orElse(0);
    return Math.max(0, Math.min(0.8, Math.floor(smallest * 10 - 0.2) / 10));
  }
}
