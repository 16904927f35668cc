package io.coterie.bench;

import io.coterie.bench.Canvas.Lettering;
import java.awt.Color;
import java.awt.geom.Line2D;
import java.awt.image.BufferedImage;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The columns of a filled grid as curves over its rows: ACC on the left, NMI on the right. */
final class Curves {
  static final int WIDTH = 1000;
  static final int HEIGHT = 430;

  private static final int PLOT_WIDTH = 400;
  private static final int PLOT_HEIGHT = 280;
  private static final int TOP = 56;
  private static final Color[] COLORS = {
    new Color(0x1B, 0x5E, 0xA8),
    new Color(0xC8, 0x4E, 0x00),
    new Color(0x2A, 0x8C, 0x4A),
    new Color(0x8E, 0x3B, 0x9E),
    new Color(0x7A, 0x5C, 0x2E),
    new Color(0x55, 0x5B, 0x66)
  };

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

  /** Draws one picture for each data set of a grid whose rows end with "= value". */
  static Map<String, BufferedImage> of(Grid grid, Results results) {
    Map<String, List<Grid.Row>> bySet = new LinkedHashMap<>();
    for (Grid.Row row : grid.rows()) {
      row.slots().stream()
          .flatMap(slot -> slot.cell().stream())
          .findFirst()
          .ifPresent(
              cell ->
                  bySet.computeIfAbsent(cell.entry().name(), name -> new ArrayList<>()).add(row));
    }
    Map<String, BufferedImage> pictures = new LinkedHashMap<>();
    bySet.forEach(
        (name, rows) -> {
          List<String> places =
              rows.stream().map(row -> row.label().replaceFirst(".*= ", "")).toList();
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

  static BufferedImage draw(String axis, List<String> places, List<Curve> curves) {
    Canvas canvas = new Canvas(WIDTH, HEIGHT);
    plot(canvas, Metric.ACC, 64, axis, places, curves);
    plot(canvas, Metric.NMI, 64 + PLOT_WIDTH + 84, axis, places, curves);
    double x = 64;
    for (int c = 0; c < curves.size(); c++) {
      double y = HEIGHT - 26;
      canvas.line(color(c), false, new Line2D.Double(x, y, x + 24, y));
      canvas.dot(color(c), x + 12, y);
      canvas.text(curves.get(c).name(), x + 32, y + 4, Lettering.LABEL);
      x += 56 + 7.5 * curves.get(c).name().length();
    }
    return canvas.finish();
  }

  private static void plot(
      Canvas canvas,
      Metric metric,
      int left,
      String axis,
      List<String> places,
      List<Curve> curves) {
    canvas.text(metric.name(), left, TOP - 22, Lettering.TITLE);
    double low = lowest(curves, metric);
    for (double mark = low; mark <= 1.0001; mark += 0.1) {
      double y = y(mark, low);
      canvas.hairline(Canvas.FAINT, new Line2D.Double(left, y, left + PLOT_WIDTH, y));
      canvas.text(
          Summary.text(mark).substring(0, mark > 0.999 ? 3 : 2), left - 8, y + 4, Lettering.RIGHT);
    }
    for (int i = 0; i < places.size(); i++) {
      canvas.text(
          places.get(i), x(left, i, places.size()), TOP + PLOT_HEIGHT + 20, Lettering.CENTERED);
    }
    canvas.text(axis, left + PLOT_WIDTH / 2.0, TOP + PLOT_HEIGHT + 42, Lettering.CENTERED);
    for (int c = 0; c < curves.size(); c++) {
      curve(canvas, metric, left, low, curves.get(c), color(c));
    }
  }

  private static void curve(
      Canvas canvas, Metric metric, int left, double low, Curve curve, Color color) {
    double[] last = null;
    int count = curve.values().size();
    for (int i = 0; i < count; i++) {
      Optional<Value> value = curve.values().get(i);
      if (value.isEmpty()) {
        last = null;
        continue;
      }
      Summary summary = value.get().of(metric);
      double[] point = {x(left, i, count), y(summary.mean(), low)};
      double spread = summary.deviation() * PLOT_HEIGHT / (1 - low);
      canvas.hairline(
          color,
          new Line2D.Double(
              point[0],
              Math.max(TOP, point[1] - spread),
              point[0],
              Math.min(TOP + PLOT_HEIGHT, point[1] + spread)));
      if (last != null) {
        canvas.line(color, false, new Line2D.Double(last[0], last[1], point[0], point[1]));
      }
      canvas.dot(color, point[0], point[1]);
      last = point;
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

  private static double x(int left, int place, int places) {
    return left + 16 + (PLOT_WIDTH - 32.0) * (places == 1 ? 0.5 : place / (places - 1.0));
  }

  private static double y(double value, double low) {
    return TOP + PLOT_HEIGHT * (1 - (value - low) / (1 - low));
  }

  private static Color color(int curve) {
    return COLORS[curve % COLORS.length];
  }
}
