package io.coterie.bench.paper;

import io.coterie.bench.LearningCurve;
import io.coterie.bench.LearningCurve.Place;
import io.coterie.bench.LearningCurve.Point;
import io.coterie.bench.Metric;
import io.coterie.bench.Summary;
import io.coterie.bench.paper.Svg.Anchor;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The courses of one method over the seeds: scores on the left, and on the right what the method
 * itself sees, which needs no label.
 *
 * @param title of the picture
 * @param courses one a seed
 */
record CourseCurves(String title, List<LearningCurve> courses) {
  private static final int WIDTH = 1000;
  private static final int LEFT = 56;
  private static final int MARGIN = 16;
  private static final int LEGEND = Plot.TOP + Plot.HEIGHT + 76;
  private static final int LEGEND_LINE = 24;
  private static final double LETTER = 7.2;

  /** With more places than this only some are labelled. */
  private static final int LABELLED = 16;

  private static final int LABEL_STEP = 5;

  private static final String LOSS = "loss";

  /** What a method may see of itself. */
  static final List<String> SIGNALS =
      List.of(LOSS, "changed", "stability", "eigengap", "agreement");

  CourseCurves {
    courses = List.copyOf(courses);
  }

  String draw() {
    List<Place> places = places();
    Svg svg = new Svg(WIDTH, LEGEND + LEGEND_LINE + 20, title);
    svg.text(title, LEFT, LEGEND + LEGEND_LINE + 4.5, Anchor.START);
    List<Plot.Line> scores =
        List.of(
            line("ACC", 0, places, point -> score(point, Metric.ACC)),
            line("NMI", 1, places, point -> score(point, Metric.NMI)));
    draw(svg, "scores", LEFT, scores, places);
    List<Plot.Line> signals = new ArrayList<>();
    Map<String, Double> largestLoss = largestLoss();
    for (String signal : SIGNALS) {
      boolean isLoss = signal.equals(LOSS);
      Plot.Line line =
          line(
              isLoss ? "loss / largest" : signal,
              2 + signals.size(),
              places,
              point -> signal(point, signal, isLoss ? largestLoss : Map.of()));
      if (line.values().stream().anyMatch(Optional::isPresent)) {
        signals.add(line);
      }
    }
    int right = WIDTH - MARGIN - Plot.WIDTH;
    draw(svg, "what needs no label", right, signals, places);
    return svg.finish();
  }

  private static void draw(
      Svg svg, String heading, int left, List<Plot.Line> lines, List<Place> places) {
    Plot plot = new Plot(svg, heading, left, Plot.lowest(lines), labels(places));
    plot.draw("", lines);
    for (int from = 0; from < places.size(); ) {
      String stage = places.get(from).stage();
      int to = from;
      while (to < places.size() && places.get(to).stage().equals(stage)) {
        to++;
      }
      double middle = (plot.x(from) + plot.x(to - 1)) / 2;
      svg.text(stage, middle, Plot.TOP + Plot.HEIGHT + 46, Anchor.MIDDLE);
      if (from > 0) {
        double border = (plot.x(from - 1) + plot.x(from)) / 2;
        svg.gridLine(border, Plot.TOP, border, Plot.TOP + Plot.HEIGHT + 26);
      }
      from = to;
    }
    double x = left;
    double y = LEGEND;
    for (Plot.Line line : lines) {
      double width = 28 + LETTER * line.name().length();
      if (x > left && x + width > left + Plot.WIDTH) {
        x = left;
        y += LEGEND_LINE;
      }
      svg.line(line.series(), false, x, y, x + 22, y);
      svg.dot(line.series(), x + 11, y, line.name());
      svg.text(line.name(), x + 28, y + 4.5, Anchor.START);
      x += width + 16;
    }
  }

  /** Returns the rounds of the longest course. */
  private List<Place> places() {
    return courses.stream()
        .max(Comparator.comparingInt(course -> course.points().size()))
        .orElse(LearningCurve.none())
        .points()
        .stream()
        .map(Point::place)
        .toList();
  }

  private static List<String> labels(List<Place> places) {
    List<String> labels = new ArrayList<>();
    for (Place place : places) {
      boolean isSaid =
          !place.stage().equals(LearningCurve.ANSWER)
              && (places.size() <= LABELLED || place.round() % LABEL_STEP == 0);
      labels.add(isSaid ? Integer.toString(place.round()) : "");
    }
    return labels;
  }

  private Plot.Line line(
      String name, int series, List<Place> places, Function<Point, OptionalDouble> value) {
    List<Optional<Summary>> values = new ArrayList<>();
    for (Place place : places) {
      values.add(
          Summary.of(
              courses.stream()
                  .flatMap(course -> course.points().stream())
                  .filter(point -> point.place().equals(place))
                  .map(value)
                  .flatMapToDouble(OptionalDouble::stream)
                  .toArray()));
    }
    return new Plot.Line(name, series, values);
  }

  private static OptionalDouble score(Point point, Metric metric) {
    return point
        .scores()
        .map(scores -> OptionalDouble.of(metric == Metric.ACC ? scores.accuracy() : scores.nmi()))
        .orElse(OptionalDouble.empty());
  }

  private static OptionalDouble signal(Point point, String name, Map<String, Double> largest) {
    Double value = point.signals().get(name);
    return value == null
        ? OptionalDouble.empty()
        : OptionalDouble.of(value / largest.getOrDefault(point.place().stage(), 1.0));
  }

  /** Returns the largest loss of each stage; the losses of two stages are not of one kind. */
  private Map<String, Double> largestLoss() {
    return courses.stream()
        .flatMap(course -> course.points().stream())
        .filter(point -> point.signals().containsKey(LOSS))
        .collect(
            Collectors.toMap(
                point -> point.place().stage(),
                point -> Math.max(1e-12, Math.abs(point.signals().get(LOSS))),
                Math::max));
  }

  /** Returns the first line of a table for other programs. */
  static String csvHeader() {
    return "method,seed,stage,round,acc,nmi,ari,%s\n".formatted(String.join(",", SIGNALS));
  }

  /** Returns the lines of one course, one a round. */
  static String csv(String method, long seed, LearningCurve course) {
    StringBuilder text = new StringBuilder();
    for (Point point : course.points()) {
      text.append(
          "%s,%d,%s,%d".formatted(method, seed, point.place().stage(), point.place().round()));
      text.append(
          point
              .scores()
              .map(
                  scores -> number(scores.accuracy()) + number(scores.nmi()) + number(scores.ari()))
              .orElse(",,,"));
      for (String signal : SIGNALS) {
        Double value = point.signals().get(signal);
        text.append(value == null ? "," : number(value));
      }
      text.append('\n');
    }
    return text.toString();
  }

  private static String number(double value) {
    return String.format(Locale.ROOT, ",%.6g", value);
  }
}
