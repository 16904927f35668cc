package io.coterie.bench.paper;

import io.coterie.bench.Summary;
import io.coterie.bench.paper.Svg.Anchor;
import java.util.List;
import java.util.Optional;

/**
 * Lines over places, from a lowest mark to 1.
 *
 * @param svg to draw on
 * @param heading above it
 * @param left edge
 * @param low the value at the bottom, in tenths
 * @param places on the axis
 */
record Plot(Svg svg, String heading, int left, double low, List<String> places) {
  static final int WIDTH = 410;
  static final int HEIGHT = 280;
  static final int TOP = 52;

  /** Lines stand beside each other, so that their spreads can be told apart. */
  private static final double STEP_ASIDE = 4;

  /** The first and the last line are at most so far from each other. */
  private static final double WIDEST_ASIDE = 28;

  /** More places than this stand so near that lines must not step aside. */
  private static final int FEW_PLACES = 10;

  /**
   * One line.
   *
   * @param name in the legend
   * @param series which gives it its colour
   * @param values one for each place; nothing where there is none
   */
  record Line(String name, int series, List<Optional<Summary>> values) {
    Line {
      values = List.copyOf(values);
    }
  }

  void draw(String axis, List<Line> lines) {
    svg.heading(heading, left, TOP - 20);
    int tenths = (int) Math.round(10 * (1 - low));
    for (int mark = 0; mark <= tenths; mark++) {
      double value = low + mark / 10.0;
      svg.gridLine(left, y(value), left + WIDTH, y(value));
      String text = Summary.text(value).substring(0, mark == tenths ? 3 : 2);
      svg.text(text, left - 8, y(value) + 4.5, Anchor.END);
    }
    for (int i = 0; i < places.size(); i++) {
      svg.text(places.get(i), x(i), TOP + HEIGHT + 22, Anchor.MIDDLE);
    }
    svg.text(axis, left + WIDTH / 2.0, TOP + HEIGHT + 46, Anchor.MIDDLE);
    double step =
        places.size() > FEW_PLACES
            ? 0
            : Math.min(STEP_ASIDE, WIDEST_ASIDE / Math.max(1, lines.size() - 1));
    for (int c = 0; c < lines.size(); c++) {
      draw(lines.get(c), step * (c - (lines.size() - 1) / 2.0));
    }
  }

  private void draw(Line line, double aside) {
    double[] last = null;
    for (int i = 0; i < places.size(); i++) {
      Optional<Summary> value = line.values().get(i);
      if (value.isEmpty()) {
        last = null;
        continue;
      }
      Summary summary = value.get();
      double[] point = {x(i) + aside, y(summary.mean())};
      double top = Math.max(TOP, y(summary.mean() + summary.deviation()));
      double bottom = Math.min(TOP + HEIGHT, y(summary.mean() - summary.deviation()));
      svg.line(line.series(), true, point[0], top, point[0], bottom);
      if (last != null) {
        svg.line(line.series(), false, last[0], last[1], point[0], point[1]);
      }
      svg.dot(
          line.series(),
          point[0],
          point[1],
          "%s at %s: %s %s".formatted(line.name(), places.get(i), heading, summary));
      last = point;
    }
  }

  double x(int place) {
    int count = places.size();
    return left + 16 + (WIDTH - 32.0) * (count == 1 ? 0.5 : place / (count - 1.0));
  }

  private double y(double value) {
    return TOP + HEIGHT * (1 - (value - low) / (1 - low));
  }

  /** Returns the tenth below every value that is drawn, at most .8. */
  static double lowest(List<Line> lines) {
    double smallest =
        lines.stream()
            .flatMap(line -> line.values().stream())
            .flatMap(Optional::stream)
            .mapToDouble(summary -> summary.mean() - summary.deviation())
            .min()
            .orElse(0);
    return Math.max(0, Math.min(0.8, Math.floor(smallest * 10 - 0.2) / 10));
  }
}
